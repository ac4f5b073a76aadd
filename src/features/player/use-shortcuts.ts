import { useEffect, useRef } from 'react'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { readKey, type Shortcut, shortcutOf } from './shortcut.ts'

/**
 * Listens to the player's keys in the whole page, unless the viewer has switched them off (WCAG 2.1.4), while there is
 * something to play: the space bar scrolls it otherwise.
 */
export function useShortcuts(isOpen: boolean, onShortcut: (shortcut: Shortcut) => void): void {
  const latest = useRef(onShortcut)
  useEffect(() => {
    latest.current = onShortcut
  })
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent): void => {
      const shortcut =
        event.defaultPrevented || !store.get(uiPreferencesAtom).hasShortcuts ? null : shortcutOf(readKey(event))
      if (!shortcut) return
      event.preventDefault()
      latest.current(shortcut)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}
