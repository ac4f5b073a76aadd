import type { SearchGroup, SearchItem, SearchSection } from './search-index.ts'
import { atom } from 'jotai/vanilla'

/** A selectable row of the list. */
export type SearchRow =
  | { readonly kind: 'item'; readonly key: string; readonly item: SearchItem }
  /** Repeats a search. */
  | { readonly kind: 'recent'; readonly key: string; readonly query: string }
  /** Links to the page with all matching matches. */
  | { readonly kind: 'all'; readonly key: string; readonly query: string }

export interface RowGroup {
  readonly key: SearchGroup | 'recent' | 'now' | 'all'
  /** Total number if not all are shown. */
  readonly total: number | null
  readonly rows: readonly SearchRow[]
}

const NOW_SHOWN = 5

/** Rows before a query: recent searches and most watched items. */
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

/** Results by group. If there are more matches than shown, the last row links to all of them. */
export function foundGroups(query: string, sections: readonly SearchSection[]): RowGroup[] {
  const groups: RowGroup[] = sections.map(({ group, items, total }) => ({
    key: group,
    total: total > items.length ? total : null,
    rows: items.map((item) => ({ kind: 'item', key: item.key, item })),
  }))
  const isCut = sections.some(({ group, items, total }) => group === 'match' && total > items.length)
  return isCut ? [...groups, { key: 'all', total: null, rows: [{ kind: 'all', key: 'all', query }] }] : groups
}

/** The next row for arrow keys; wraps around, with `null` (the input) between the last and the first row. */
export function stepRow(active: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null
  const next = (active ?? (step === 1 ? -1 : count)) + step
  return next < 0 || next >= count ? null : next
}

const MAX_RECENT = 6

/** Recent searches, newest first. Lives in this tab, because nothing about visitors is stored (Annex F). */
export const recentSearchesAtom = atom<readonly string[]>([])

/** Adds a search. A repeated one moves to the front. */
export function withSearch(recent: readonly string[], query: string): readonly string[] {
  const text = query.trim()
  return text === '' ? recent : [text, ...recent.filter((earlier) => earlier !== text)].slice(0, MAX_RECENT)
}
