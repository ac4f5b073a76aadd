/** What effects are drawn on: the canvas of a worker, or one of the page where there is no such thing. */
export type DrawingContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export interface DrawingSize {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

/** Draws the picture of one moment, in milliseconds from the start. It keeps nothing between two moments. */
export type Drawing = (context: DrawingContext, ms: number) => void

/** The colours of the drawn gifts (look.md), the same in every skin because they lie on a picture. */
export const COLORS = ['#ffcf4f', '#ff6f59', '#48c4e8', '#b9f53e', '#fff1c2'] as const

export function colorAt(place: number): string {
  return COLORS[place % COLORS.length] ?? COLORS[0]
}

/** 0 before `from`, 1 after `to`, straight in between. */
export function ramp(ms: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (ms - from) / (to - from)))
}

/** Dims the picture while an effect of light is on, so that it can be seen on a sunny pitch. */
export function veil(context: DrawingContext, { width, height }: DrawingSize, ms: number, endMs: number): void {
  context.globalAlpha = 0.42 * ramp(ms, 0, 400) * (1 - ramp(ms, endMs - 600, endMs))
  context.fillStyle = '#050a08'
  context.fillRect(0, 0, width, height)
}
