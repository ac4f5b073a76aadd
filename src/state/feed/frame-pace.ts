/** Cost limit of a render within a frame while the viewer types: the rest of the frame is for the response to the key. */
const TYPING_BUDGET_MS = 14
/** A frame that costs more is not finished when the next one is due. */
const FRAME_BUDGET_MS = 16
/** From this cost on, the page renders between two frames: render and paint in one task would be too long. */
const LONG_FRAME_MS = 20
/** From this cost on, a machine counts as fully slow. Below it, the share of skipped frames grows with the cost. */
const SLOW_FRAME_MS = 32
/** A slow machine spends one part in this many of the main thread on rendering batches. */
const SHARE = 3
/** The same while the viewer types. */
const SHARE_WHILE_TYPING = 3
/** Longest delay of a batch on any machine. The worker's credits last longer. */
export const MAX_WAIT_MS = 200
/**
 * Number of samples of the frame cost, of which the best quarter counts. A slow machine is slow in its best frames too,
 * while a machine whose processor was busy for a tenth of a second is not slow afterwards.
 */
const SAMPLES = 8
/** The viewer counts as typing for this long after an input. */
const TYPING_MS = 600
/** Right after an input has been handled, the next one is furthest away. */
const AFTER_INPUT_MS = 60

/**
 * Decides in which frames to render batches: in all of them while a frame is cheap, in fewer on a slow machine, and never
 * in the frame that handles an input. All times are milliseconds of one monotonic clock.
 */
export class FramePace {
  readonly #samples: number[] = []
  /** Typical cost of a frame on this machine. */
  #costMs = 0
  #renderedAt = Number.NEGATIVE_INFINITY
  #inputAt = Number.NEGATIVE_INFINITY
  #waitingSince: number | null = null
  #hasInput = false

  /** How many samples of the frame cost are kept, at most SAMPLES. */
  get sampleCount(): number {
    return this.#samples.length
  }

  /** Records an input: the next frame is reserved for the response. */
  noteInput(now: number): void {
    this.#inputAt = now
    this.#hasInput = true
  }

  /** Returns whether to render a waiting batch in the frame that begins at `now`. */
  isDue(now: number): boolean {
    const isInputFrame = this.#hasInput
    this.#hasInput = false
    this.#waitingSince ??= now
    if (now - this.#waitingSince >= MAX_WAIT_MS) return true
    if (isInputFrame) return false
    if (this.#costMs <= (this.#isTyping(now) ? TYPING_BUDGET_MS : FRAME_BUDGET_MS)) return true
    const sinceRender = now - this.#renderedAt
    if (this.#isTyping(now)) {
      return now - this.#inputAt <= AFTER_INPUT_MS && sinceRender >= this.#costMs * SHARE_WHILE_TYPING
    }
    const slowness = Math.min(1, (this.#costMs - FRAME_BUDGET_MS) / (SLOW_FRAME_MS - FRAME_BUDGET_MS))
    return sinceRender >= this.#costMs * (1 + (SHARE - 1) * slowness)
  }

  /** Returns whether to render a batch at once, between two frames: frames are known to be cheap and there is no input. */
  isDueAtOnce(now: number): boolean {
    const isKnown = this.sampleCount === SAMPLES
    return isKnown && this.#costMs <= FRAME_BUDGET_MS && !this.#hasInput && !this.#isTyping(now)
  }

  /** Returns whether a render would take too much of the frame that begins at `now`. */
  isSlow(now: number): boolean {
    return this.#costMs > (this.#isTyping(now) ? TYPING_BUDGET_MS : LONG_FRAME_MS)
  }

  #isTyping(now: number): boolean {
    return now - this.#inputAt < TYPING_MS
  }

  /** Records that a render began at `now`. */
  noteRender(now: number): void {
    this.#renderedAt = now
    this.#waitingSince = null
  }

  /** Records the time that a render and its paint took on the main thread. */
  noteCost(elapsedMs: number): void {
    this.#samples.push(elapsedMs)
    if (this.#samples.length > SAMPLES) this.#samples.shift()
    this.#costMs = this.#samples.toSorted((one, other) => one - other)[Math.floor(this.#samples.length / 4)] ?? 0
  }
}
