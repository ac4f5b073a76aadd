/** A frame that takes longer than this, while somebody types, leaves too little of itself to the answer. */
const TYPING_BUDGET_MS = 14
/** A frame that takes longer than this is not over when the next one is due. */
const FRAME_BUDGET_MS = 16
/** From here on a frame is drawn between two others: rendering and painting in one task would take too long. */
const LONG_FRAME_MS = 20
/** From here on a machine is slow through and through; below, it is more so the longer a frame takes. */
const SLOW_FRAME_MS = 32
/** On a slow machine one part in so many of the main thread is spent on drawing what arrives. */
const SHARE = 3
/** While somebody types; then it is drawn when it disturbs least. */
const SHARE_WHILE_TYPING = 3
/** The longest time that what has arrived waits to be drawn, however slow the machine. The worker's credits last longer. */
export const LONGEST_WAIT_MS = 200
/**
 * What a frame costs is the best quarter of so many: a slow machine is slow in its best frames too, while a machine whose
 * processor is taken away for a tenth of a second is not slow in those that follow.
 */
const SAMPLES = 8
/** Somebody who pressed a key this short ago is typing. */
const TYPING_MS = 600
/** The next key is furthest right after one was answered. */
const AFTER_KEY_MS = 60

/**
 * In which frames to draw what has arrived: in all of them while a frame is cheap, in fewer when the machine is slow, and
 * not in the frame that answers a key or a press. All times are milliseconds of one steady clock.
 */
export class FramePace {
  private readonly costs: number[] = []
  /** Of a frame as this machine makes them, {@link SAMPLES}. */
  private cost = 0
  private drawnAt = Number.NEGATIVE_INFINITY
  private inputAt = Number.NEGATIVE_INFINITY
  private waitsSince: number | null = null
  private hasInput = false

  /** The viewer did something: the next frame is for the answer. */
  noteInput(now: number): void {
    this.inputAt = now
    this.hasInput = true
  }

  /** Whether to draw in the frame that begins at `now`; something waits. */
  isDue(now: number): boolean {
    const isAnswer = this.hasInput
    this.hasInput = false
    this.waitsSince ??= now
    if (now - this.waitsSince >= LONGEST_WAIT_MS) return true
    if (isAnswer) return false
    if (this.cost <= this.budget(now)) return true
    if (this.isTyping(now)) {
      return now - this.inputAt <= AFTER_KEY_MS && now - this.drawnAt >= this.cost * SHARE_WHILE_TYPING
    }
    const slowness = Math.min(1, (this.cost - FRAME_BUDGET_MS) / (SLOW_FRAME_MS - FRAME_BUDGET_MS))
    return now - this.drawnAt >= this.cost * (1 + (SHARE - 1) * slowness)
  }

  /** Whether to draw at once what arrives at `now`, between two frames: they are known to be cheap, and nobody acts. */
  isDueAtOnce(now: number): boolean {
    const isKnown = this.costs.length === SAMPLES
    return isKnown && this.cost <= FRAME_BUDGET_MS && !this.hasInput && !this.isTyping(now)
  }

  /** Whether drawing what arrives at `now` takes too much of a frame: of one that somebody types in, more than the budget. */
  isSlow(now: number): boolean {
    return this.cost > (this.isTyping(now) ? TYPING_BUDGET_MS : LONG_FRAME_MS)
  }

  private budget(now: number): number {
    return this.isTyping(now) ? TYPING_BUDGET_MS : FRAME_BUDGET_MS
  }

  private isTyping(now: number): boolean {
    return now - this.inputAt < TYPING_MS
  }

  /** Drawing began at `now`. */
  noteDrawn(now: number): void {
    this.drawnAt = now
    this.waitsSince = null
  }

  /** What it took of the main thread to draw and to paint. */
  noteCost(elapsedMs: number): void {
    this.costs.push(elapsedMs)
    if (this.costs.length > SAMPLES) this.costs.shift()
    this.cost = this.costs.toSorted((one, other) => one - other)[Math.floor(this.costs.length / 4)] ?? 0
  }
}
