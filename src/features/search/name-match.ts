import type { Readings } from './pinyin.ts'

/** Where a name contains the query, best first: the whole name, its start, or inside. */
export const PLACES = ['whole', 'start', 'inside'] as const
export type Place = (typeof PLACES)[number]

/** Normalizes text for comparison: width, case, spaces and punctuation. */
export function searchForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')
}

/**
 * Finds a query in a name: characters, initials (`bgl`), pinyin (`beigang`), a prefix of pinyin (`beig`), or a mixture
 * (`北gang`). A match starts at the start of a character, so `an` does not find 联. Both arguments are normalized by
 * {@link searchForm}. Runs in O(name × query).
 */
export function matchName(name: string, query: string, readings: Readings): Place | null {
  const characters = Array.from(name)
  if (query === '') return null
  for (let from = 0; from < characters.length; from += 1) {
    const end = matchFrom(characters, from, query, readings)
    if (end === null) continue
    if (from > 0) return 'inside'
    return end === characters.length ? 'whole' : 'start'
  }
  return null
}

/**
 * The index of the character after which the query is consumed when it starts at `from`, longest match first; null if
 * it is not.
 */
function matchFrom(characters: readonly string[], from: number, query: string, readings: Readings): number | null {
  let found: number | null = null
  /** Numbers of query characters that can be consumed before the current character. */
  let used = new Set([0])
  for (let at = from; at < characters.length && used.size > 0; at += 1) {
    const character = characters[at] ?? ''
    const next = new Set<number>()
    for (const position of used) {
      if (query.startsWith(character, position)) next.add(position + character.length)
      for (const reading of readings.get(character) ?? []) addBeginnings(next, query, position, reading)
    }
    if (next.delete(query.length)) found = at + 1
    used = next
  }
  return found
}

/** Adds all prefixes of a reading that the query continues with: `b`, `be`, `bei`. */
function addBeginnings(ends: Set<number>, query: string, position: number, reading: string): void {
  for (let length = 0; length < reading.length; length += 1) {
    if (query[position + length] !== reading[length]) return
    ends.add(position + length + 1)
  }
}
