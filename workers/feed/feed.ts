import { FEED_CREDITS, FEED_LOSSLESS_QUEUE_LIMIT, FEED_MIN_GAP_MS } from '#protocol/constants.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { isLossy } from '#protocol/room/kinds.ts'
import type { FeedControl, FeedMessage, FeedPosition, FeedRow } from '#protocol/worker-api.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { buildBatch, isMention, isStateOnly, toRow } from './batch.ts'
import type { FeedCounters } from './counters.ts'
import { Dedup } from './dedup.ts'
import { Lanes } from './lanes.ts'
import type { CheckedEntry } from './shape.ts'
import { checkEntry } from './shape.ts'
import { Supersession } from './supersede.ts'

/**
 * How entries come: `live` text may be folded; `recovered` entries are given again after an interruption and none is
 * folded; `history` lies under a newer snapshot, so that it gives rows and changes no state.
 */
export type FeedMode = 'live' | 'recovered' | 'history'

export interface FeedContext {
  readonly dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>
  readonly counters: FeedCounters
  post(message: FeedMessage): void
  /** The page takes batches again after rows were let go: give everything after {@link Feed.position} again. */
  onThirst(): void
}

/**
 * The feed of one room (design section 3): shape → dedup → supersession → lanes → batches under a credit window. Entries
 * come in the order of the log; what leaves is in that order too.
 */
export class Feed {
  private readonly dedup = new Dedup()
  private readonly supersession = new Supersession()
  private readonly lanes = new Lanes()
  private credits = FEED_CREDITS
  private epoch = 0
  private receivedSeq = 0
  private postedSeq = 0
  private hasDivider = false
  private lastPostAt = Number.NEGATIVE_INFINITY
  private isScheduled = false
  private isHeld = false
  private isLetGo = false
  /** Public id of the member of this page. */
  private own: string | null = null

  constructor(private readonly context: FeedContext) {}

  /** Everything up to here has been handed to the page. */
  get position(): FeedPosition {
    return { epoch: this.epoch, seq: this.postedSeq }
  }

  /** True while the page does not take what comes: entries are not kept, they are given again later. */
  get isOverwhelmed(): boolean {
    return this.isLetGo
  }

  get waitingRows(): number {
    return this.lanes.rows
  }

  setOwner(userId: string | null): void {
    this.own = userId
  }

  /** Begins at a position: the first time, or after a successor took over. */
  begin(position: FeedPosition): void {
    this.epoch = position.epoch
    this.receivedSeq = position.seq
    this.postedSeq = position.seq
  }

  /** Begins anew: what waits is dropped, the page gets a fresh snapshot. */
  reset(position: FeedPosition, snapshot: RoomSnapshot): void {
    this.lanes.clear()
    this.hasDivider = false
    this.isLetGo = false
    this.begin(position)
    this.context.post({ type: 'reset', snapshot })
  }

  /** The server's word on the own mute at the head of the log, after joining as another member. */
  setOwnMute(seq: number, until: number | null, reason: string): void {
    this.lanes.addLossless({ type: 'own-mute', seq, until, reason }, false)
    this.hasDivider = true
    this.pump()
  }

  /** What comes next was missed (or, `isLost`, comes after what was missed). */
  divide(missed: number, isLost: boolean): void {
    this.lanes.addLossless({ type: 'divider', seq: this.receivedSeq + 1, missed, isLost }, false)
    this.hasDivider = true
  }

  /** Holds batches back while what belongs before them is still on its way. */
  hold(): void {
    this.isHeld = true
  }

  release(): void {
    this.isHeld = false
    this.pump()
  }

  /**
   * Takes entries with their sequence numbers, in order.
   * @returns how many of them became rows.
   */
  push(numbered: Iterable<{ readonly seq: number; readonly entry: unknown }>, mode: FeedMode, upTo: number): number {
    let rows = 0
    for (const { seq, entry } of numbered) if (this.take(entry, seq, mode)) rows += 1
    this.receivedSeq = Math.max(this.receivedSeq, upTo)
    if (this.lanes.liveLossless >= FEED_LOSSLESS_QUEUE_LIMIT) this.letGo()
    else this.pump()
    return rows
  }

  /** Rows of an older page, checked and superseded like live ones; nothing is remembered of them but what they undo. */
  older(numbered: readonly { seq: number; entry: unknown }[]): FeedRow[] {
    const checked = numbered.flatMap(({ seq, entry }) => {
      const shape = checkEntry(entry)
      if (shape) this.supersession.note(shape, seq)
      else this.context.counters.malformed += 1
      return shape ? [{ shape, seq }] : []
    })
    return checked
      .filter(
        ({ shape, seq }) =>
          !isStateOnly(shape.kind) && shape.kind !== 'revert' && !this.supersession.isDeleted(shape, seq),
      )
      .map(({ shape, seq }) => toRow(shape, seq, this.own, this.isRevertedOrder(shape)))
  }

