import { useEffect, useEffectEvent } from 'react'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'

/**
 * Handles the player's keys on the page, unless disabled (WCAG 2.1.4), while there is video; otherwise the space bar
 * scrolls.
 */
export function useShortcuts(isOpen: boolean, onShortcut: (shortcut: Shortcut) => void): void {
  const press = useEffectEvent(onShortcut)
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent): void => {
      const shortcut =
        event.defaultPrevented || !store.get(uiPreferencesAtom).hasShortcuts ? null : shortcutOf(readKey(event))
      if (!shortcut) return
      event.preventDefault()
      press(shortcut)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}

type Shortcut = 'play' | 'mute' | 'full-screen'

export interface Key {
  readonly code: string
  readonly isRepeat: boolean
  readonly hasModifier: boolean
  /** A text field has the focus. */
  readonly isTyping: boolean
  /** The focused control would handle the key, or a list would scroll. */
  readonly isOnControl: boolean
}

/** The action of a key: space toggles playback, M toggles mute, F toggles full screen. None while text is typed. */
export function shortcutOf(key: Key): Shortcut | null {
  if (key.isRepeat || key.hasModifier || key.isTyping) return null
  if (key.code === 'Space') return key.isOnControl ? null : 'play'
  if (key.code === 'KeyM') return 'mute'
  return key.code === 'KeyF' ? 'full-screen' : null
}

/** Sliders are not text fields, so the keys work after a volume change. */
const TYPING =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const CONTROL =
  'button, a[href], summary, [role="button"], [role="switch"], [role="slider"], [role="tab"], [role="log"], [role="article"]'

/** Open dialogs and menus, where a letter selects an item. */
const WINDOW = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The context of a key press; an open dialog or menu handles its own keys. */
function readKey(event: KeyboardEvent): Key {
  const target = event.target instanceof Element ? event.target : null
  return {
    code: event.code,
    isRepeat: event.repeat,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey || event.shiftKey,
    isTyping: event.isComposing || target?.closest(`${TYPING}, ${WINDOW}`) !== null,
    isOnControl: target?.closest(CONTROL) !== null,
  }
}
