import { useCallback, useEffect, useRef } from 'react'
import { DEBOUNCE_MS } from '#protocol/constants.ts'

/**
 * S9.8: runs a task 300 ms after the last request with the latest value. `cancel` and unmounting drop a pending
 * request.
 */
export function useDebounced<Value>(task: (value: Value) => void): { ask(value: Value): void; cancel(): void } {
  const latest = useRef(task)
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => {
    latest.current = task
  }, [task])
  const cancel = useCallback(() => window.clearTimeout(timer.current), [])
  const ask = useCallback(
    (value: Value) => {
      cancel()
      timer.current = window.setTimeout(() => latest.current(value), DEBOUNCE_MS)
    },
    [cancel],
  )
  useEffect(() => cancel, [cancel])
  return { ask, cancel }
}
