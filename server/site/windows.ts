import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'

/** Converts days relative to today to times, and removes items that are not current. */
export function inForce<Item extends { readonly fromDay: number; readonly toDay: number }>(
  items: readonly Item[],
  now: number,
): (Omit<Item, 'fromDay' | 'toDay'> & { start: number; end: number })[] {
  const today = startOfSiteDay(now)
  return items
    .map(({ fromDay, toDay, ...item }) => ({ ...item, start: today + fromDay * DAY_MS, end: today + toDay * DAY_MS }))
    .filter(({ start, end }) => start <= now && now < end)
}
