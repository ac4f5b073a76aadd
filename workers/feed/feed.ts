import { FEED_LOSSLESS_QUEUE_LIMIT, FEED_CREDITS, FEED_MIN_GAP_MS } from '#protocol/constants.ts'
import type { EntriesReader } from '#protocol/room/frame.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { FeedControl, FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { FeedPosition } from '#protocol/worker/api.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { buildBatch } from './batch.ts'
import type { FeedCounters } from './counters.ts'
import { floodReader, UNREAD, UNREAD_HIGH } from './frame-reader.ts'
import type { FeedMode, Numbered } from './intake.ts'
import { Intake } from './intake.ts'
import type { Divider } from './queues.ts'
import { Lanes } from './queues.ts'

export interface FeedContext {
  readonly dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>
  readonly counters: FeedCounters
  post(message: FeedMessage): void
  /** The page takes batches again after rows were let go: give everything after {@link Feed.position} again. */
  onThirst(): void
}

/**
 * The feed of one room (design section 3): what comes in goes through the lanes and leaves in batches under a credit
 * window. Entries come in the order of the log, and leave in it.
 */
export class Feed {
  private readonly lanes = new Lanes()
  private readonly intake: Intake
  private readonly window: CreditWindow
  private epoch = 0
  private receivedSeq = 0
  private postedSeq = 0
  /** Something waits that no sequence number announces: a divider, the own mute. */
  private hasExtra = false
  private isHeld = false
  private isLetGo = false
  private reader = floodReader(null)

  constructor(private readonly context: FeedContext) {
    this.intake = new Intake(this.lanes, context.counters)
    this.window = new CreditWindow(
      context.dependencies,
      () => (this.receivedSeq > this.postedSeq || this.hasExtra) && !this.isHeld && !this.isLetGo,
      (now) => this.postBatch(now),
    )
  }

  /** Everything up to here has been handed to the page. */
  get position(): FeedPosition {
    return { epoch: this.epoch, seq: this.postedSeq }
  }

  /** Everything up to here has come in. */
  get headSeq(): number {
    return this.receivedSeq
  }

  /** True while the page does not take what comes: entries are not kept, they are given again later. */
  get isOverwhelmed(): boolean {
    return this.isLetGo
  }

  get waitingRows(): number {
    return this.lanes.rows
  }

  setOwner(userId: string | null): void {
    this.intake.owner = userId
    this.reader = floodReader(userId)
  }

  /** How the entries of a live frame are read that is given to {@link pushFrame} next. */
  get readEntries(): EntriesReader {
    return this.reader
  }

  /** Begins at a position: the first time, or after a successor took over. */
  begin(position: FeedPosition): void {
    this.epoch = position.epoch
    this.receivedSeq = position.seq
    this.postedSeq = position.seq
  }

  /** Begins anew: what waits is dropped, the page gets a fresh snapshot. */
  reset(position: FeedPosition, snapshot: RoomSnapshot): void {
    this.context.counters.released += this.lanes.rows
    this.lanes.clear()
    this.hasExtra = false
    this.isLetGo = false
    this.begin(position)
    this.context.post({ type: 'reset', snapshot })
  }

  /** The server's word on the own mute at the head of the log, after joining as another member. */
  setOwnMute(until: number | null, reason: string): void {
    this.lanes.addLossless({ type: 'own-mute', seq: this.receivedSeq, until, reason }, false)
    this.hasExtra = true
    this.window.pump()
  }

  /** What comes next follows on a gap that cannot be filled any more. */
  divideLost(missed: number): void {
    this.lanes.addLossless(this.divider(missed, true), false)
  }

  /** Entries that were missed and are here after all, behind a divider that says how many rows they are. */
  recover(numbered: Iterable<Numbered>, upTo: number): void {
    const divider = this.divider(0, false)
    this.lanes.addLossless(divider, false)
    this.hold()
    divider.missed = this.push(numbered, 'recovered', upTo)
    if (divider.missed === 0) this.lanes.drop(divider)
    this.release()
  }

  /** Holds batches back while what belongs before them is still on its way. */
  hold(): void {
    this.isHeld = true
  }

  release(): void {
    this.isHeld = false
    this.window.pump()
  }

