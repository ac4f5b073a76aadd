import type { Compressor } from '#protocol/compress.ts'
import { FEED_MIN_GAP_MS } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { parseFrame } from '#protocol/room/frame.ts'
import type { FeedControl } from '#protocol/worker/feed.ts'
import type { LabBatchMessage, LabFrame, LabSettings } from '#protocol/worker/lab.ts'
import { newCounters } from '../counters.ts'
import { browserCodec } from '../crypto/browser-codec.ts'
import { Feed } from '../feed/feed.ts'
import { FrameReader } from '../feed/frame-reader.ts'

/** Interval of batches with `interval` delivery: 10 per second. */
const INTERVAL_MS = 100
/** How often the receiver checks whether the page has taken everything. */
const SETTLE_POLL_MS = 20

interface ReceiverContext {
  readonly delivery: LabSettings['delivery']
  /** Room key, base64url, 32 bytes. */
  readonly key: string
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  now(): number
  setTimer(task: () => void, delayMs: number): void
  post(message: LabBatchMessage): void
}

/**
 * Receives the frames of the source as a subscription receives those of the socket, with the same reader and feed. It
 * differs from a subscription in one point: it cannot request frames again, so it counts them.
 */
export class LabReceiver {
  readonly #context: ReceiverContext
  readonly #counters = newCounters()
  readonly #reader: FrameReader
  readonly #feed: Feed
  #lastSeq = 0
  #notOpened = 0
  #isEnded = false
  #work: Promise<void>

  constructor(context: ReceiverContext) {
    this.#context = context
    const { backend, compressor, delivery } = context
    this.#reader = new FrameReader({ dependencies: context, backend, compressor, counters: this.#counters })
    const afterGap = (task: () => void, gapMs: number) => context.setTimer(task, gapMs)
    this.#feed = new Feed({
      dependencies: delivery === 'each' ? { now: clockWithoutGap(), afterGap } : { now: () => context.now(), afterGap },
      counters: this.#counters,
      port: { postMessage: (message) => context.post(message) },
      onResumeRequest: () => undefined,
    })
    this.#feed.begin({ epoch: 1, seq: 0 })
    this.#work = this.#reader.setKey(context.key)
    if (delivery === 'interval') this.#postAtIntervals()
  }

  receive(frame: LabFrame): void {
    this.#work = this.#work
      .then(() => (typeof frame === 'string' ? this.#open(frame) : this.#end(frame.lastSeq)))
      .catch((error: unknown) => this.#context.post({ type: 'failed', message: String(error) }))
  }

  control(message: FeedControl): void {
    if (this.#context.delivery !== 'each') this.#feed.control(message)
  }

  async #open(text: string): Promise<void> {
    const frame = parseFrame(text, browserCodec)
    const entries = await this.#reader.open(frame, frame.firstSeq, this.#readEntries)
    if (entries === null) throw new Error('a frame of the lab cannot be opened')
    this.#lastSeq = frame.firstSeq + entries.length - 1
    if (this.#feed.isOverloaded) this.#notOpened += entries.length
    else if (this.#context.delivery === 'each') this.#pushEach(entries, frame.firstSeq)
    else this.#feed.pushFrame(entries, frame.firstSeq)
  }

  /** With one update per message nothing is folded. */
  get #readEntries() {
    return this.#context.delivery === 'each' ? JSON.parse : this.#feed.readEntries
  }

  /** Posts a batch per entry. The credit returns at once, so the page cannot slow it down. */
  #pushEach(entries: readonly unknown[], firstSeq: number): void {
    for (const [index, entry] of entries.entries()) {
      this.#feed.pushFrame([entry], firstSeq + index)
      this.#feed.control({ type: 'applied', seq: firstSeq + index, credits: 1 })
    }
  }

  #postAtIntervals(): void {
    this.#feed.release()
    this.#feed.hold()
    if (!this.#isEnded) this.#context.setTimer(() => this.#postAtIntervals(), INTERVAL_MS)
  }

  #end(lastSeq: number): void {
    if (lastSeq !== this.#lastSeq) throw new Error(`received up to ${this.#lastSeq} of ${lastSeq}`)
    this.#isEnded = true
    this.#settle()
  }

  #settle(): void {
    if (this.#context.delivery === 'interval') this.#feed.release()
    const isWaiting = this.#feed.waitingRows > 0 || this.#feed.position.seq < this.#feed.headSeq
    if (isWaiting) this.#context.setTimer(() => this.#settle(), SETTLE_POLL_MS)
    else {
      const counts = { ...this.#counters }
      this.#context.post({ type: 'settled', lastSeq: this.#feed.position.seq, counts, notOpened: this.#notOpened })
    }
  }
}

/** A clock that advances by one gap per reading, so that the credit window never waits. */
function clockWithoutGap(): () => number {
  let time = 0
  return () => (time += FEED_MIN_GAP_MS)
}
