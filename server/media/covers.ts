import type { Match } from '../matches/match.ts'

/** Covers of a clip, at equal distances from its start. `scripts/draw-clip.mjs KIND covers` draws them. */
export const COVERS = 8
/** Time between two covers; the clips last 24 seconds. */
export const COVER_INTERVAL_MS = 3_000

/**
 * The path of a frame that the picture of a room has shown in the last loop of its clip, or '' without a picture. Rooms
 * of a kind share the clip; the number of the room selects a different frame, so that a list does not repeat one. A
 * room with a cover of its own returns that.
 */
export function coverOf({ fixture, state, hasPublisher, coverUrl }: Match, now: number): string {
  if (coverUrl !== undefined) return coverUrl
  if (hasPublisher === true || state.anchorStatus !== 1) return ''
  const shift = Number(/\d+$/u.exec(fixture.eid)?.[0] ?? 0) * 3
  const frame = Math.round(now / COVER_INTERVAL_MS) + shift
  return `/art/cover-${fixture.kind}-${frame % COVERS}.webp`
}
