import { useEffect, useState } from 'react'
import { matchName, searchForm } from './name-match.ts'
import type { Readings } from './pinyin.ts'

const NO_READINGS: Readings = new Map()

/**
 * Whether every word of a query is found in one of the names, in any spelling that the search knows. Signs alone (⚽, ？？)
 * are no word and find nothing.
 */
export function namesAnswer(names: readonly string[], query: string, readings: Readings): boolean {
  const forms = names.map(searchForm)
  const words = query
    .split(/\s+/)
    .map(searchForm)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => forms.some((form) => matchName(form, word, readings) !== null))
}

/** Compares names with a query: by characters at once, by pinyin too when the readings have been loaded. */
export function useNameMatcher(query: string): (names: readonly string[]) => boolean {
  const [readings, setReadings] = useState(NO_READINGS)
  const isWanted = query !== ''
  useEffect(() => {
    let isMounted = true
    const load = async () => {
      try {
        const [{ READINGS }, { parseReadings }] = await Promise.all([import('./readings.ts'), import('./pinyin.ts')])
        if (isMounted) setReadings(parseReadings(READINGS))
      } catch {
        // Without readings names are found by their characters.
      }
    }
    if (isWanted) void load()
    return () => {
      isMounted = false
    }
  }, [isWanted])
  return (names) => namesAnswer(names, query, readings)
}
