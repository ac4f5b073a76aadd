import { useEffect, useRef } from 'react'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'

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

export type Shortcut = 'play' | 'mute' | 'full-screen'

export interface Key {
  readonly code: string
  readonly isRepeat: boolean
  readonly hasModifier: boolean
  /** The element with the focus takes text. */
  readonly isTyping: boolean
  /** The element with the focus is a control that the key would press, or a list that it scrolls. */
  readonly isOnControl: boolean
}

/** What a key does to the player: space plays and pauses, M mutes, F fills the screen. Nothing while somebody types. */
export function shortcutOf(key: Key): Shortcut | null {
  if (key.isRepeat || key.hasModifier || key.isTyping) return null
  if (key.code === 'Space') return key.isOnControl ? null : 'play'
  if (key.code === 'KeyM') return 'mute'
  return key.code === 'KeyF' ? 'full-screen' : null
}

/** A slider takes no text: whoever has just set the volume still has the keys. */
const TYPING =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const CONTROL =
  'button, a[href], summary, [role="button"], [role="switch"], [role="slider"], [role="tab"], [role="log"], [role="article"]'

/** Open windows, questions among them, and menus, where a letter looks for an entry. */
const WINDOW = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The facts of a key press in the page; a press in an open window or menu belongs to that. */
export function readKey(event: KeyboardEvent): Key {
  const target = event.target instanceof Element ? event.target : null
  return {
    code: event.code,
    isRepeat: event.repeat,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey || event.shiftKey,
    isTyping: event.isComposing || target?.closest(`${TYPING}, ${WINDOW}`) !== null,
    isOnControl: target?.closest(CONTROL) !== null,
  }
}
