import { useEffect } from 'react'
import { serverNow } from '#transport/client.ts'
import { onFront, STALE_MS } from './on-return.ts'

/** Asks again with `retry` when the page is looked at again and the last answer has grown old; null = none yet. */
export function useAgain(answer: unknown, retry: () => void): void {
  useEffect(() => {
    if (answer === null) return
    let askedAt = serverNow()
    return onFront(() => {
      if (serverNow() - askedAt < STALE_MS) return
      // Coming back from sleep has several signs at once.
      askedAt = serverNow()
      retry()
    })
  }, [answer, retry])
}
