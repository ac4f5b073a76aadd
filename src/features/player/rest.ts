/** Settled 23: a hidden tab keeps its sound; only what nobody sees or hears is let go, and only after a while. */
export const REST_AFTER_MS = 30_000

export interface Audience {
  readonly isHidden: boolean
  readonly isMuted: boolean
  /** By the viewer, or by a browser that plays nothing before a press. */
  readonly isPaused: boolean
  readonly isPictureInPicture: boolean
}

/** Whether the stream is wasted at the moment. */
export function mayRest({ isHidden, isMuted, isPaused, isPictureInPicture }: Audience): boolean {
  return isPaused || (isHidden && isMuted && !isPictureInPicture)
}

/** Calls `onRest` when nobody has watched for 30 s, and `onReturn` when somebody does again. */
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

  /** To be told whenever something of the audience may have changed. */
  see(audience: Audience): void {
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
