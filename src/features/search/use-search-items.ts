import { useCallback, useEffect, useState } from 'react'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { SearchItem } from './search-index.ts'

/** What can be searched: what has arrived, and why the rest has not. */
export interface SearchSources {
  readonly items: readonly SearchItem[]
  readonly failure: Failure | null
}

export type LoadSearch = () => Promise<SearchSources>

const NOTHING: SearchSources = { items: [], failure: null }
const NOT_LOADED = failureOf(CODES.NETWORK_FAILURE)

/** Reads the sources when the search is opened; what was there stays while it is asked again. */
export function useSearchItems(load: LoadSearch): SearchSources & { isLoading: boolean; retry: () => void } {
  const [sources, setSources] = useState(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(-1)
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      // What reads the sources is itself code that comes with the first search, and may not arrive.
      const next = await load().catch(() => null)
      if (!isWanted) return
      setSources(({ items }) => next ?? { items, failure: NOT_LOADED })
      setLoaded(attempt)
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [load, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...sources, isLoading: loaded !== attempt, retry }
}
