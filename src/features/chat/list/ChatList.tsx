import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { memo, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { roomText } from '#messages/zh/room.ts'
import {
  changeFeedAtom,
  feedAtom,
  filterAtom,
  isFollowingAtom,
  olderAtom,
  roomSnapshotAtom,
  shownItemsAtom,
  unreadAtom,
  unreadMentionsAtom,
} from '#state/feed/feed-atoms.ts'
import type { FeedItem } from '#state/feed/feed-state.ts'
import { hasReadAll, readMore, seekOlder, startReading, stopReading } from '#state/feed/reading.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import type { MenuItem } from '#ui/overlay/Menu.tsx'
import { RowActions } from '../menu/RowActions.tsx'
import { drawItem, type FailedMessageActions } from '../rows/ChatRow.tsx'
import styles from './ChatList.module.css'
import { ChatOlder } from './ChatOlder.tsx'
import { type ListElements, ListWindow } from './list-window.ts'
import type { RowWindow } from './row-window.ts'
import { usePauseOnHover } from './use-pause-on-hover.ts'
import { useReadingIntent } from './use-reading-intent.ts'
import { ChevronDown } from 'lucide-react'

/** A row that is cut off by less than this counts as entirely visible. */
const END_PX = 4

interface ChatListProps {
  readonly chatRoomNo: string
  /** Actions of failed messages. The object must be the same for the life of the list. */
  readonly failedActions: FailedMessageActions
  /** Loads older rows into the list that is being read. */
  readonly onLoadOlder: () => void
  /** Additional menu items of a row, for administrators. */
  readonly moreItems?: (row: FeedRow) => readonly MenuItem[]
}

const Row = memo(({ item, failedActions }: { readonly item: FeedItem; readonly failedActions: FailedMessageActions }) =>
  drawItem(item, failedActions),
)

/**
 * The chat list. It follows the newest message until the viewer scrolls up by wheel, finger, key or scroll bar; then it
 * holds still. Only the visible rows, and some around them, are in the page (decision 42).
 */
export function ChatList({ chatRoomNo, failedActions, onLoadOlder, moreItems }: ChatListProps) {
  const items = useAtomValue(shownItemsAtom)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const keysId = useId()
  const { isFollowing, isBehind, follow, read, readMoreOrFollow } = useFollowing(container, scroller, onLoadOlder)
  const { start, end, above, rows, below } = useListWindow(scroller, items, isFollowing)
  return (
    <div
      ref={setContainer}
      className={styles.container}
      data-following={isFollowing || undefined}
      data-behind={isBehind || undefined}
    >
      <ChatOlder list={scroller} onRetry={onLoadOlder} />
      <div
        ref={setScroller}
        className={styles.list}
        role="log"
        aria-label={roomText('chat.log')}
        aria-live="off"
        aria-describedby={keysId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard has to reach it
        tabIndex={0}
      >
        <div className={styles.content}>
          <div ref={above} className={styles.spacer} />
          <div ref={rows} data-rows={items.length}>
            {items.slice(start, end).map((item) => (
              <Row key={item.key} item={item} failedActions={failedActions} />
            ))}
          </div>
          <div ref={below} className={styles.spacer} />
        </div>
      </div>
      <p id={keysId} hidden>
        {roomText('chat.keys')}
      </p>
      {items.length === 0 && <ChatEmpty />}
      <RowActions
        chatRoomNo={chatRoomNo}
        list={scroller}
        onRead={read}
        onFollow={follow}
        onPastEnd={readMoreOrFollow}
        {...(moreItems && { moreItems })}
      />
      {isBehind && <NewMessagesButton onPress={follow} />}
    </div>
  )
}

const NO_KEYS: readonly string[] = []
/** Height of the viewport until it is measured: that of a tall phone. */
const INITIAL_HEIGHT_PX = 600
/** Rows above the tail that stay drawn until a frame without new rows. */
const SLACK_ROWS = 20

/** Lowest height of a row. */
const MIN_ROW_PX = 28
/** Rows drawn above the viewport while the list follows, for the first turn of the wheel. */
const TAIL_OVERSCAN_PX = 240

interface DrawnList extends Pick<RowWindow, 'start' | 'end'> {
  readonly above: RefObject<HTMLDivElement | null>
  readonly rows: RefObject<HTMLDivElement | null>
  readonly below: RefObject<HTMLDivElement | null>
}

/**
 * Returns which rows of the list are drawn: the newest while it follows, those around the viewport while it is read. The
 * scroller contains, in this order, the spacer above, the rows, and the spacer below.
 */
function useListWindow(scroller: HTMLElement | null, items: readonly FeedItem[], isFollowing: boolean): DrawnList {
  const above = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(NO_KEYS)
  const [tail, setTail] = useState(() => tailLength(INITIAL_HEIGHT_PX))
  const [listWindow, setListWindow] = useState<ListWindow | null>(null)

  const tailStart = useTailStart(items, tail)
  const { start, end } = (isFollowing ? null : rangeOf(items, wanted)) ?? { start: tailStart, end: items.length }

  useLayoutEffect(() => {
    const content = above.current?.parentElement
    if (scroller === null || !content || !above.current || !rows.current || !below.current) return
    const elements: ListElements = { scroller, content, above: above.current, rows: rows.current, below: below.current }
    const created = new ListWindow(elements, (keys, isNow) => {
      if (isNow) flushSync(() => setWanted(keys))
      else setWanted(keys)
    })
    setListWindow(created)
    // Before the first paint.
    setTail(tailLength(scroller.clientHeight))
    return () => created.stop()
  }, [scroller])

  // After each render: the range may contain other rows, and a row may have another height.
  useLayoutEffect(() => listWindow?.update(items, { start, end }, isFollowing))

  useEffect(() => {
    if (scroller === null || rows.current === null || listWindow === null) return
    return watch(scroller, rows.current, listWindow, (height) => flushSync(() => setTail(tailLength(height))))
  }, [scroller, listWindow])

  return { start, end, above, rows, below }
}

/**
 * Returns the first drawn row of a following list. Rows are removed in a frame without new rows: rows that move while
 * others are removed count as a layout shift. If there is no such frame, they are removed with the next ones.
 */
function useTailStart(items: readonly FeedItem[], tail: number): number {
  const { start: tailStart } = tailOf(items.length, tail)
  const next = items[tailStart]?.key ?? null
  const [first, setFirst] = useState(next)
  const from = Math.max(0, tailStart - SLACK_ROWS)
  const offset = items.slice(from, tailStart).findIndex(({ key }) => key === first)
  const start = offset === -1 ? tailStart : from + offset
  const isDue = next !== first && (offset === -1 || tailStart - start >= SLACK_ROWS / 2)
  useEffect(() => {
    if (!isDue) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setFirst(next))
    })
    return () => cancelAnimationFrame(frame)
  }, [isDue, next])
  return start
}

