import { isHighVip, isDroppable } from '#protocol/room/kinds.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { isMention, toRow } from './batch.ts'
import type { FeedCounters } from './counters.ts'
import { Dedup } from './dedup.ts'
import type { Lanes } from './lanes.ts'
import type { CheckedEntry } from './shape.ts'
import { checkEntry, isStateOnly } from './shape.ts'
import { Supersession } from './supersede.ts'

/**
 * How entries come: `live` text may be dropped; `recovered` entries are given again after an interruption and none is
 * dropped; `history` lies under a newer snapshot, so that it gives rows and changes no state.
 */
export type FeedMode = 'live' | 'recovered' | 'history'

/** An entry as it comes out of a frame, unchecked, with its place in the log. */
export interface Numbered {
  readonly seq: number
  readonly entry: unknown
}

/** The way in of a room's feed: shape → duplicates → supersession → lanes. */
export class Intake {
  /** Public id of the member of this page. */
  owner: string | null = null
  private readonly dedup = new Dedup()
  private readonly supersession = new Supersession()

  constructor(
    private readonly lanes: Lanes,
    private readonly counters: FeedCounters,
  ) {}

  /** Returns true when the entry became a row that waits for the page. */
  take(value: unknown, seq: number, mode: FeedMode): boolean {
    const { counters } = this
    counters.entriesReceived += 1
    const checked = checkEntry(value)
    if (!checked) {
      counters.malformed += 1
      return false
    }
    if (mode === 'history' && isStateOnly(checked) && checked.kind !== 'delete') {
      // The snapshot is newer; and a welcome that this visitor has not seen must not silence a later one.
      counters.stateOnly += 1
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
    return !isStateOnly(checked)
  }

  /** Counts a text that is dropped away unread. */
  fold(isHigh: boolean): void {
    this.counters.entriesReceived += 1
    this.countDropped(this.lanes.fold(), isHigh)
  }

  private countDropped(rows: number, isHigh: boolean): void {
    this.counters.rowsDropped += rows
    if (isHigh) this.counters.rowsDroppedHigh += rows
  }

  /** Rows of an older page, checked and superseded like live ones; nothing is remembered of them but what they undo. */
  older(numbered: readonly Numbered[]): FeedRow[] {
    const checked = numbered.flatMap(({ seq, entry }) => {
      const shape = checkEntry(entry)
      if (shape) this.supersession.note(shape, seq)
      return shape && !isStateOnly(shape) && shape.kind !== 'revert' ? [{ shape, seq }] : []
    })
    return checked
      .filter(({ shape, seq }) => !this.supersession.isDeleted(shape, seq))
      .map(({ shape, seq }) => toRow(shape, seq, this.owner, this.isRevertedOrder(shape)))
  }

  private undo(checked: CheckedEntry, seq: number): void {
    const { counters } = this
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
    const { entry, kind } = checked
    if (isStateOnly(checked)) this.counters.stateOnly += 1
    const isOldMute =
      kind === 'mute' && 'until' in entry.data && !this.supersession.isNewestMute(entry.data.userId, seq)
    const isPast = mode === 'history' || isOldMute
    const item = { type: 'entry' as const, seq, checked, isReverted: this.isRevertedOrder(checked), isPast }
    const isOwn = this.owner !== null && entry.userId === this.owner
    if (mode === 'live' && isDroppable(kind) && !isOwn && !isMention(entry, this.owner)) {
      this.countDropped(this.lanes.addLossy(item), isHighVip(entry.vipLevel))
    } else {
      this.lanes.addLossless(item, mode === 'live')
    }
  }

  private isRevertedOrder({ kind, entry }: CheckedEntry): boolean {
    return kind === 'order' && this.supersession.isReverted(entry.id)
  }
}
