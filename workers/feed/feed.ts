import { FEED_CREDITS, FEED_LOSSLESS_QUEUE_LIMIT, FEED_MIN_GAP_MS } from '#protocol/constants.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { EntriesReader } from '#protocol/room/frame.ts'
import type { FeedPosition } from '#protocol/worker/api.ts'
import type { FeedControl, FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { FeedCounters } from '../counters.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { buildBatch, type Divider } from './entries.ts'
import { overloadReader, SKIPPED, SKIPPED_HIGH } from './frame-reader.ts'
import { type FeedMode, Intake, type NumberedEntry } from './intake.ts'
import { FeedQueues } from './queues.ts'

interface FeedContext {
  readonly dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>
  readonly counters: FeedCounters
  readonly port: { postMessage(message: FeedMessage): void }
  /** Called when the page takes batches again after rows were released: everything after {@link Feed.position} is needed. */
  onResumeRequest(): void
}

/**
 * The feed of one room. Entries arrive in log order, pass the queues, and leave in batches under a credit window, in the
 * same order.
 */
export class Feed {
  readonly #context: FeedContext
  readonly #queues = new FeedQueues()
  readonly #intake: Intake
  readonly #window: CreditWindow
  #epoch = 0
  #receivedSeq = 0
  #postedSeq = 0
  /** End of the last batch. Less than `#postedSeq` while rows of the history wait, and after a reset until its first batch. */
  #batchSeq = 0
  /** True if an item without a sequence number of its own waits: a divider or the own mute. */
  #hasExtra = false
  #isHeld = false
  #isReleased = false
  #reader = overloadReader(null)

  constructor(context: FeedContext) {
    this.#context = context
    this.#intake = new Intake(this.#queues, context.counters)
    this.#window = new CreditWindow(
      context.dependencies,
      () => (this.#receivedSeq > this.#postedSeq || this.#hasExtra) && !this.#isHeld && !this.#isReleased,
      (now) => this.#postBatch(now),
    )
  }

  /** Position up to which the page has everything. */
  get position(): FeedPosition {
    return { epoch: this.#epoch, seq: this.#batchSeq }
  }

  /** Sequence number of the last received entry. */
  get headSeq(): number {
    return this.#receivedSeq
  }

  /** True while the page does not take batches. Entries are then discarded and requested again later. */
  get isOverloaded(): boolean {
    return this.#isReleased
  }

  get waitingRows(): number {
    return this.#queues.rows
  }

  setOwner(userId: string | null): void {
    this.#intake.owner = userId
    this.#reader = overloadReader(userId)
  }

  /** Parser for the entries of a live frame that is passed to {@link pushFrame}. */
  get readEntries(): EntriesReader {
    return this.#reader
  }

  /**
   * Sets the start position: of a new room, or of a worker that replaces another one.
   * @param batchSeq up to which the page has everything
   */
  begin({ epoch, seq }: FeedPosition, batchSeq = seq): void {
    this.#epoch = epoch
    this.#receivedSeq = seq
    this.#postedSeq = seq
    this.#batchSeq = batchSeq
  }

  /** Restarts at a new position: drops waiting items and posts a snapshot. */
  reset(position: FeedPosition, snapshot: RoomSnapshot): void {
    this.#context.counters.released += this.#queues.rows
    this.#queues.clear()
    this.#hasExtra = false
    this.#isReleased = false
    this.begin(position, this.#batchSeq)
    this.#context.port.postMessage({ type: 'reset', snapshot })
  }

  /** Queues the own mute state that a join has returned. */
  setMemberMute(until: number | null, reason: string): void {
    this.#queues.addLossless({ type: 'own-mute', seq: this.#receivedSeq, until, reason }, false)
    this.#hasExtra = true
    this.#window.pump()
  }

  /** Queues a divider for entries that are lost. */
  addLossDivider(missed: number): void {
    this.#queues.addLossless(this.#divider(missed, true), false)
  }

  /** Adds entries after an interruption, behind a divider with their number of rows. */
  recover(numbered: Iterable<NumberedEntry>, upTo: number): void {
    const divider = this.#divider(0, false)
    this.#queues.addLossless(divider, false)
    this.hold()
    divider.missed = this.push(numbered, 'recovered', upTo)
    if (divider.missed === 0) this.#queues.removeDivider(divider)
    this.release()
  }

  /** Stops posting until {@link release}. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.#window.pump()
  }

  /** Adds numbered entries, in order. `upTo` is the last received sequence number. Returns the number of rows. */
  push(numbered: Iterable<NumberedEntry>, mode: FeedMode, upTo: number): number {
    let rows = 0
    for (const { seq, entry } of numbered) if (this.#intake.take(entry, seq, mode)) rows += 1
    this.#received(mode, upTo)
    return rows
  }

  /** Adds a live frame. Entries that were received before are ignored. Skipped texts are only counted. */
  pushFrame(entries: readonly unknown[], firstSeq: number): void {
    for (let index = Math.max(0, this.#receivedSeq + 1 - firstSeq); index < entries.length; index += 1) {
      const entry = entries[index]
      if (entry === SKIPPED || entry === SKIPPED_HIGH) this.#intake.countSkipped(entry === SKIPPED_HIGH)
      else this.#intake.take(entry, firstSeq + index, 'live')
    }
    this.#received('live', firstSeq + entries.length - 1)
  }

  /** Rows of an older page. */
  older(numbered: readonly NumberedEntry[]): FeedRow[] {
    return this.#intake.older(numbered)
  }

  /** Handles a message of the page on the batch port. */
  control({ seq, credits }: FeedControl): void {
    this.#window.add(credits)
    if (seq >= this.#postedSeq) this.#window.refill()
    if (this.#isReleased && this.#window.isOpen) {
      this.#isReleased = false
      this.#context.onResumeRequest()
    }
    this.#window.pump()
  }

  #received(mode: FeedMode, upTo: number): void {
    this.#receivedSeq = Math.max(this.#receivedSeq, upTo)
    // History is older than the start position.
    if (mode === 'history') this.#hasExtra = true
    if (this.#queues.liveLossless >= FEED_LOSSLESS_QUEUE_LIMIT && !this.#window.isOpen) this.#releaseRows()
    else this.#window.pump()
  }

  #divider(missed: number, isLost: boolean): Divider {
    this.#hasExtra = true
    return { type: 'divider', seq: this.#receivedSeq + 1, missed, isLost }
  }

  /** Settled 18: drops waiting rows while the page takes no batches. The server sends them again later. */
  #releaseRows(): void {
    this.#context.counters.released += this.#queues.releaseAfter(this.#postedSeq)
    this.#receivedSeq = this.#postedSeq
    this.#isReleased = true
  }

  /** Returns the shortest time until the next batch. */
  #postBatch(now: number): number {
    const { counters } = this.#context
    const { items, upTo, dropped, droppedNow, droppedHighNow } = this.#queues.take()
    // A worker that replaces this one continues there, so rows of the history that wait are not included.
    this.#batchSeq = upTo ?? this.#receivedSeq
    this.#postedSeq = Math.max(this.#postedSeq, this.#batchSeq)
    if (upTo === null) this.#hasExtra = false
    const frame = { epoch: this.#epoch, lastSeq: this.#batchSeq, dropped, postedAt: now }
    const batch = buildBatch(items, this.#intake.owner, frame)
    counters.batches += 1
    counters.rowsDropped += droppedNow
    counters.rowsDroppedHigh += droppedHighNow
    counters.rowsShown += batch.rows.length
    this.#context.port.postMessage(batch)
    const markets = batch.changes.filter(({ kind }) => kind === 'market').length
    return Math.max(FEED_MIN_GAP_MS, Math.min(MAX_MARKETS_GAP_MS, markets * MARKET_GAP_MS))
  }
}

/**
 * The next batch waits this long for each market of the last one, so hundreds of markets that change all the time reach the
 * page a few times per second, each in its newest state. A few markets wait for less than a frame.
 */
const MARKET_GAP_MS = 2
const MAX_MARKETS_GAP_MS = 400

/**
 * Decides when a batch is posted: as soon as there is content and a credit, at least the gap after the previous batch. The
 * page returns a credit when a frame has shown the batch.
 */
class CreditWindow {
  readonly #dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>
  readonly #hasContent: () => boolean
  readonly #post: (now: number) => number
  #gapMs = FEED_MIN_GAP_MS
  #credits = FEED_CREDITS
  #lastPostAt = Number.NEGATIVE_INFINITY
  #isScheduled = false

  constructor(
    dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>,
    hasContent: () => boolean,
    /** Posts a batch and returns the gap behind it. */
    post: (now: number) => number,
  ) {
    this.#dependencies = dependencies
    this.#hasContent = hasContent
    this.#post = post
  }

  get isOpen(): boolean {
    return this.#credits > 0
  }

  add(credits: number): void {
    this.#credits = Math.min(FEED_CREDITS, this.#credits + credits)
  }

  /** Restores all credits when the page has shown everything, in case a message with credits was lost. */
  refill(): void {
    this.#credits = FEED_CREDITS
  }

  /** Posts now or schedules the next post. */
  pump(): void {
    if (this.#isScheduled || !this.isOpen || !this.#hasContent()) return
    const now = this.#dependencies.now()
    const sincePostMs = now - this.#lastPostAt
    // A negative time means that the clock was set.
    if (sincePostMs >= 0 && sincePostMs < this.#gapMs) {
      this.#isScheduled = true
      this.#dependencies.afterGap(() => {
        this.#isScheduled = false
        this.pump()
      }, this.#gapMs - sincePostMs)
      return
    }
    this.#credits -= 1
    this.#lastPostAt = now
    this.#gapMs = this.#post(now)
    this.pump()
  }
}
