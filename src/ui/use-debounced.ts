import { useCallback, useEffect, useRef } from 'react'
import { DEBOUNCE_MS } from '#protocol/constants.ts'

/**
 * S9.8: a task that runs 300 ms after it was last asked for, with the latest value; asking again begins anew. `cancel`
 * forgets what was asked for, and so does leaving the screen.
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
