import { useAtomValue, useSetAtom, useStore } from 'jotai'
import type { ReactNode } from 'react'
import { memo, useCallback, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { rt } from '#lib/text/room.ts'
import type { FeedItem } from '#state/feed-items.ts'
import { hasReadAll, readOn, startReading, stopReading } from '#state/feed-reading.ts'
import { changeFeedAtom, feedAtom, isFollowingAtom, prependedAtom, shownItemsAtom } from '#state/room.ts'
import styles from './ChatList.module.css'
import { ChatEmpty } from './ChatEmpty.tsx'
import { ChatPill } from './ChatPill.tsx'
import { RowTools } from './RowTools.tsx'
import { useHoldPlace } from './use-hold-place.ts'
import { useReadingIntent } from './use-reading-intent.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** Rows before the list get smaller indexes; this leaves room for many pages of history. */
const FIRST_INDEX = 1_000_000
/** Rendered beyond the visible part: without it the newest rows are blank for a frame (research: chatbench, section 3). */
const OVERSCAN_PX = 600
/** While following nothing is below the visible part except what arrives in one frame: it is drawn at once. */
const OVERSCAN_FOLLOWING = { top: OVERSCAN_PX, bottom: 4_000 } as const

export interface ChatListProps {
  /** Draws one item. The same function for the life of the list. */
  readonly renderItem: (item: FeedItem) => ReactNode
  /** Puts older rows before the list that is being read. */
  readonly onLoadOlder: () => void
}

const keyOf = (_index: number, item: FeedItem) => item.key

/**
 * The chat. Follows the newest line until the viewer reads back by wheel, finger, key or scroll bar; then it holds
 * still. The settings are measured: others lose the end of the list or go blank from 50 messages a second.
 */
export function ChatList({ renderItem, onLoadOlder }: ChatListProps) {
  const items = useAtomValue(shownItemsAtom)
  const isFollowing = useAtomValue(isFollowingAtom)
  const prepended = useAtomValue(prependedAtom)
  const change = useSetAtom(changeFeedAtom)
  const store = useStore()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const takeScroller = useCallback((element: HTMLElement | Window | null) => {
    setScroller(element instanceof HTMLElement ? element : null)
  }, [])

  useStickToEnd(scroller, isFollowing)
  useHoldPlace(scroller)
  useReadingIntent(scroller, {
    onReadBack: () => change(startReading),
    onNearStart: () => {
      if (!store.get(isFollowingAtom)) onLoadOlder()
    },
    onReachEnd: () => {
      const { reading } = store.get(feedAtom)
      if (reading !== null) change(hasReadAll(reading) ? stopReading : readOn)
    },
    onReturn: () => change(stopReading),
  })
  const drawItem = useMemo(() => {
    const Row = memo(({ item }: { item: FeedItem }) => renderItem(item))
    return (_index: number, item: FeedItem) => <Row item={item} />
  }, [renderItem])

  return (
    <div className={styles.place} data-following={isFollowing || undefined}>
      <Virtuoso
        className={styles.list}
        role="log"
        aria-label={rt('chat.log')}
        aria-live="off"
        data={items}
        computeItemKey={keyOf}
        itemContent={drawItem}
        firstItemIndex={FIRST_INDEX - prepended}
        increaseViewportBy={isFollowing ? OVERSCAN_FOLLOWING : OVERSCAN_PX}
        followOutput={false}
        alignToBottom
        scrollerRef={takeScroller}
      />
      {items.length === 0 && <ChatEmpty />}
      <RowTools list={scroller} />
      {!isFollowing && <ChatPill onPress={() => change(stopReading)} />}
    </div>
  )
}