function watch(
  scroller: HTMLElement,
  rows: HTMLElement,
  listWindow: ListWindow,
  onHeight: (px: number) => void,
): () => void {
  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  scroller.addEventListener('scroll', () => listWindow.scrolled(), options)
  // Smooth scrolling after a key press can leave a following list short of its end.
  scroller.addEventListener('scrollend', () => listWindow.scrollEnded(), options)
  const onSize = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      if (target === scroller) {
        onHeight(contentRect.height)
        listWindow.resized()
      } else listWindow.rowsResized(contentRect.height)
    }
  })
  onSize.observe(scroller)
  onSize.observe(rows)
  return () => {
    controller.abort()
    onSize.disconnect()
  }
}

/** Returns the number of newest rows that fill the viewport and the overscan at any height of the rows. */
export function tailLength(viewportPx: number): number {
  return Math.ceil((viewportPx + TAIL_OVERSCAN_PX) / MIN_ROW_PX)
}

/** Returns the newest `length` of `count` rows. */
export function tailOf(count: number, length: number): Pick<RowWindow, 'start' | 'end'> {
  return { start: Math.max(0, count - length), end: count }
}

/** Returns the range of drawn rows in a changed list, by the first of them that still exists; null if none does. */
export function rangeOf(
  items: readonly { readonly key: string }[],
  drawn: readonly string[],
): Pick<RowWindow, 'start' | 'end'> | null {
  const offsets = new Map(drawn.map((key, offset) => [key, offset]))
  for (const [index, { key }] of items.entries()) {
    const offset = offsets.get(key)
    if (offset === undefined) continue
    const start = Math.max(0, index - offset)
    return { start, end: Math.min(items.length, start + drawn.length) }
  }
  return null
}

