import type { Clip } from '../clip.ts'

/** Segments and parts lie on a fixed grid of the wall clock, so that every process and restart names them alike. */
export const SEGMENT_MS = 2_000
export const PARTS_PER_SEGMENT = 4
/** Complete segments in the playlist, and how many can still be fetched. */
export const PLAYLIST_SEGMENTS = 8
export const RETAINED_SEGMENTS = 20

const PART_PAIR_MS = SEGMENT_MS / (PARTS_PER_SEGMENT / 2)

interface Span {
  readonly from: number
  readonly to: number
}

/** Length of the first part of each pair: half a second, rounded down to whole frames. */
function firstPartMs(clip: Clip): number {
  return Math.floor(PART_PAIR_MS / 2 / clip.frameMs) * clip.frameMs
}

/** Start and end (ms) of part `part` of segment `segment`. Each even part starts with a key frame. */
export function partSpan(clip: Clip, segment: number, part: number): Span {
  const pair = segment * SEGMENT_MS + Math.floor(part / 2) * PART_PAIR_MS
  const middle = pair + firstPartMs(clip)
  return part % 2 === 0 ? { from: pair, to: middle } : { from: middle, to: pair + PART_PAIR_MS }
}

/** The longest part in milliseconds: PART-TARGET of the playlist. */
export function longestPartMs(clip: Clip): number {
  return PART_PAIR_MS - firstPartMs(clip)
}

/** How many parts of the segment are complete at `now`. */
export function completeParts(clip: Clip, segment: number, now: number): number {
  let parts = 0
  while (parts < PARTS_PER_SEGMENT && partSpan(clip, segment, parts).to <= now) parts += 1
  return parts
}

/** The incomplete segment at `now`. */
export function growingSegment(now: number): number {
  return Math.floor(now / SEGMENT_MS)
}

/**
 * The first segment of a stream published since `since`: the incomplete one at that time, so that viewers need not
 * wait.
 */
export function firstSegment(since: number): number {
  return Math.floor(since / SEGMENT_MS)
}
