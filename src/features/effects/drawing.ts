/** The canvas context of the worker or the page. */
export type DrawingContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export interface DrawingSize {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

/** Draws the frame at `ms` milliseconds from the start. It has no state between frames. */
export type Drawing = (context: DrawingContext, ms: number) => void

/** Colours of the gifts, the same in every skin because they are drawn over the video. */
const COLORS = ['#ffcf4f', '#ff6f59', '#48c4e8', '#b9f53e', '#fff1c2'] as const

export function colorAt(index: number): string {
  return COLORS[index % COLORS.length] ?? COLORS[0]
}

/** Returns 0 before `from`, 1 after `to`, linear in between. */
export function ramp(ms: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (ms - from) / (to - from)))
}

/** Dims the video during an animation, so that it is visible on a bright picture. */
export function dim(context: DrawingContext, { width, height }: DrawingSize, ms: number, endMs: number): void {
  context.globalAlpha = 0.42 * ramp(ms, 0, 400) * (1 - ramp(ms, endMs - 600, endMs))
  context.fillStyle = '#050a08'
  context.fillRect(0, 0, width, height)
}
