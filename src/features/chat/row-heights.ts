import type { FeedItem } from '#state/feed/feed-state.ts'
import { ESTIMATED_ROW_PX, heightBetween } from './row-window.ts'

/** How high the rows of a list are: what was measured of those that were drawn once, a guess for the others. */
export class RowHeights {
  /** A row that leaves the list, or changes, takes its height with it. */
  private readonly measured = new WeakMap<FeedItem, number>()
  private items: readonly FeedItem[] = []

  list(items: readonly FeedItem[]): void {
    this.items = items
  }

  /** Measures the drawn rows; the first of them is row `start`. */
  measure(rows: HTMLCollection, start: number): void {
    for (let place = 0; place < rows.length; place += 1) {
      const item = this.items[start + place]
      const row = rows[place]
      if (item && row) this.measured.set(item, row.getBoundingClientRect().height)
    }
  }

  readonly heightOf = (index: number): number => {
    const item = this.items[index]
    return (item && this.measured.get(item)) ?? ESTIMATED_ROW_PX
  }

  /** Pixels that rows `from` to `to` (exclusive) take. */
  between(from: number, to: number): number {
    return heightBetween(this.heightOf, from, to)
  }
}
