import { FPS, FRAMES, LOOP_SECONDS } from '../../../scripts/clip/stage.mjs'

/** Minimum difference of light and dark cells (0 to 255). */
const LEAST_CONTRAST = 24
const FRAME_MS = 1000 / FPS
const LOOP_MS = LOOP_SECONDS * 1000

/**
 * The frame number in the counter cells, from their brightness: light, bits from high to low, dark. Null if the cells
 * are not a counter.
 */
export function frameOf(levels: readonly number[]): number | null {
  const light = levels[0] ?? 0
  const dark = levels.at(-1) ?? 0
  if (light - dark < LEAST_CONTRAST) return null
  const middle = (light + dark) / 2
  const frame = levels.slice(1, -1).reduce((number, level) => number * 2 + (level > middle ? 1 : 0), 0)
  return frame < FRAMES ? frame : null
}

/**
 * Milliseconds between emission of a frame and `shownAt` (epoch ms of the server's clock). Media time is that clock
 * modulo the loop (24 s), so longer delays look shorter.
 */
export function delayOf(frame: number, shownAt: number): number {
  return (((shownAt - frame * FRAME_MS) % LOOP_MS) + LOOP_MS) % LOOP_MS
}
