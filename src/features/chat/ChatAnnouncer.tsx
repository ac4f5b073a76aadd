import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { feedAtom } from '#state/room.ts'
import { announcementOf, COUNT_EVERY_MS } from './announcement.ts'

const EVERY_MS = 1_000

/**
 * Tells screen readers what is new, politely and at most once a second. The list itself is not live: it would be read
 * out row by row, again and again.
 */
export function ChatAnnouncer() {
  const store = useStore()
  const [text, setText] = useState('')
  useEffect(() => {
    let heard = new Set(store.get(feedAtom).items)
    let countedAt = 0
    const timer = setInterval(() => {
      const { items } = store.get(feedAtom)
      const announcement = announcementOf(items.filter((item) => !heard.has(item)))
      if (announcement?.isCount && Date.now() - countedAt < COUNT_EVERY_MS) return
      if (announcement?.isCount) countedAt = Date.now()
      heard = new Set(items)
      if (announcement !== null) setText(announcement.text)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [store])
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  )
}
