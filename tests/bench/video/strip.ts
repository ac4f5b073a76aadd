import { FPS, FRAMES, LOOP_SECONDS } from '../../../scripts/clip/stage.mjs'

/** Light and dark must differ by this much (0 to 255), or what was read is not the strip. */
const LEAST_CONTRAST = 24
const FRAME_MS = 1000 / FPS
const LOOP_MS = LOOP_SECONDS * 1000

/**
 * The number that the strip at the foot of the picture shows, from the brightness of its cells: light, bits from high to
 * low, dark. Null when the cells are not those of a strip.
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
 * Milliseconds between the moment at which the source emits a frame and `shownAt` (epoch ms of the server's clock). Media
 * time is that clock and the clip repeats on it, so delays of a whole loop (24 s) or more look shorter than they are.
 */
export function delayOf(frame: number, shownAt: number): number {
  return (((shownAt - frame * FRAME_MS) % LOOP_MS) + LOOP_MS) % LOOP_MS
}
