/** A message that crosses the stage. */
interface Moving {
  readonly startMs: number
  readonly widthPx: number
  readonly durationMs: number
}

/** Space between two messages on a track. */
const GAP_PX = 24

/**
 * Tracks of messages that cross a stage from right to left. Every message takes the same time whatever its length, so
 * longer ones are faster. A message may start when the previous one has left the right edge and cannot be caught up before
 * it has left the left edge. Nothing overlaps, and nothing is measured here.
 */
export class Tracks {
  #tracks: (Moving | null)[]
  #stagePx: number

  constructor(count: number, stagePx: number) {
    this.#tracks = Array.from({ length: count }, () => null)
    this.#stagePx = stagePx
  }

  get count(): number {
    return this.#tracks.length
  }

  /** Clears all tracks, for a stage of another size. */
  reset(count: number, stagePx: number): void {
    this.#tracks = Array.from({ length: count }, () => null)
    this.#stagePx = stagePx
  }

  /** Occupies the topmost track that is free now for a message of this width. Returns its index, or null if none is. */
  take(widthPx: number, durationMs: number, nowMs: number): number | null {
    const index = this.#tracks.findIndex((last) => this.#freeAt(last, widthPx, durationMs) <= nowMs)
    if (index === -1) return null
    this.#tracks[index] = { startMs: nowMs, widthPx, durationMs }
    return index
  }

  /** Returns when the first track is free for such a message; Infinity without tracks. */
  soonest(widthPx: number, durationMs: number): number {
    return Math.min(...this.#tracks.map((last) => this.#freeAt(last, widthPx, durationMs)))
  }

  #freeAt(last: Moving | null, widthPx: number, durationMs: number): number {
    if (last === null) return Number.NEGATIVE_INFINITY
    const stagePx = this.#stagePx
    const hasEntered = last.startMs + ((last.widthPx + GAP_PX) / (stagePx + last.widthPx)) * last.durationMs
    const hasLeft = last.startMs + last.durationMs
    const reachesLeftEdgeAfter = (stagePx / (stagePx + widthPx)) * durationMs
    return Math.max(hasEntered, hasLeft - reachesLeftEdgeAfter)
  }
}