/** Whether the list follows the newest message, and the changes between following and reading. */
function useFollowing(container: HTMLElement | null, scroller: HTMLElement | null, onLoadOlder: () => void) {
  const store = useStore()
  const isFollowing = useAtomValue(isFollowingAtom)
  const { pausesOnHover } = useAtomValue(uiPreferencesAtom)
  const change = useSetAtom(changeFeedAtom)
  const read = () => change(startReading)
  const follow = () => change(stopReading)
  const readMoreOrFollow = () => {
    const { reading } = store.get(feedAtom)
    if (reading !== null) change(hasReadAll(reading) ? stopReading : readMore)
  }
  const isAtEnd = useAtEnd(scroller, !isFollowing)
  const unread = useAtomValue(unreadAtom)
  usePauseOnHover(container, { isOn: pausesOnHover, isFollowing, onPause: read, onResume: follow })
  useReadingIntent(scroller, {
    isReading: () => !store.get(isFollowingAtom),
    onReadBack: read,
    onSeek: () => change(seekOlder),
    // After a failure only the retry button loads older rows.
    onNearStart: () => {
      if (store.get(olderAtom) === null) onLoadOlder()
    },
    onReachEnd: readMoreOrFollow,
    onReturn: follow,
  })
  // At the end without new messages the last row is visible, so no button covers it.
  const isBehind = !isFollowing && (!isAtEnd || unread > 0)
  return { isFollowing, isBehind, follow, read, readMoreOrFollow }
}

/** Returns whether the list is scrolled to its end, while `isWatching`. Measured only then, because it costs a layout. */
function useAtEnd(list: HTMLElement | null, isWatching: boolean): boolean {
  const [isAtEnd, setAtEnd] = useState(true)
  useEffect(() => {
    if (list === null || !isWatching) return
    const measure = () => setAtEnd(list.scrollHeight - list.scrollTop - list.clientHeight <= END_PX)
    const frame = requestAnimationFrame(measure)
    list.addEventListener('scroll', measure, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      list.removeEventListener('scroll', measure)
      setAtEnd(true)
    }
  }, [list, isWatching])
  return isAtEnd
}

/** The text of an empty list; nothing until the room has been entered. */
function ChatEmpty() {
  const filter = useAtomValue(filterAtom)
  const hasEntered = useAtomValue(roomSnapshotAtom) !== null
  if (!hasEntered) return null
  if (filter !== 'all') {
    return (
      <p className={styles.empty}>{filter === 'gifts' ? roomText('chat.emptyGifts') : roomText('chat.emptyHighVip')}</p>
    )
  }
  return (
    <p className={styles.empty}>
      <b>{roomText('chat.emptyTitle')}</b>
      {roomText('chat.emptyText')}
    </p>
  )
}

/** Counts above this are shown as `999+`; `data-unread` stays exact. */
const MAX_COUNT = 999

/** The number of new messages while the viewer reads back. A press returns to the newest. */
export function NewMessagesButton({ onPress }: { readonly onPress: () => void }) {
  const unread = useAtomValue(unreadAtom)
  const count = useAtomValue(unreadMentionsAtom)
  const unreadText =
    unread > MAX_COUNT ? roomText('chat.unreadMost', { most: MAX_COUNT }) : roomText('chat.unread', { count: unread })
  const label = unread === 0 ? roomText('chat.newest') : unreadText
  const mentions = count > 0 ? roomText('chat.mentions', { count }) : null
  return (
    <button
      type="button"
      className={styles.pill}
      data-unread={unread}
      data-mentions={count || undefined}
      aria-label={mentions === null ? label : roomText('chat.pillName', { mentions, rest: label })}
      onClick={onPress}
    >
      <ChevronDown size={16} aria-hidden="true" />
      {mentions !== null && <b className={styles.mentions}>{mentions}</b>}
      <span className={styles.long}>{label}</span>
      <span className={styles.short}>{unread === 0 ? label : unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}</span>
    </button>
  )
}
