import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { call } from '#transport/client.ts'
import { isAccessPage, wayBack } from './outcomes/way-back.ts'

const CLOSED = 0

/**
 * Checks once at start whether the site is open (S7.25). A refusal of this call leads to the maintenance page (S4.26).
 */
export function useSiteCheck(): void {
  const navigate = useNavigate()
  const location = useLocation()
  const place = useRef(location)
  useEffect(() => {
    place.current = location
  }, [location])
  useEffect(() => {
    const waiting = new AbortController()
    const ask = async () => {
      const result = await call('site.perInfo', {}, { signal: waiting.signal })
      const { pathname } = place.current
      if (!result.ok || result.data.maintainStatus !== CLOSED || waiting.signal.aborted) return
      if (pathname === '/cs' || isAccessPage(pathname)) return
      const { maintainEnd } = result.data
      void navigate('/maintenance', { state: { maintainEnd, from: wayBack(place.current) } })
    }
    void ask()
    return () => waiting.abort()
  }, [navigate])
}
