import { matchName, type Place, PLACES, searchForm } from './name-match.ts'
import type { Readings } from './pinyin.ts'

/** The groups of the results in their order. */
export const SEARCH_GROUPS = ['match', 'anchor', 'team', 'league', 'game', 'help'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** The picture of an item: a crest, an avatar, or the icon of its group. */
interface SearchPicture {
  readonly kind: 'crest' | 'avatar'
  readonly id: string
  readonly src: string
}

export interface SearchItem {
  /** Unique key. */
  readonly key: string
  readonly group: SearchGroup
  readonly title: string
  /** One line below the title. */
  readonly note: string
  /** At the right: a score or a time. */
  readonly end: string
  /** Path of the item. */
  readonly path: string
  /** Live now. */
  readonly isLive: boolean
  /** Order among equal items: number of viewers, higher first. */
  readonly weight: number
  readonly picture: SearchPicture | null
  /** The searchable names, most important first. */
  readonly names: readonly string[]
}

/** An item with its normalized names. */
interface IndexedItem {
  readonly item: SearchItem
  readonly forms: readonly string[]
}

type SearchIndex = readonly IndexedItem[]

/** Builds the index once. Of items with the same key the first one is used. */
export function indexOf(items: readonly SearchItem[]): SearchIndex {
  const byKey = new Map<string, SearchItem>()
  for (const item of items) if (!byKey.has(item.key)) byKey.set(item.key, item)
  return [...byKey.values()].map((item) => ({ item, forms: item.names.map(searchForm).filter((form) => form !== '') }))
}

/**
 * The items that match a query, best first: live items, then whole name, start of the name, part of the name, then
 * weight. Every word of the query must be found in a name. An empty query finds nothing.
 */
export function search(index: SearchIndex, query: string, readings: Readings): SearchItem[] {
  const words = query
    .split(/\s+/)
    .map(searchForm)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  return index
    .flatMap(({ item, forms }) => {
      const place = placeOf(forms, words, readings)
      return place === null ? [] : [{ item, place }]
    })
    .sort(
      (one, other) =>
        Number(other.item.isLive) - Number(one.item.isLive) ||
        one.place - other.place ||
        other.item.weight - one.item.weight,
    )
    .map(({ item }) => item)
}

/** The worst rank of the words of the query; null if a word was not found. */
function placeOf(forms: readonly string[], words: readonly string[], readings: Readings): number | null {
  let worst = 0
  for (const word of words) {
    const places = forms
      .map((form) => matchName(form, word, readings))
      .filter((place): place is Place => place !== null)
    if (places.length === 0) return null
    worst = Math.max(worst, Math.min(...places.map((place) => PLACES.indexOf(place))))
  }
  return worst
}

/** The shown items of a group and their total number. */
export interface SearchSection {
  readonly group: SearchGroup
  readonly items: readonly SearchItem[]
  readonly total: number
}

const MAX_ITEMS: Readonly<Record<SearchGroup, number>> = { match: 6, anchor: 4, team: 3, league: 3, game: 4, help: 4 }

/** Groups the results; empty groups are left out. */
export function sectionsOf(found: readonly SearchItem[]): SearchSection[] {
  return SEARCH_GROUPS.flatMap((group) => {
    const all = found.filter((item) => item.group === group)
    return all.length === 0 ? [] : [{ group, items: all.slice(0, MAX_ITEMS[group]), total: all.length }]
  })
}
