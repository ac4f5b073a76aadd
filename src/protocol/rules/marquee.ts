import type { MarqueeItem, MarqueeTime } from '../room/feed.ts'
import { timeOfSiteDateTime } from '../time.ts'

/** Category of items that are shown in their time window only. */
export const TIMED_CATEGORY = 1

/** S4.27: start is inclusive, end exclusive, null has no bound. Other categories are always shown. */
export function isMarqueeItemShown(item: MarqueeItem, now: number): boolean {
  if (item.category !== TIMED_CATEGORY) return true
  return (timeOf(item.pmdTimerStart) ?? Number.NEGATIVE_INFINITY) <= now && !isMarqueeItemOver(item, now)
}

/** S4.27: whether the time window of an item has ended. */
export function isMarqueeItemOver({ category, pmdTimerEnd }: MarqueeItem, now: number): boolean {
  return category === TIMED_CATEGORY && (timeOf(pmdTimerEnd) ?? Number.POSITIVE_INFINITY) <= now
}

function timeOf(time: MarqueeTime): number | null {
  return typeof time === 'string' ? timeOfSiteDateTime(time) : time
}

/** S4.28 and S4.29: one item is shown five times, two or three items three times, more items once. */
export function repeatMarqueeItems<Item>(items: readonly Item[]): Item[] {
  const times = items.length === 1 ? 5 : items.length === 2 || items.length === 3 ? 3 : 1
  return Array.from({ length: times }, () => items).flat()
}

/** Settled 25: filters by time, then repeats. `copy` numbers the copies of an item. */
export function marqueeRun(items: readonly MarqueeItem[], now: number): { item: MarqueeItem; copy: number }[] {
  const shown = items.filter((item) => isMarqueeItemShown(item, now))
  const copies = new Map<string, number>()
  return repeatMarqueeItems(shown).map((item) => {
    const copy = copies.get(item.id) ?? 0
    copies.set(item.id, copy + 1)
    return { item, copy }
  })
}
