import { useAtomValue, useSetAtom, useStore } from 'jotai'
import type { ReactNode } from 'react'
import { memo, useId, useState } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { rt } from '#lib/text/room.ts'
import type { FeedItem } from '#state/feed/feed-state.ts'
import { seekOlder, hasReadAll, readMore, startReading, stopReading } from '#state/feed/reading.ts'
import {
  changeFeedAtom,
  feedAtom,
  isFollowingAtom,
  olderAtom,
  shownItemsAtom,
  unreadAtom,
} from '#state/feed/feed-atoms.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import type { MenuItem } from '#ui/Menu.tsx'
import styles from './ChatList.module.css'
import { ChatEmpty } from './ChatEmpty.tsx'
import { ChatOlder } from './ChatOlder.tsx'
import { ChatPill } from './ChatPill.tsx'
import { ChatRows } from './ChatRows.tsx'
import { useAtEnd } from './use-at-end.ts'
import { useListWindow } from './use-list-window.ts'
import { usePauseOnHover } from './use-pause-on-hover.ts'
import { useReadingIntent } from './use-reading-intent.ts'

export interface ChatListProps {
  readonly chatRoomNo: string
  /** Draws one item as one element. The same function for the life of the list. */
  readonly renderItem: (item: FeedItem) => ReactNode
  /** Puts older rows before the list that is being read. */
  readonly onLoadOlder: () => void
  /** What else can be done with a row, below what everybody can do. */
  readonly moreItems?: (row: FeedRow) => readonly MenuItem[]
}

const Row = memo(({ item, renderItem }: { readonly item: FeedItem } & Pick<ChatListProps, 'renderItem'>) =>
  renderItem(item),
)

/**
 * The chat. Follows the newest line until the viewer reads back by wheel, finger, key or scroll bar; then it holds
 * still. Only the rows that can be seen, and some around them, are in the page (decision 42).
 */
export function ChatList({ chatRoomNo, renderItem, onLoadOlder, moreItems }: ChatListProps) {
  const items = useAtomValue(shownItemsAtom)
  const isFollowing = useAtomValue(isFollowingAtom)
  const { pausesOnHover } = useAtomValue(uiPreferencesAtom)
  const change = useSetAtom(changeFeedAtom)
  const store = useStore()
  const keysId = useId()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const read = () => change(startReading)
  const goOn = () => change(stopReading)
  const readOnOrFollow = () => {
    const { reading } = store.get(feedAtom)
    if (reading !== null) change(hasReadAll(reading) ? stopReading : readMore)
  }

  const { start, end, above, rows, below } = useListWindow(scroller, items, isFollowing)
  const isAtEnd = useAtEnd(scroller, !isFollowing)
  const unread = useAtomValue(unreadAtom)
  // At the end with nothing new there is nothing to return to, and the last line is to be read.
  const isBehind = !isFollowing && (!isAtEnd || unread > 0)
  usePauseOnHover(place, { isOn: pausesOnHover, isFollowing, onPause: read, onGoOn: goOn })
  useReadingIntent(scroller, {
    isReading: () => !store.get(isFollowingAtom),
    onReadBack: read,
    onSeek: () => change(seekOlder),
    // After a failure it is for the viewer to say when.
    onNearStart: () => {
      if (store.get(olderAtom) === null) onLoadOlder()
    },
    onReachEnd: readOnOrFollow,
    onReturn: goOn,
  })
  return (
    <div
      ref={setPlace}
      className={styles.place}
      data-following={isFollowing || undefined}
      data-behind={isBehind || undefined}
    >
      <ChatOlder list={scroller} onAgain={onLoadOlder} />
      <div
        ref={setScroller}
        className={styles.list}
        role="log"
        aria-label={rt('chat.log')}
        aria-live="off"
        aria-describedby={keysId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard has to reach it
        tabIndex={0}
      >
        <div className={styles.content}>
          <div ref={above} className={styles.space} />
          <div ref={rows} data-rows={items.length}>
            {items.slice(start, end).map((item) => (
              <Row key={item.key} item={item} renderItem={renderItem} />
            ))}
          </div>
          <div ref={below} className={styles.space} />
        </div>
      </div>
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
