import { useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { isFollowingAtom, shownItemsAtom } from '#state/feed/feed-atoms.ts'
import { lazyWindow } from '#ui/lazy-part.tsx'
import { AnchoredMenu, type MenuItem } from '#ui/Menu.tsx'
import type { ReportDialogProps } from './ReportDialog.tsx'
import { RowHead } from './RowHead.tsx'
import { RowTools } from './RowTools.tsx'
import { rowName } from './row-words.ts'
import { useRowItems } from './use-row-items.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { watchRows } from './watch-rows.ts'

const ReportDialog = lazyWindow<ReportDialogProps>(
  async () => (await import('./ReportDialog.tsx')).ReportDialog,
  ({ onClose }) => onClose(),
)

interface Tools {
  readonly row: FeedRow
  readonly element: HTMLElement
  /** Pixels from the top of the list. */
  readonly top: number
}

interface Opened {
  readonly row: FeedRow
  readonly element: HTMLElement
  readonly returnTo: HTMLElement
  /** The list followed before; by mouse or finger it does so again afterwards. */
  readonly goesOn: boolean
}

export interface ChatRowsProps {
  readonly chatRoomNo: string
  readonly list: HTMLElement | null
  /** The list is to hold still. */
  readonly onRead: () => void
  /** The list may go on: it held still for a menu alone. */
  readonly onGoOn: () => void
  /** The keys go down from the last row. */
  readonly onPastEnd: () => void
  readonly moreItems?: (row: FeedRow) => readonly MenuItem[]
}

/** What can be done with a row, by mouse, finger and key: its tools, its menu and the report. */
export function ChatRows({ chatRoomNo, list, onRead, onGoOn, onPastEnd, moreItems }: ChatRowsProps) {
  const store = useStore()
  const [tools, setTools] = useState<Tools | null>(null)
  const [menu, setMenu] = useState<Opened | null>(null)
  const [reported, setReported] = useState<FeedRow | null>(null)
  /** The list holds still for a mouse on the tools, or a finger on a row, alone. */
  const isHeld = useRef(false)
  const itemsOf = useRowItems(setReported)

  const rowOf = (element: HTMLElement): FeedRow | null => {
    const id = element.dataset['id']
    const item = store.get(shownItemsAtom).find((other) => other.type === 'row' && other.row.id === id)
    return item?.type === 'row' ? item.row : null
  }
  // Of an order that was withdrawn nothing is left to act upon, its author included.
  const itemsFor = (row: FeedRow) => (row.kind === 'revert' ? [] : [...itemsOf(row), ...(moreItems?.(row) ?? [])])
  const open = (element: HTMLElement, returnTo: HTMLElement) => {
    // What has left the page has no place at which a menu could open.
    const row = element.isConnected ? rowOf(element) : null
    if (row === null || itemsFor(row).length === 0) return
    const goesOn = returnTo === list && (isHeld.current || store.get(isFollowingAtom))
    isHeld.current = false
    onRead()
    setTools(null)
    setMenu({ row, element, returnTo, goesOn })
  }
  const hold = () => {
    if (!store.get(isFollowingAtom)) return
    isHeld.current = true
    onRead()
  }
  const release = () => {
    if (isHeld.current) onGoOn()
    isHeld.current = false
  }
  const closeMenu = () => {
    if (menu?.goesOn) onGoOn()
    setMenu(null)
  }

  useRowKeys(list, {
    onRow: onRead,
    onPastEnd,
    onMenu: (element) => open(element, element),
    nameOf: (element) => {
      const row = rowOf(element)
      const shown = element.textContent ?? ''
      return row === null ? shown : rowName(row, shown)
    },
  })
  const latest = useRef({ open, rowOf, hold, release })
  useEffect(() => {
    latest.current = { open, rowOf, hold, release }
  })
  useEffect(() => {
    if (list === null) return
    return watchRows(list, {
      onRow(element, top) {
        const row = latest.current.rowOf(element)
        setTools(row && { row, element, top })
      },
      onRest: () => latest.current.hold(),
      onLift: () => latest.current.release(),
      onHold: (element) => latest.current.open(element, list),
      onNone: () => setTools(null),
      // While the list follows, another row comes under the mouse by itself.
      onScroll: () => {
        if (!store.get(isFollowingAtom) && !isHeld.current) setTools(null)
      },
    })
  }, [list, store])

  const items = menu && itemsFor(menu.row)
  return (
    <>
      {tools && list && (
        <RowTools
          row={tools.row}
          top={tools.top}
          onDone={() => {
            setTools(null)
            release()
          }}
          onHold={hold}
          onRelease={release}
          onMenu={() => open(tools.element, list)}
        />
      )}
      {menu && items && (
        <AnchoredMenu
          anchor={menu.element}
          returnTo={menu.returnTo}
          head={<RowHead row={menu.row} />}
          items={items}
          onClose={closeMenu}
        />
      )}
      {reported && <ReportDialog chatRoomNo={chatRoomNo} row={reported} onClose={() => setReported(null)} />}
    </>
  )
}
