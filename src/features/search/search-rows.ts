import type { SearchGroup, SearchItem, SearchSection } from './search-index.ts'

/** A line of the list that can be chosen. */
export type SearchRow =
  | { readonly kind: 'item'; readonly key: string; readonly item: SearchItem }
  /** Searches again for these words. */
  | { readonly kind: 'recent'; readonly key: string; readonly query: string }
  /** Leads to the page with every match that was found. */
  | { readonly kind: 'all'; readonly key: string; readonly query: string }

export interface RowGroup {
  readonly key: SearchGroup | 'recent' | 'now' | 'all'
  /** How many there are when not all of them are shown. */
  readonly total: number | null
  readonly rows: readonly SearchRow[]
}

const NOW_SHOWN = 5

/** Before anything is typed: what was searched for lately, and what most people are watching. */
export function idleGroups(recent: readonly string[], items: readonly SearchItem[]): RowGroup[] {
  const now = items
    .filter(({ group, isLive }) => isLive && group === 'match')
    .sort((one, other) => other.weight - one.weight)
    .slice(0, NOW_SHOWN)
  const groups: RowGroup[] = [
    { key: 'recent', total: null, rows: recent.map((query) => ({ kind: 'recent', key: `recent-${query}`, query })) },
    { key: 'now', total: null, rows: now.map((item) => ({ kind: 'item', key: item.key, item })) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

/** What was found, group by group; with more matches than are shown, last a way to all of them. */
export function foundGroups(query: string, sections: readonly SearchSection[]): RowGroup[] {
  const groups: RowGroup[] = sections.map(({ group, items, total }) => ({
    key: group,
    total: total > items.length ? total : null,
    rows: items.map((item) => ({ kind: 'item', key: item.key, item })),
  }))
  const isCut = sections.some(({ group, items, total }) => group === 'match' && total > items.length)
  return isCut ? [...groups, { key: 'all', total: null, rows: [{ kind: 'all', key: 'all', query }] }] : groups
}

/** The row that arrow keys lead to: round and round, `null` (the box itself) between the last and the first. */
export function stepRow(active: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null
  const next = (active ?? (step === 1 ? -1 : count)) + step
  return next < 0 || next >= count ? null : next
}
