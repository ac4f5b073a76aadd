import { AJ } from '#protocol/verification.ts'

/**
 * Geometry of an AJ-Captcha solution (S4.19): positions on the 310 px wide picture, and the texts that are encrypted.
 */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Maximum position of the block's left edge in pixels of the picture. */
export const SLIDE_MAX = AJ.width - AJ.block

/** Maximum duration of lock 6202. */
export const LOCK_MS = 300_000

function within(value: number, max: number): number {
  return Math.min(Math.max(Math.round(value), 0), max)
}

/** Converts a distance on screen to whole pixels of the picture. */
export function toPicturePixels(shown: number, shownWidth: number): number {
  return shownWidth > 0 ? Math.round((shown * AJ.width) / shownWidth) : 0
}

/** Converts a position relative to the shown picture to a point inside of the picture. */
export function toPicturePoint(shown: Point, shownWidth: number): Point {
  return pointWithin({ x: toPicturePixels(shown.x, shownWidth), y: toPicturePixels(shown.y, shownWidth) })
}

/** The nearest point of the picture. */
export function pointWithin({ x, y }: Point): Point {
  return { x: within(x, AJ.width), y: within(y, AJ.height) }
}

/** The nearest valid position of the block. */
export function slideWithin(x: number): number {
  return within(x, SLIDE_MAX)
}

/** The solution of a slide puzzle. */
export function slideAnswer(x: number): string {
  return JSON.stringify({ x: slideWithin(x), y: AJ.slideY })
}

/** The solution of a word puzzle: the points in the order of its words. */
export function clickAnswer(points: readonly Point[]): string {
  return JSON.stringify(points.map(pointWithin))
}

/** Built from the exact text of the first check, because the second check compares it. */
export function captchaVerificationOf(token: string, answer: string): string {
  return `${token}---${answer}`
}
