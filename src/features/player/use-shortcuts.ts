import { useEffect, useRef } from 'react'
import { readKey, type Shortcut, shortcutOf } from './shortcut.ts'

/** Listens to the player's keys in the whole page. */
export function useShortcuts(onShortcut: (shortcut: Shortcut) => void): void {
  const latest = useRef(onShortcut)
  useEffect(() => {
    latest.current = onShortcut
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = event.defaultPrevented ? null : shortcutOf(readKey(event))
      if (!shortcut) return
      event.preventDefault()
      latest.current(shortcut)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
