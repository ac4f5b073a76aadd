import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { hear } from './hearing.ts'

const EVERY_MS = 1_000

/**
 * Tells screen readers what is new and whether the list holds still, politely and at most once a second. The list itself
 * is not live: it would be read out row by row, again and again. What was said does not stay: it may be deleted, and the
 * same words again are news again.
 */
export function ChatAnnouncer() {
  const store = useStore()
  const [text, setText] = useState('')
  useEffect(() => {
    let { hearing } = hear(null, store.get(feedAtom), performance.now())
    const next = (): string => {
      // by the page's own clock: the system's may be set back, and the count would be silent until it has caught up
      const heard = hear(hearing, store.get(feedAtom), performance.now())
      hearing = heard.hearing
      return heard.text
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
