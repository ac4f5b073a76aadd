/** Settled 23: a stream that is neither seen nor heard is closed after this time. A hidden tab keeps its sound. */
export const REST_AFTER_MS = 30_000

export interface Audience {
  readonly isHidden: boolean
  readonly isMuted: boolean
  /** Paused by the viewer, or by a browser that requires a press. */
  readonly isPaused: boolean
  readonly isPictureInPicture: boolean
}

/** Whether the stream is not needed now. */
export function mayRest({ isHidden, isMuted, isPaused, isPictureInPicture }: Audience): boolean {
  return isPaused || (isHidden && isMuted && !isPictureInPicture)
}

/** Calls `onRest` when the stream was not needed for 30 s, and `onReturn` when it is needed again. */
export class Rest {
  readonly #onRest: () => void
  readonly #onReturn: () => void
  #timer: number | null = null
  #isResting = false

  constructor(onRest: () => void, onReturn: () => void) {
    this.#onRest = onRest
    this.#onReturn = onReturn
  }

  get isResting(): boolean {
    return this.#isResting
  }

  /** Called whenever the audience may have changed. */
  setAudience(audience: Audience): void {
    if (!mayRest(audience)) return this.wake()
    if (this.#isResting) return
    this.#timer ??= window.setTimeout(() => {
      this.#timer = null
      this.#isResting = true
      this.#onRest()
    }, REST_AFTER_MS)
  }

  wake(): void {
    this.stop()
    if (!this.#isResting) return
    this.#isResting = false
    this.#onReturn()
  }

  stop(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = null
  }
}
