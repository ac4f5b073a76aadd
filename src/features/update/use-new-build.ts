import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionAtom } from '#state/data/connection.ts'
import { isNewBuild, currentBuild, servedBuild } from './builds.ts'
import { prepareUpdate } from './service-worker.ts'

/** Poll interval while the page is visible. */
const INTERVAL_MS = 10 * 60_000
/** Min time between two polls, except after a reconnection. */
const PAUSE_MS = 30_000

/** A page that connects within this time after its load (ms) is of the served build. */
const LOADED_MS = 3_000

interface NewBuild {
  /** The served build differs from this page's. */
  readonly isServed: boolean
  /** Hides the prompt in this tab until there is another build. */
  readonly putOff: () => void
}

/**
 * Detects a new build: at intervals, when the page becomes visible, and after a reconnection, because a deployment
 * restarts the server.
 */
export function useNewBuild(): NewBuild {
  const store = useStore()
  const [served, setServed] = useState<string | null>(null)
  const [deferred, setDeferred] = useState<string | null>(null)
  const own = currentBuild()

  useEffect(() => {
    if (own === '') return
    let askedAt = Date.now()
    let hasReconnected = false
    const ask = async () => {
      if (document.hidden || (!hasReconnected && Date.now() - askedAt < PAUSE_MS)) return
      askedAt = Date.now()
      hasReconnected = false
      const build = await servedBuild()
      if (build === null) return
      setServed(build)
      if (build !== own) void prepareUpdate()
    }
    const timer = window.setInterval(() => void ask(), INTERVAL_MS)
    const onVisible = () => void ask()
    document.addEventListener('visibilitychange', onVisible)
    const stop = store.sub(connectionAtom, () => {
      if (store.get(connectionAtom) !== 'online' || performance.now() < LOADED_MS) return
      // A hidden page asks when it becomes visible.
      hasReconnected = true
      void ask()
    })
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      stop()
    }
  }, [own, store])

  return { isServed: isNewBuild(served, own, deferred), putOff: () => setDeferred(served) }
}
