import { useDeferredValue } from 'react'

/**
 * False during the first render, true right after: for content below the fold, so that navigation paints the visible
 * part first.
 */
export function useSettled(): boolean {
  return useDeferredValue(true, false)
}
