import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { formatClockInFull } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { isFollowingAtom, shownItemsAtom } from '#state/feed/feed-atoms.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { AnchoredMenu, type MenuItem } from '#ui/overlay/Menu.tsx'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import { RoleBadge, VipBadge } from '#ui/text/Badge.tsx'
import { NAME_CLASS } from '../rows/ChatRow.tsx'
import { rowName } from '../rows/row-info.ts'
import type { ReportDialogProps } from './ReportDialog.tsx'
import { RowTools } from './RowTools.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useRowMenu } from './use-row-menu.tsx'
import styles from './RowTools.module.css'
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

interface OpenMenu {
  readonly row: FeedRow
  readonly element: HTMLElement
  readonly returnTo: HTMLElement
  /** The list follows again when the menu is closed. */
  readonly resumes: boolean
}

interface RowActionsProps {
  readonly chatRoomNo: string
  readonly list: HTMLElement | null
  /** The list should hold still. */
  readonly onRead: () => void
  /** The list may follow again. */
  readonly onFollow: () => void
  /** An arrow key moved down from the last row. */
  readonly onPastEnd: () => void
  readonly moreItems?: (row: FeedRow) => readonly MenuItem[]
}

/** The actions of a row by mouse, touch and keyboard: its tools, its menu and the report dialog. */
export function RowActions(props: RowActionsProps) {
  const { chatRoomNo, list } = props
  const [reported, setReported] = useState<FeedRow | null>(null)
  const { tools, hideTools, menu, menuItems, open, closeMenu, hold, release } = useRowActions(props, setReported)
  return (
    <>
      {tools && list && (
        <RowTools
          row={tools.row}
          top={tools.top}
          onDone={() => {
            hideTools()
            release()
          }}
          onHold={hold}
          onRelease={release}
          onMenu={() => open(tools.element, list)}
        />
      )}
      {menu && menuItems && (
        <AnchoredMenu
          anchor={menu.element}
          returnTo={menu.returnTo}
          head={<MenuHead row={menu.row} />}
          items={menuItems}
          onClose={closeMenu}
        />
      )}
      {reported && <ReportDialog chatRoomNo={chatRoomNo} row={reported} onClose={() => setReported(null)} />}
    </>
  )
}

/** State of the tools and the menu. */
// oxlint-disable-next-line max-lines-per-function -- pointer, touch and keyboard share this state
function useRowActions(
  { list, onRead, onFollow, onPastEnd, moreItems }: RowActionsProps,
  onReport: (row: FeedRow) => void,
) {
  const store = useStore()
  const [tools, setTools] = useState<Tools | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  /** The list holds still only because of a mouse on the tools or a finger on a row. */
  const isHeld = useRef(false)
  const itemsOf = useRowMenu(onReport)

  const rowOf = (element: HTMLElement): FeedRow | null => {
    const id = element.dataset['id']
    const item = store.get(shownItemsAtom).find((other) => other.type === 'row' && other.row.id === id)
    return item?.type === 'row' ? item.row : null
  }
  // A withdrawn order has no actions, not even for its author.
  const menuItemsOf = (row: FeedRow) => (row.kind === 'revert' ? [] : [...itemsOf(row), ...(moreItems?.(row) ?? [])])
  const open = (element: HTMLElement, returnTo: HTMLElement) => {
    // A removed row has no position for a menu.
    const row = element.isConnected ? rowOf(element) : null
    if (row === null || menuItemsOf(row).length === 0) return
    const resumes = returnTo === list && (isHeld.current || store.get(isFollowingAtom))
    isHeld.current = false
    onRead()
    setTools(null)
    setMenu({ row, element, returnTo, resumes })
  }
  const closeMenu = () => {
    if (menu?.resumes) onFollow()
    setMenu(null)
  }
  const hold = () => {
    if (!store.get(isFollowingAtom)) return
    isHeld.current = true
    onRead()
  }
  const release = () => {
    if (isHeld.current) onFollow()
    isHeld.current = false
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
  const openRow = useEffectEvent(open)
  const showTools = useEffectEvent((element: HTMLElement, top: number) => {
    const row = rowOf(element)
    setTools(row && { row, element, top })
  })
  const rest = useEffectEvent(hold)
  const lift = useEffectEvent(release)
  useEffect(() => {
    if (list === null) return
    return watchRows(list, NAME_CLASS, {
      onName: (element) => openRow(element, list),
      onEnter: (element, top) => showTools(element, top),
      onRest: () => rest(),
      onLift: () => lift(),
      onLongPress: (element) => openRow(element, list),
      onLeave: () => setTools(null),
      // While the list follows, rows move under the mouse.
      onScroll: () => {
        if (!store.get(isFollowingAtom) && !isHeld.current) setTools(null)
      },
    })
  }, [list, store])

  const menuItems = menu && menuItemsOf(menu.row)
  return { tools, hideTools: () => setTools(null), menu, menuItems, open, closeMenu, hold, release }
}

/** Head of a row's menu: the card of the author, and the time of the message. */
function MenuHead({ row }: { readonly row: FeedRow }) {
  const time = formatClockInFull(row.at)
  const { author } = row
  if (author === null) return time
  const name = row.isMine ? roomText('chat.mine') : author.memberName
  return (
    <div className={styles.card}>
      <Avatar id={author.userId} size={40} />
      <div className={styles.person}>
        <b>{name}</b>
        <span>
          {author.role && <RoleBadge of={author.role} />}
          {author.role !== 'anchor' && <VipBadge level={author.vipLevel} />}
          <time dateTime={new Date(row.at).toISOString()}>{time}</time>
        </span>
      </div>
    </div>
  )
}
