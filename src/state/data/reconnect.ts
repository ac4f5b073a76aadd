import { connectionAtom } from './connection.ts'
import { store } from '../store.ts'
import { useLayoutEffect } from 'react'
import { serverNow } from '#transport/client.ts'

/** Public data that seldom changes is refetched after this time, when the page is visible. */
export const STALE_MS = 300_000

/** Calls `run` when the connection may have been restored. Returns the unsubscribe function. */
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

/** Calls `run` on reconnect and when the page becomes visible, never while it is hidden. Returns the unsubscribe function. */
export function onForeground(run: () => void): () => void {
  const runIfVisible = () => {
    if (!document.hidden) run()
  }
  const stop = onReconnect(runIfVisible)
  document.addEventListener('visibilitychange', runIfVisible)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', runIfVisible)
  }
}

/** Calls `retry` when the page returns to the foreground and `response` is stale. Null = no response yet. */
export function useRefetchWhenStale(response: unknown, retry: () => void): void {
  // A layout effect, so that the time counts from the moment at which the response is shown.
  useLayoutEffect(() => {
    if (response === null) return
    let requestedAt = serverNow()
    return onForeground(() => {
      if (serverNow() - requestedAt < STALE_MS) return
      // A wake-up from sleep triggers several events at once.
      requestedAt = serverNow()
      retry()
    })
  }, [response, retry])
}
