import { useAtomValue, useSetAtom, useStore } from 'jotai'
import type { ReactNode } from 'react'
import { memo, useCallback, useId, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { FeedRow } from '#protocol/worker-api.ts'
import { rt } from '#lib/text/room.ts'
import type { FeedItem } from '#state/feed-items.ts'
import { hasReadAll, readOn, startReading, stopReading } from '#state/feed-reading.ts'
import { changeFeedAtom, feedAtom, isFollowingAtom, prependedAtom, shownItemsAtom, unreadAtom } from '#state/room.ts'
import { uiPreferencesAtom } from '#state/ui-preferences.ts'
import type { MenuItem } from '#ui/Menu.tsx'
import styles from './ChatList.module.css'
import { ChatEmpty } from './ChatEmpty.tsx'
import { ChatPill } from './ChatPill.tsx'
import { ChatRows } from './ChatRows.tsx'
import { useAtEnd } from './use-at-end.ts'
import { useHoldPlace } from './use-hold-place.ts'
import { usePauseOnHover } from './use-pause-on-hover.ts'
import { useReadingIntent } from './use-reading-intent.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** Rows before the list get smaller indexes; this leaves room for many pages of history. */
const FIRST_INDEX = 1_000_000
/** Rendered beyond the visible part: without it the newest rows are blank for a frame (research: chatbench, section 3). */
const OVERSCAN_PX = 600
/**
 * While following nothing is below the visible part except what arrives in one frame: it is drawn at once. Above it a
 * turn of the wheel must find rows, until the list knows that it is read.
 */
const OVERSCAN_FOLLOWING = { top: 240, bottom: 4_000 } as const

export interface ChatListProps {
  readonly chatRoomNo: string
  /** Draws one item. The same function for the life of the list. */
  readonly renderItem: (item: FeedItem) => ReactNode
  /** Puts older rows before the list that is being read. */
  readonly onLoadOlder: () => void
  /** What else can be done with a row, below what everybody can do. */
  readonly moreItems?: (row: FeedRow) => readonly MenuItem[]
}

const keyOf = (_index: number, item: FeedItem) => item.key

/**
 * The chat. Follows the newest line until the viewer reads back by wheel, finger, key or scroll bar; then it holds
 * still. The settings are measured: others lose the end of the list or go blank from 50 messages a second.
 */
export function ChatList({ chatRoomNo, renderItem, onLoadOlder, moreItems }: ChatListProps) {
  const items = useAtomValue(shownItemsAtom)
  const isFollowing = useAtomValue(isFollowingAtom)
  const prepended = useAtomValue(prependedAtom)
  const { pausesOnHover } = useAtomValue(uiPreferencesAtom)
  const change = useSetAtom(changeFeedAtom)
  const store = useStore()
  const keysId = useId()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const takeScroller = useCallback((element: HTMLElement | Window | null) => {
    setScroller(element instanceof HTMLElement ? element : null)
  }, [])
  const read = () => change(startReading)
  const goOn = () => change(stopReading)
  const readOnOrFollow = () => {
    const { reading } = store.get(feedAtom)
    if (reading !== null) change(hasReadAll(reading) ? stopReading : readOn)
  }

  useStickToEnd(scroller, isFollowing)
  const isAtEnd = useAtEnd(scroller, !isFollowing)
  const unread = useAtomValue(unreadAtom)
  // At the end with nothing new there is nothing to return to, and the last line is to be read.
  const isBehind = !isFollowing && (!isAtEnd || unread > 0)
  useHoldPlace(scroller)
  usePauseOnHover(place, { isOn: pausesOnHover, isFollowing, onPause: read, onGoOn: goOn })
  useReadingIntent(scroller, {
    onReadBack: read,
    onNearStart: () => {
      if (!store.get(isFollowingAtom)) onLoadOlder()
    },
    onReachEnd: readOnOrFollow,
    onReturn: goOn,
  })
  const drawItem = useMemo(() => {
    const Row = memo(({ item }: { item: FeedItem }) => renderItem(item))
    return (_index: number, item: FeedItem) => <Row item={item} />
  }, [renderItem])

  return (
    <div
      ref={setPlace}
      className={styles.place}
      data-following={isFollowing || undefined}
      data-behind={isBehind || undefined}
    >
      <Virtuoso
        className={styles.list}
        role="log"
        aria-label={rt('chat.log')}
        aria-live="off"
        aria-describedby={keysId}
        data={items}
        computeItemKey={keyOf}
        itemContent={drawItem}
        firstItemIndex={FIRST_INDEX - prepended}
        increaseViewportBy={isFollowing ? OVERSCAN_FOLLOWING : OVERSCAN_PX}
        followOutput={false}
        alignToBottom
        scrollerRef={takeScroller}
      />
      <p id={keysId} hidden>
        {rt('chat.keys')}
      </p>
      {items.length === 0 && <ChatEmpty />}
      <ChatRows
        chatRoomNo={chatRoomNo}
        list={scroller}
        onRead={read}
        onGoOn={goOn}
        onPastEnd={readOnOrFollow}
        {...(moreItems && { moreItems })}
      />
      {isBehind && <ChatPill onPress={goOn} />}
    </div>
  )
}
