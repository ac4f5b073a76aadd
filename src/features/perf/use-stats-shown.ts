import { useCallback, useEffect, useState } from 'react'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'

/** Whether the panel is open: `?stats` in the URL opens it; the key ~ toggles it unless keyboard shortcuts are off. */
export function useStatsShown(search: string): { isShown: boolean; close: () => void } {
  const [isShown, setShown] = useState(() => new URLSearchParams(search).has('stats'))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.code !== 'Backquote' || isTyping || hasModifier || event.repeat) return
      if (!store.get(uiPreferencesAtom).hasShortcuts) return
      event.preventDefault()
      setShown((shown) => !shown)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { isShown, close: useCallback(() => setShown(false), []) }
}
