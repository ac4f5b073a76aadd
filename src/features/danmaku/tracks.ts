/** One line on its way across the picture. */
interface Passing {
  readonly startMs: number
  readonly widthPx: number
  readonly durationMs: number
}

/** Space between the end of one line and the beginning of the next. */
const GAP_PX = 24

/**
 * Lanes of lines that cross a stage from right to left. Each line takes its own duration whatever its length, so longer
 * ones are faster: a line may start when the one before has left the right edge and will not be caught up before it has
 * left the left one. Nothing is measured here and nothing overlaps (research/livechat.md goal 11).
 */
export class Lanes {
  private lanes: (Passing | null)[]
  private stagePx: number

  constructor(count: number, stagePx: number) {
    this.lanes = Array.from({ length: count }, () => null)
    this.stagePx = stagePx
  }

  get count(): number {
    return this.lanes.length
  }

  /** Another stage: what is under way keeps its lane only in the eyes of those who see it. */
  reset(count: number, stagePx: number): void {
    this.lanes = Array.from({ length: count }, () => null)
    this.stagePx = stagePx
  }

  /** The topmost lane that is free now for a line of this width, which is then taken; null when all are busy. */
  take(widthPx: number, durationMs: number, nowMs: number): number | null {
    const lane = this.lanes.findIndex((last) => this.freeAt(last, widthPx, durationMs) <= nowMs)
    if (lane === -1) return null
    this.lanes[lane] = { startMs: nowMs, widthPx, durationMs }
    return lane
  }

  /** When the first lane will be free for such a line; infinite without lanes. */
  soonest(widthPx: number, durationMs: number): number {
    return Math.min(...this.lanes.map((last) => this.freeAt(last, widthPx, durationMs)))
  }

  private freeAt(last: Passing | null, widthPx: number, durationMs: number): number {
    if (last === null) return Number.NEGATIVE_INFINITY
    const { stagePx } = this
    const hasEntered = last.startMs + ((last.widthPx + GAP_PX) / (stagePx + last.widthPx)) * last.durationMs
    const hasLeft = last.startMs + last.durationMs
    const reachesLeftEdgeAfter = (stagePx / (stagePx + widthPx)) * durationMs
    return Math.max(hasEntered, hasLeft - reachesLeftEdgeAfter)
  }
}
