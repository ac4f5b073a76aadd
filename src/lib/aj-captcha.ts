import { AJ } from '#protocol/verification.ts'

/** The arithmetic of an AJ-Captcha answer (S4.19): places on the 310-wide picture, and the texts that are encrypted. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** How far the block's left edge can go, in pixels of the picture. */
export const SLIDE_MOST = AJ.width - AJ.block

/** 6202 ends at the latest this long after it was said. */
export const LOCK_MS = 300_000

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.round(value), 0), most)
}

/** A distance on the screen as whole pixels of the picture, for a picture drawn `shownWidth` wide. */
export function toPicturePixels(shown: number, shownWidth: number): number {
  return shownWidth > 0 ? Math.round((shown * AJ.width) / shownWidth) : 0
}

/** A place on the screen, relative to the drawn picture's corner, as a point of the picture; never outside of it. */
export function toPicturePoint(shown: Point, shownWidth: number): Point {
  return pointWithin({ x: toPicturePixels(shown.x, shownWidth), y: toPicturePixels(shown.y, shownWidth) })
}

/** The nearest point of the picture. */
export function pointWithin({ x, y }: Point): Point {
  return { x: within(x, AJ.width), y: within(y, AJ.height) }
}

/** The nearest place that the block can take. */
export function slideWithin(x: number): number {
  return within(x, SLIDE_MOST)
}

/** The answer to a block puzzle. */
export function slideAnswer(x: number): string {
  return JSON.stringify({ x: slideWithin(x), y: AJ.slideY })
}

/** The answer to a word puzzle: the points in the order of its words. */
export function clickAnswer(points: readonly Point[]): string {
  return JSON.stringify(points.map(pointWithin))
}

/** What the second check looks up: the very text that the first check has seen, so it is built from that text. */
export function verificationText(token: string, answer: string): string {
  return `${token}---${answer}`
}
