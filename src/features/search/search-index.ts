import type { Place } from './name-match.ts'
import { matchName, PLACES, searchForm } from './name-match.ts'
import type { Readings } from './pinyin.ts'

/** The groups of the result, in their order. */
export const SEARCH_GROUPS = ['match', 'anchor', 'team', 'game', 'help'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** The picture before an item: a crest, a face, or the icon of its group. */
export interface SearchPicture {
  readonly kind: 'crest' | 'avatar'
  readonly id: string
  readonly src: string
}

/** Something that can be found. */
export interface SearchItem {
  /** Unlike that of every other item. */
  readonly key: string
  readonly group: SearchGroup
  readonly title: string
  /** One line under the title. */
  readonly note: string
  /** At the right: a score, a time. */
  readonly end: string
  /** Where it leads. */
  readonly path: string
  /** On the air now. */
  readonly isLive: boolean
  /** Between equals the heavier one comes first: people who are watching. */
  readonly weight: number
  readonly picture: SearchPicture | null
  /** What it is found by, the most important first. */
  readonly names: readonly string[]
}

/** An item with its names as they are compared. */
export interface IndexedItem {
  readonly item: SearchItem
  readonly forms: readonly string[]
}

export type SearchIndex = readonly IndexedItem[]

/** Prepares items once, so that each key only compares. Of two items with one key the first stays. */
export function indexOf(items: readonly SearchItem[]): SearchIndex {
  const byKey = new Map<string, SearchItem>()
  for (const item of items) if (!byKey.has(item.key)) byKey.set(item.key, item)
  return [...byKey.values()].map((item) => ({ item, forms: item.names.map(searchForm).filter((form) => form !== '') }))
}

/**
 * The items that answer a query, best first: what is live before what is not, then the whole name before its beginning
 * before a part of it, then the heavier one. With several words every word has to be found in some name. An empty query
 * finds nothing.
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

/** The worst of the places in which the words were found; null when one was not. */
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

/** A group of the result as far as it is shown, and how many there are. */
export interface SearchSection {
  readonly group: SearchGroup
  readonly items: readonly SearchItem[]
  readonly total: number
}

const MOST: Readonly<Record<SearchGroup, number>> = { match: 6, anchor: 4, team: 3, game: 4, help: 4 }

/** Sorts what was found into the groups that have anything. */
export function sectionsOf(found: readonly SearchItem[]): SearchSection[] {
  return SEARCH_GROUPS.flatMap((group) => {
    const all = found.filter((item) => item.group === group)
    return all.length === 0 ? [] : [{ group, items: all.slice(0, MOST[group]), total: all.length }]
  })
}
