import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { MAINTENANCE_POLL_MS } from '#protocol/constants.ts'
import { loadSiteConfig } from '#state/site/load-site-config.ts'
import { call, serverNow } from '#transport/client.ts'
import { fieldOf } from '../outcomes/outcome.ts'
import { wayBack } from '../outcomes/way-back.ts'

const CLOSED = 0

export interface Recovery {
  readonly isChecking: boolean
  /** Time of the last unsuccessful check (server clock, epoch milliseconds), and whether the server responded. */
  readonly last: { readonly at: number; readonly isReached: boolean } | null
  /** Announced reopening time, if known. */
  readonly end: number | null
  readonly check: () => void
}

function endOf(data: unknown): number | null {
  const end = fieldOf(data, 'maintainEnd')
  return typeof end === 'number' && Number.isSafeInteger(end) && end > 0 ? end : null
}

/**
 * Checks every 30 s while the page is visible (S2.9) whether the site admits this viewer, then returns to the previous
 * screen. `isImmediate` checks at once: the page was opened by hand and nothing may be wrong.
 */
export function useRecovery(isImmediate: boolean): Recovery {
  const navigate = useNavigate()
  const location = useLocation()
  const [isChecking, setChecking] = useState(false)
  const [last, setLast] = useState<Recovery['last']>(null)
  const [respondedAt, setRespondedAt] = useState<number | null>(null)
  const busy = useRef(false)
  const target = wayBack(location)
  const leaving = useRef(new AbortController())

  useEffect(() => {
    const here = new AbortController()
    leaving.current = here
    return () => here.abort()
  }, [])

  const check = useCallback(async () => {
    const { signal } = leaving.current
    if (busy.current || signal.aborted) return
    busy.current = true
    setChecking(true)
    const result = await call('site.perInfo', {}, { signal })
    busy.current = false
    // The viewer has navigated elsewhere meanwhile.
    if (signal.aborted) return
    setChecking(false)
    if (result.ok && result.data.maintainStatus !== CLOSED) {
      // It was refused when the page was opened.
      void loadSiteConfig()
      return void navigate(target, { replace: true })
    }
    setLast({ at: serverNow(), isReached: result.ok || result.code > 0 })
    const end = endOf(result.ok ? result.data : result.details)
    if (end !== null) setRespondedAt(end)
  }, [navigate, target])

  useEffect(() => {
    let dueAt = Date.now() + (isImmediate ? 0 : MAINTENANCE_POLL_MS)
    let timer: number | undefined
    const plan = () => {
      window.clearTimeout(timer)
      if (!document.hidden) timer = window.setTimeout(ask, Math.max(0, dueAt - Date.now()))
    }
    const ask = () => {
      dueAt = Date.now() + MAINTENANCE_POLL_MS
      void check()
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', plan)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', plan)
    }
  }, [check, isImmediate])

  return { isChecking, last, end: respondedAt ?? endOf(location.state), check: () => void check() }
}