  /**
   * Takes entries with their sequence numbers, in order; with them everything up to `upTo` has come.
   * @returns how many of them became rows.
   */
  push(numbered: Iterable<Numbered>, mode: FeedMode, upTo: number): number {
    let rows = 0
    for (const { seq, entry } of numbered) if (this.intake.take(entry, seq, mode)) rows += 1
    this.arrived(mode, upTo)
    return rows
  }

  /** Takes a live frame, in whose place the feed may be already. Text that was left unread is only counted. */
  pushFrame(entries: readonly unknown[], firstSeq: number): void {
    for (let index = Math.max(0, this.receivedSeq + 1 - firstSeq); index < entries.length; index += 1) {
      const entry = entries[index]
      if (entry === UNREAD || entry === UNREAD_HIGH) this.intake.fold(entry === UNREAD_HIGH)
      else this.intake.take(entry, firstSeq + index, 'live')
    }
    this.arrived('live', firstSeq + entries.length - 1)
  }

  private arrived(mode: FeedMode, upTo: number): void {
    this.receivedSeq = Math.max(this.receivedSeq, upTo)
    // History lies before the place at which the feed has begun.
    if (mode === 'history') this.hasExtra = true
    if (this.lanes.liveLossless >= FEED_LOSSLESS_QUEUE_LIMIT && !this.window.isOpen) this.letGo()
    else this.window.pump()
  }

  /** Rows of an older page, checked and superseded like live ones. */
  older(numbered: readonly Numbered[]): FeedRow[] {
    return this.intake.older(numbered)
  }

  /** A message of the page on the batch port. */
  control({ seq, credits }: FeedControl): void {
    this.window.give(credits)
    if (seq >= this.postedSeq) this.window.refill()
    if (this.isLetGo && this.window.isOpen) {
      this.isLetGo = false
      this.context.onThirst()
    }
    this.window.pump()
  }

  private divider(missed: number, isLost: boolean): Divider {
    this.hasExtra = true
    return { type: 'divider', seq: this.receivedSeq + 1, missed, isLost }
  }

  /** Settled 18: the page has not taken anything for long. Nothing is lost: the server gives it again. */
  private letGo(): void {
    this.context.counters.released += this.lanes.letGo(this.postedSeq)
    this.receivedSeq = this.postedSeq
    this.isLetGo = true
  }

  private postBatch(now: number): void {
    const { counters } = this.context
    const { items, upTo, dropped, droppedNow, droppedHighNow } = this.lanes.take()
    this.postedSeq = Math.max(this.postedSeq, upTo ?? this.receivedSeq)
    if (upTo === null) this.hasExtra = false
    const frame = { epoch: this.epoch, lastSeq: this.postedSeq, dropped, postedAt: now }
    const batch = buildBatch(items, this.intake.owner, frame)
    counters.batches += 1
    counters.rowsDropped += droppedNow
    counters.rowsDroppedHigh += droppedHighNow
    counters.rowsShown += batch.rows.length
    this.context.post(batch)
  }
}

/**
 * When a batch may be posted (research/chatbench.md section 5): as soon as something is there and credit is left, at
 * least 1 ms after the one before. The page returns a credit when a frame has consumed its batch.
 */
export class CreditWindow {
  private credits = FEED_CREDITS
  private lastPostAt = Number.NEGATIVE_INFINITY
  private isScheduled = false

  constructor(
    private readonly dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>,
    private readonly hasNews: () => boolean,
    private readonly post: (now: number) => void,
  ) {}

  get isOpen(): boolean {
    return this.credits > 0
  }

  give(count: number): void {
    this.credits = Math.min(FEED_CREDITS, this.credits + count)
  }

  /** Everything posted is on the screen, so every credit is back, whatever became of their messages. */
  refill(): void {
    this.credits = FEED_CREDITS
  }

  /** Posts what may be posted now, and later what may be posted later. */
  pump(): void {
    if (this.isScheduled || !this.isOpen || !this.hasNews()) return
    const now = this.dependencies.now()
    const sincePost = now - this.lastPostAt
    // A clock that was set back says nothing about the gap.
    if (sincePost >= 0 && sincePost < FEED_MIN_GAP_MS) {
      this.isScheduled = true
      this.dependencies.afterGap(() => {
        this.isScheduled = false
        this.pump()
      })
      return
    }
    this.credits -= 1
    this.lastPostAt = now
    this.post(now)
    this.pump()
  }
}
