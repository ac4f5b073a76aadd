import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { rt } from '#lib/text/room.ts'
import type { FeedItem } from '#state/feed-items.ts'
import { isVisible } from '#state/feed-items.ts'
import { feedAtom } from '#state/room.ts'
import { announcementOf, COUNT_EVERY_MS } from './announcement.ts'

const EVERY_MS = 1_000

/** A row whose count goes up is the same row; one that was withdrawn is not. */
const nameOf = (item: FeedItem) => (item.type === 'row' ? `${item.key} ${item.row.kind}` : item.key)

/**
 * Tells screen readers what is new and whether the list holds still, politely and at most once a second. The list itself
 * is not live: it would be read out row by row, again and again. What was said does not stay: it may be deleted, and the
 * same words again are news again.
 */
export function ChatAnnouncer() {
  const store = useStore()
  const [text, setText] = useState('')
  useEffect(() => {
    let heard = new Set(store.get(feedAtom).items.map(nameOf))
    // by the page's own clock: the system's may be set back, and the count would be silent until it has caught up
    let countedAt = -Infinity
    let wasFollowing = true
    const next = (): string => {
      const feed = store.get(feedAtom)
      const isFollowing = feed.reading === null
      if (isFollowing !== wasFollowing) {
        wasFollowing = isFollowing
        return rt(isFollowing ? 'chat.announceLive' : 'chat.announcePaused')
      }
      const fresh = feed.items.filter((item) => !heard.has(nameOf(item)) && isVisible(item, feed))
      const announcement = announcementOf(fresh)
      if (announcement?.isCount && performance.now() - countedAt < COUNT_EVERY_MS) return ''
      if (announcement?.isCount) countedAt = performance.now()
      heard = new Set(feed.items.map(nameOf))
      return announcement?.text ?? ''
    }
    const timer = setInterval(() => setText(next()), EVERY_MS)
    return () => clearInterval(timer)
  }, [store])
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  )
}
