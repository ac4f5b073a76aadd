import { useEffect, useRef } from 'react'

export interface RowKeys {
  /** The keys have come to a row: the list is to hold still. Called before it is focused. */
  readonly onRow: () => void
  /** There is no row below: the next ones are wanted, or the newest. */
  readonly onPastEnd: () => void
  /** The row's menu was asked for. */
  readonly onMenu: (row: HTMLElement) => void
  /** What a screen reader says of a row. */
  readonly nameOf: (row: HTMLElement) => string
}

/** Rows as the list draws them: next to each other in one holder. */
const ROWS = '[data-rows] > *'

/**
 * Arrow keys move a focus from row to row, Enter and the menu key ask for the row's menu. The list itself is one stop of
 * the Tab key; a row takes the focus only while the arrows are on it.
 */
export function useRowKeys(list: HTMLElement | null, keys: RowKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => (list === null ? undefined : watch(list, () => current.current)), [list])
}

/** The lowest row that is wholly in sight. */
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

  // A row that leaves the page takes the focus with it; the list then has it, so that the arrows go on from there.
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
    // Null when the row itself is gone: the observer sees to that.
    if (event.relatedTarget === null) return
    last = null
    onRows.disconnect()
  }

  const listening = new AbortController()
  const { signal } = listening
  list.addEventListener('keydown', onKeyDown, { signal })
  list.addEventListener('focusin', onFocusIn, { signal })
  list.addEventListener('focusout', onFocusOut, { signal })
  return () => {
    listening.abort()
    onRows.disconnect()
  }
}
