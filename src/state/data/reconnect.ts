import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { connectionAtom } from './connection.ts'
import { store } from '../store.ts'
import { useEffect } from 'react'
import { serverNow } from '#transport/client.ts'

const CUT_OFF: readonly number[] = [
  CODES.NETWORK_FAILURE,
  CODES.NETWORK_ABNORMAL,
  CODES.LINE_SWITCHING,
  CODES.TIMEOUT,
  CODES.OFFLINE,
]

/** What everybody sees and seldom changes is asked for again after so many milliseconds, when somebody looks at it. */
export const STALE_MS = 300_000

/** Whether a call failed on its way: the server has said nothing about it. */
export function isConnectionFailure(failure: Failure | null): boolean {
  return failure !== null && CUT_OFF.includes(failure.code)
}

/** Runs something whenever the way to the server may be open again. Returns the function that ends it. */
export function onReconnect(run: () => void): () => void {
  const stop = store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'online') run()
  })
  window.addEventListener('online', run)
  return () => {
    stop()
    window.removeEventListener('online', run)
  }
}

/** The same, and when the page comes to the front; never while it is hidden. */
export function onForeground(run: () => void): () => void {
  const look = () => {
    if (!document.hidden) run()
  }
  const stop = onReconnect(look)
  document.addEventListener('visibilitychange', look)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', look)
  }
}

/** Asks again with `retry` when the page is looked at again and the last answer has grown old; null = none yet. */
export function useRefetchWhenStale(answer: unknown, retry: () => void): void {
  useEffect(() => {
    if (answer === null) return
    let askedAt = serverNow()
    return onForeground(() => {
      if (serverNow() - askedAt < STALE_MS) return
      // Coming back from sleep has several signs at once.
      askedAt = serverNow()
      retry()
    })
  }, [answer, retry])
}
