import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { memberAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { restoreHashScroll, restoreScroll } from './restore-scroll.ts'
import { readPositions, scrollTarget, withPosition } from './scroll-rule.ts'

const KEY = 'scroll'

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(positions: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]))
  } catch {
    // Storage forbidden or full: a reload starts at the top.
  }
}

/**
 * Stores the scroll position of each history entry and restores it, also after a reload. The end of a session clears them,
 * because paths contain numbers of orders.
 */
export function useScrollMemory(): void {
  const { key: entry, pathname, hash } = useLocation()
  // The first entry of every page load has the key `default`, so the path is added.
  const key = `${entry} ${pathname}`
  const type = useNavigationType()
  const memory = useRef({ positions: readPositions(stored()), key: '', pathname: '', top: 0, isHeld: false })

  useEffect(() => {
    let isMember = store.get(memberAtom) !== null
    return store.sub(memberAtom, () => {
      const wasMember = isMember
      isMember = store.get(memberAtom) !== null
      // Without a key the position of the page that is left is not stored.
      if (wasMember && !isMember) Object.assign(memory.current, { positions: new Map(), key: '' })
    })
  }, [])

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const follow = () => {
      // While a page is too short for the restored position, its scroll value is not the viewer's.
      if (!memory.current.isHeld) memory.current.top = window.scrollY
    }
    const save = () => {
      const { positions, key: shown, top } = memory.current
      write(shown === '' ? positions : withPosition(positions, shown, top))
    }
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [])

  useLayoutEffect(() => {
    const left = memory.current
    const positions =
      left.key === '' || left.key === key ? left.positions : withPosition(left.positions, left.key, left.top)
    const stored = positions.get(key) ?? null
    // Before anything scrolls: from here on positions belong to the new entry.
    const target = scrollTarget({ type, isSamePath: left.pathname === pathname, hash, stored })
    const entered = { positions, key, pathname, top: stored ?? 0, isHeld: target.kind === 'position' }
    memory.current = entered
    if (target.kind === 'position') {
      return restoreScroll(target.top, () => {
        entered.isHeld = false
      })
    }
    if (target.kind === 'element') return restoreHashScroll(target.id)
    if (target.kind === 'top') window.scrollTo({ top: 0, behavior: 'instant' })
    // Uses the last scroll event, because reading scrollY would force a layout before the first paint.
    if (target.kind === 'stay') memory.current.top = left.top
    return undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per entry of the history
  }, [key])
}
