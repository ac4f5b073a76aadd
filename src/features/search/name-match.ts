import type { Readings } from './pinyin.ts'

/** Where in a name a query was found, the best first: it is the whole name, its beginning, or a part of it. */
export const PLACES = ['whole', 'start', 'inside'] as const
export type Place = (typeof PLACES)[number]

/** Width of letters, their case, spaces and marks make no difference. */
export function searchForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')
}

/**
 * Finds a query in a name as people type it: characters, initials (`bgl`), pinyin (`beigang`), the beginning of pinyin
 * (`beig`), or any mixture (`北gang`). A part must begin where a character begins, so that `an` does not find 联.
 * Both are in {@link searchForm}. Work grows with name × query and with nothing else.
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

/** After which character the query is used up when it begins at `from`, the longest way first; null when it is not. */
function matchFrom(characters: readonly string[], from: number, query: string, readings: Readings): number | null {
  let found: number | null = null
  /** How much of the query may be used up before the character in hand. */
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

/** Every beginning of a reading that the query goes on with: `b`, `be`, `bei`. */
function addBeginnings(ends: Set<number>, query: string, position: number, reading: string): void {
  for (let length = 0; length < reading.length; length += 1) {
    if (query[position + length] !== reading[length]) return
    ends.add(position + length + 1)
  }
}
