/** A point of a drag: pixels and milliseconds from its start. */
export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly t: number
}

const DRAG = { leastMs: 300, mostMs: 15_000, leastPoints: 8 } as const

/** A drag may end beyond the rail, where the handle stops. */
const SHORT_BY = 6
const PAST_BY = 400
const START_WITHIN = 12
/** Minimum distance in pixels of a point from the straight line of a human drag. */
const STRAIGHT_WITHIN = 0.05
/** Minimum coefficient of variation of the speed of a human drag. */
const STEADY_WITHIN = 0.08

/**
 * True if a track looks like a human drag along a rail of `width` pixels: plausible duration, increasing time, enough
 * points, an end at the end of the rail, neither a straight line nor constant speed.
 */
export function isHandDrawn(track: readonly TrackPoint[], width: number): boolean {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last || track.length < DRAG.leastPoints) return false
  if (!track.every(({ x, y, t }) => Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(t))) return false
  const duration = last.t - first.t
  if (first.t < 0 || duration < DRAG.leastMs || last.t > DRAG.mostMs) return false
  if (track.some(({ t }, index) => index > 0 && t < (track[index - 1]?.t ?? 0))) return false
  if (Math.abs(first.x) > START_WITHIN || Math.abs(first.y) > START_WITHIN) return false
  if (last.x < width - SHORT_BY || last.x > width + PAST_BY) return false
  return !isStraight(track, first, last) && !isSteady(track)
}

function isStraight(track: readonly TrackPoint[], first: TrackPoint, last: TrackPoint): boolean {
  const [acrossX, acrossY] = [last.x - first.x, last.y - first.y]
  const length = Math.hypot(acrossX, acrossY)
  const furthest = Math.max(
    ...track.map(({ x, y }) => Math.abs((x - first.x) * acrossY - (y - first.y) * acrossX) / length),
  )
  return furthest < STRAIGHT_WITHIN
}

function isSteady(track: readonly TrackPoint[]): boolean {
  const speeds = track.flatMap((point, index) => {
    const before = track[index - 1]
    const passed = before ? point.t - before.t : 0
    return before && passed > 0 ? [Math.hypot(point.x - before.x, point.y - before.y) / passed] : []
  })
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length
  const spread = Math.sqrt(speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length)
  return !(spread / mean >= STEADY_WITHIN)
}
