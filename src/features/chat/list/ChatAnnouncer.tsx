import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import { checked } from '#state/feed/feed-state.ts'
import { announceChanges } from './announcements.ts'

const INTERVAL_MS = 1_000

/**
 * Announces new messages, and whether the list holds still, to screen readers: politely and at most once per second. The
 * list itself is not a live region, because it would be read out row by row. The text is cleared after each
 * announcement: the message may be deleted, and the same text must be announced again.
 */
export function ChatAnnouncer() {
  const store = useStore()
  const [text, setText] = useState('')
  useEffect(() => {
    // A monotonic clock: after the system clock is set back, counts would stay silent.
    let { announced } = announceChanges(null, store.get(feedAtom), performance.now())
    store.set(changeFeedAtom, checked)
    const timer = setInterval(() => {
      const next = announceChanges(announced, store.get(feedAtom), performance.now())
      announced = next.announced
      store.set(changeFeedAtom, checked)
      setText(next.text)
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [store])
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  )
}
