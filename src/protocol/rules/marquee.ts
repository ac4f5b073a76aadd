import type { MarqueeItem } from '../room/feed.ts'

/** The category whose items show only inside their window. */
export const TIMED_CATEGORY = 1

/** S4.27: start inclusive, end exclusive; an open side has no bound; other categories always show. */
export function isMarqueeItemShown(item: MarqueeItem, now: number): boolean {
  if (item.category !== TIMED_CATEGORY) return true
  return (item.pmdTimerStart ?? Number.NEGATIVE_INFINITY) <= now && now < (item.pmdTimerEnd ?? Number.POSITIVE_INFINITY)
}

/** S4.28 and S4.29: one item is repeated to five, two or three are tripled, four and more stay, none shows nothing. */
export function repeatMarqueeItems<Item>(items: readonly Item[]): Item[] {
  const times = items.length === 1 ? 5 : items.length === 2 || items.length === 3 ? 3 : 1
  return Array.from({ length: times }, () => items).flat()
}

/** Settled 25: window filter first, then repetition. `copy` tells copies of one item apart. */
export function marqueeRun(items: readonly MarqueeItem[], now: number): { item: MarqueeItem; copy: number }[] {
  const shown = items.filter((item) => isMarqueeItemShown(item, now))
  const copies = new Map<string, number>()
  return repeatMarqueeItems(shown).map((item) => {
    const copy = copies.get(item.id) ?? 0
    copies.set(item.id, copy + 1)
    return { item, copy }
  })
}