  /** A message of the page on the batch port. */
  control(message: FeedControl): void {
    if (message.type === 'credit') this.credits = Math.min(FEED_CREDITS, this.credits + message.count)
    // Everything posted is on the screen, so every credit is back, whatever became of their messages.
    else if (message.seq >= this.postedSeq) this.credits = FEED_CREDITS
    if (this.isLetGo && this.credits > 0) {
      this.isLetGo = false
      this.context.onThirst()
    }
    this.pump()
  }

  /** Returns true when the entry became a row that waits for the page. */
  private take(value: unknown, seq: number, mode: FeedMode): boolean {
    const { counters } = this.context
    counters.entriesReceived += 1
    const checked = checkEntry(value)
    if (!checked) {
      counters.malformed += 1
      return false
    }
    if (this.dedup.isDuplicate(checked, seq)) {
      counters.duplicates += 1
      return false
    }
    if (checked.kind === 'revert' || checked.kind === 'delete') {
      this.undo(checked, seq)
      return false
    }
    if (this.supersession.isDeleted(checked, seq)) {
      counters.superseded += 1
      return false
    }
    this.keep(checked, seq, mode)
    return !isStateOnly(checked.kind)
  }

  private undo(checked: CheckedEntry, seq: number): void {
    const { counters } = this.context
    const patch = this.supersession.note(checked, seq)
    if (patch?.type === 'revert' && this.lanes.revert(patch.orderId)) {
      counters.superseded += 1
      return
    }
    counters.stateOnly += 1
    if (!patch) return
    if (patch.type !== 'revert') {
      counters.superseded += this.lanes.remove((waiting, at) => this.supersession.isDeleted(waiting, at))
    }
    this.lanes.addLossless({ type: 'patch', seq, patch }, false)
  }

  private keep(checked: CheckedEntry, seq: number, mode: FeedMode): void {
    const { counters } = this.context
    const { entry, kind } = checked
    if (isStateOnly(kind)) {
      counters.stateOnly += 1
      if (mode === 'history') return
    }
    const isOldMute =
      kind === 'mute' && 'until' in entry.data && !this.supersession.isNewestMute(entry.data.userId, seq)
    const isPast = mode === 'history' || isOldMute
    const item = { type: 'entry' as const, seq, checked, isReverted: this.isRevertedOrder(checked), isPast }
    const isOwn = this.own !== null && entry.userId === this.own
    if (mode === 'live' && isLossy(kind) && !isOwn && !isMention(entry, this.own)) {
      counters.rowsFolded += this.lanes.addLossy(item)
    } else {
      this.lanes.addLossless(item, mode === 'live')
    }
  }

  private isRevertedOrder({ kind, entry }: CheckedEntry): boolean {
    return kind === 'order' && this.supersession.isReverted(entry.id)
  }

  /** Settled 18: the page has not taken anything for long. Nothing is lost: the server gives it again. */
  private letGo(): void {
    this.context.counters.released += this.lanes.rows
    this.lanes.clear()
    this.receivedSeq = this.postedSeq
    this.isLetGo = true
  }

  private pump(): void {
    const hasNews = this.receivedSeq > this.postedSeq || this.hasDivider
    if (!hasNews || this.isHeld || this.isLetGo || this.isScheduled || this.credits <= 0) return
    if (this.context.dependencies.now() - this.lastPostAt >= FEED_MIN_GAP_MS) {
      this.postBatch()
      this.pump()
    } else {
      this.isScheduled = true
      this.context.dependencies.afterGap(() => {
        this.isScheduled = false
        this.pump()
      })
    }
  }

  private postBatch(): void {
    const { counters, dependencies } = this.context
    const { items, upTo, folded } = this.lanes.take()
    this.postedSeq = Math.max(this.postedSeq, upTo ?? this.receivedSeq)
    if (upTo === null) this.hasDivider = false
    const postedAt = dependencies.now()
    const batch = buildBatch(items, this.own, { epoch: this.epoch, lastSeq: this.postedSeq, folded, postedAt })
    this.lastPostAt = postedAt
    this.credits -= 1
    counters.batches += 1
    counters.rowsShown += batch.rows.length
    this.context.post(batch)
  }
}
