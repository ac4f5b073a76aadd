import { useDeferredValue } from 'react'

/**
 * False while a part of the page is drawn for the first time, true right after: for what lies below the first sight, so
 * that a press in the navigation is answered by what is seen of the next screen.
 */
export function useSettled(): boolean {
  return useDeferredValue(true, false)
}
