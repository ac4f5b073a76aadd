import { useEffect, useEffectEvent } from 'react'

interface RowKeys {
  /** A row is about to be focused: the list should hold still. */
  readonly onRow: () => void
  /** The focus is on the last row and should move down. */
  readonly onPastEnd: () => void
  /** The key for the row's menu was pressed. */
  readonly onMenu: (row: HTMLElement) => void
  /** Returns the accessible name of a row. */
  readonly nameOf: (row: HTMLElement) => string
}

/** The rows are siblings in one container. */
const ROWS = '[data-rows] > *'

/**
 * Arrow keys move the focus between rows; Enter and the menu key open the row's menu. The list is the only tab stop: a row
 * is focusable only while the arrow keys are on it.
 */
export function useRowKeys(list: HTMLElement | null, keys: RowKeys): void {
  const latest = useEffectEvent(() => keys)
  useEffect(() => (list === null ? undefined : watch(list, () => latest())), [list])
}

/** Returns the lowest row that is entirely visible. */
function lowestRow(list: HTMLElement): HTMLElement | null {
  const { top, bottom } = list.getBoundingClientRect()
  const rows = [...list.querySelectorAll<HTMLElement>(ROWS)]
  return (
    rows.findLast((row) => {
      const box = row.getBoundingClientRect()
      return box.bottom <= bottom + 1 && box.top >= top - 1
    }) ??
    rows.at(-1) ??
    null
  )
}

/** Adds the listeners. The function is long because they share the focused row. */
function watch(list: HTMLElement, keys: () => RowKeys): () => void {
  const focused = (): HTMLElement | null => {
    const { activeElement } = document
    return activeElement instanceof HTMLElement && activeElement.matches(ROWS) ? activeElement : null
  }

  function focus(row: HTMLElement): void {
    keys().onRow()
    row.tabIndex = -1
    row.setAttribute('role', 'article')
    row.setAttribute('aria-label', keys().nameOf(row))
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }

  function move(isUp: boolean): void {
    const row = focused()
    const next = row === null ? lowestRow(list) : isUp ? row.previousElementSibling : row.nextElementSibling
    if (next instanceof HTMLElement) focus(next)
    else if (!isUp) keys().onPastEnd()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (isPlain && !event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      return move(event.key === 'ArrowUp')
    }
    if (event.key === 'End') return list.focus({ preventScroll: true })
    const row = focused()
    const isMenu = event.key === 'Enter' || event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (row === null || !isMenu) return
    event.preventDefault()
    keys().onMenu(row)
  }

  // A focused row that is removed loses the focus. The list takes it, so that the arrow keys continue.
  let last: HTMLElement | null = null
  const onRows = new MutationObserver(() => {
    if (last === null || last.isConnected) return
    last = null
    if (document.activeElement === document.body) list.focus({ preventScroll: true })
  })
  function onFocusIn(): void {
    last = focused()
    if (last === null) onRows.disconnect()
    else onRows.observe(list, { childList: true, subtree: true })
  }
  function onFocusOut(event: FocusEvent): void {
    // Null if the row was removed, which the observer handles.
    if (event.relatedTarget === null) return
    last = null
    onRows.disconnect()
  }

  const controller = new AbortController()
  const { signal } = controller
  list.addEventListener('keydown', onKeyDown, { signal })
  list.addEventListener('focusin', onFocusIn, { signal })
  list.addEventListener('focusout', onFocusOut, { signal })
  return () => {
    controller.abort()
    onRows.disconnect()
  }
}
