import {
  type FrameMessage,
  MAX_DROPPED,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
  readFrameMessage,
} from '#protocol/games/frame-messages.ts'

/** A received message event. */
interface Received {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
}

interface Handlers {
  readonly onMessage: (message: FrameMessage) => void
  /** The frame floods the page or sends nothing but damaged messages. */
  readonly onMisuse: () => void
}

/** Accepts the messages of one frame: those of its window, of valid form, and not too many. */
export class FrameChannel {
  readonly #handlers: Handlers
  readonly #now: () => number
  #tokens = MESSAGE_BURST
  #last: number
  #dropped = 0
  #isClosed = false

  constructor(handlers: Handlers, now: () => number = () => performance.now()) {
    this.#handlers = handlers
    this.#now = now
    this.#last = now()
  }

  /** @param frame window of the frame; messages of other windows are ignored */
  receive({ source, origin, data }: Received, frame: unknown): void {
    // A sandboxed document has no origin: the browser writes `null`.
    if (this.#isClosed || frame === null || source !== frame || origin !== 'null') return
    const message = this.#takeToken() ? readFrameMessage(data) : null
    if (message !== null) {
      this.#dropped = 0
      this.#handlers.onMessage(message)
      return
    }
    this.#dropped += 1
    if (this.#dropped < MAX_DROPPED) return
    this.#isClosed = true
    this.#handlers.onMisuse()
  }

  #takeToken(): boolean {
    const now = this.#now()
    this.#tokens = Math.min(MESSAGE_BURST, this.#tokens + ((now - this.#last) / 1_000) * MESSAGES_PER_SECOND)
    this.#last = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
