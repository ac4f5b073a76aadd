import { useEffect, useState } from 'react'
import { matchName, searchForm } from './name-match.ts'
import type { Readings } from './pinyin.ts'

const NO_READINGS: Readings = new Map()

/**
 * Returns whether every word of a query is found in one of the names, in characters or pinyin. Punctuation alone (⚽,
 * ？？) finds nothing.
 */
export function namesMatch(names: readonly string[], query: string, readings: Readings): boolean {
  const forms = names.map(searchForm)
  const words = query
    .split(/\s+/)
    .map(searchForm)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => forms.some((form) => matchName(form, word, readings) !== null))
}

/** Compares names with a query: by characters at once, and by pinyin when the readings are loaded. */
export function useNameMatcher(query: string): (names: readonly string[]) => boolean {
  const [readings, setReadings] = useState(NO_READINGS)
  const isWanted = query !== ''
  useEffect(() => {
    let isMounted = true
    const load = async () => {
      try {
        const [{ default: list }, { parseReadings }] = await Promise.all([
          import('./readings.json'),
          import('./pinyin.ts'),
        ])
        if (isMounted) setReadings(parseReadings(list))
      } catch {
        // Without readings only characters are compared.
      }
    }
    if (isWanted) void load()
    return () => {
      isMounted = false
    }
  }, [isWanted])
  return (names) => namesMatch(names, query, readings)
}
