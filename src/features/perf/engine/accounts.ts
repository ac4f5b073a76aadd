import * as z from 'zod/mini'
import type { FeedBatch } from '#protocol/worker/feed.ts'
import type { LabCounts, LabTotals } from '#protocol/worker/lab.ts'
import type { FeedState } from '#state/feed/feed-state.ts'

const count = z.int().check(z.nonnegative())

/** What became of every generated entry of a run. */
export const LabAccounts = z.object({
  generated: count,
  /** Rows of the list. */
  shown: count,
  /** Texts that were folded because they arrived too fast to be read. */
  folded: count,
  /** Recognized copies. A copy that was folded unread counts as folded. */
  duplicates: count,
  /** Deletions and reverts, and the messages that they withdrew before they were shown. */
  withdrawn: count,
  /** Entries that the receiver released because the page took no batches. A server sends them again. */
  released: count,
  /** Generated entries that are none of the above; 0 in a correct run. */
  missing: z.int(),
  /** Rows that were shown twice, in a wrong order, or although they were withdrawn; 0 in a correct run. */
  wrong: count,
})
export type LabAccounts = z.infer<typeof LabAccounts>

/** Returns whether nothing was lost and nothing was shown wrongly. */
export function isExact({ missing, wrong }: LabAccounts): boolean {
  return missing === 0 && wrong === 0
}

/** Newest ids that are remembered: more than a copy or a withdrawal lies behind its message. */
const REMEMBERED = 5_000

/** Counts what the page receives, independently of the counters of the feed. */
export class PageAccounts {
  shown = 0
  folded = 0
  /** Deletions and reverts. */
  withdrawals = 0
  #wrong = 0
  #lastSeq = 0
  readonly #shownIds = new RecentIds()
  readonly #withdrawnIds = new RecentIds()

  take(batch: FeedBatch): void {
    this.folded += batch.dropped
    for (const { id, seq } of batch.rows) {
      this.shown += 1
      if (seq <= this.#lastSeq || this.#shownIds.has(id)) this.#wrong += 1
      this.#lastSeq = seq
      this.#shownIds.add(id)
    }
    for (const patch of batch.patches) {
      this.withdrawals += 1
      if (patch.type === 'revert') this.#withdrawnIds.add(patch.orderId)
      else for (const id of patch.ids ?? []) this.#withdrawnIds.add(id)
    }
  }

  /** The accounts at the end of a run; `notOpened` entries were never opened. */
  close(totals: LabTotals, counts: LabCounts, notOpened: number, { items }: Pick<FeedState, 'items'>): LabAccounts {
    const { messages, copies, deletions, reverts } = totals
    const generated = messages + copies + deletions + reverts
    const { duplicates, superseded, stateOnly, malformed } = counts
    const withdrawn = superseded + stateOnly
    const released = counts.released + notOpened
    const known = this.shown + this.folded + duplicates + withdrawn + released
    const isWrong = items.filter((item) => {
      return item.type === 'row' && item.row.kind !== 'revert' && this.#withdrawnIds.has(item.row.id)
    })
    return {
      generated,
      shown: this.shown,
      folded: this.folded,
      duplicates,
      withdrawn,
      released,
      missing: generated - known,
      wrong: this.#wrong + isWrong.length + malformed,
    }
  }
}

/** A bounded set of ids: the newest half of it at least. */
class RecentIds {
  #newest = new Set<string>()
  #older = new Set<string>()

  has(id: string): boolean {
    return this.#newest.has(id) || this.#older.has(id)
  }

  add(id: string): void {
    this.#newest.add(id)
    if (this.#newest.size < REMEMBERED) return
    this.#older = this.#newest
    this.#newest = new Set()
  }
}
