import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'

/** Turns days around today into moments, and leaves out what is not in force now. */
export function inForce<Item extends { readonly fromDay: number; readonly toDay: number }>(
  items: readonly Item[],
  now: number,
): (Omit<Item, 'fromDay' | 'toDay'> & { start: number; end: number })[] {
  const today = startOfSiteDay(now)
  return items
    .map(({ fromDay, toDay, ...item }) => ({ ...item, start: today + fromDay * DAY_MS, end: today + toDay * DAY_MS }))
    .filter(({ start, end }) => start <= now && now < end)
}
