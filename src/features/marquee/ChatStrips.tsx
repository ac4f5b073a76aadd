import { useAtomValue } from 'jotai'
import { Pin } from 'lucide-react'
import { useState, useEffect } from 'react'
import { classNames } from '#lib/class-names.ts'
import { roomText } from '#messages/zh/room.ts'
import { createSnapshotFieldAtom, welcomeAtom } from '#state/feed/feed-atoms.ts'
import styles from './ChatStrips.module.css'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { VipBadge } from '#ui/text/Badge.tsx'

const pinnedAtom = createSnapshotFieldAtom('pinned', null)

/** The pinned message of the room. */
export function PinnedMessage() {
  const text = useAtomValue(pinnedAtom)
  // The key collapses the next message.
  return text === null ? null : <ExpandableMessage key={text} text={text} />
}

/** Shows the first lines; a press expands or collapses the message. */
function ExpandableMessage({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      className={classNames(styles.pinned, isOpen && styles.open)}
      type="button"
      title={text}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <Pin size={16} aria-hidden="true" />
      <span className="visually-hidden">{roomText('pinned.label')}：</span>
      <span dir="auto">{text}</span>
    </button>
  )
}

/** Shortest time between two changes. */
const MIN_INTERVAL_MS = 1_000
/** A welcome is shown for this time; then the room's welcome text returns. */
const SHOWN_MS = 25_000

const NO_SETUP = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
const setupAtom = createSnapshotFieldAtom('setup', NO_SETUP)

/**
 * The newest welcome or, after a while without one, the room's welcome text (S6.7). Welcomes are shown here and not in the
 * list.
 */
export function WelcomeStrip() {
  const welcome = useNewest(useAtomValue(welcomeAtom))
  const { welcomeText } = useAtomValue(setupAtom)
  const { shows } = useAtomValue(uiPreferencesAtom)
  if (!shows.entryNotes) return null
  return (
    <div className={styles.welcome} data-kind="welcome" data-id={welcome?.id}>
      {welcome === null ? (
        <bdi>{welcomeText}</bdi>
      ) : (
        <span key={welcome.id} className={styles.entry}>
          <VipBadge level={welcome.author?.vipLevel ?? 0} />
          <b dir="auto">{welcome.author?.memberName}</b>
          <span dir="auto">{welcome.data.text}</span>
        </span>
      )}
    </div>
  )
}

/** Returns the newest welcome, which changes at most once per MIN_INTERVAL_MS; null after SHOWN_MS. */
function useNewest(value: FeedRowOf<'welcome'> | null): FeedRowOf<'welcome'> | null {
  const [shown, setShown] = useState(() => {
    const isOver = value !== null && serverNow() - value.at >= SHOWN_MS
    return { value, at: performance.now(), isOver }
  })
  useEffect(() => {
    const isSame = value === shown.value
    const isEmpty = shown.value === null || shown.isOver
    if (isSame && isEmpty) return
    const update = () => setShown(isSame ? { ...shown, isOver: true } : { value, at: performance.now(), isOver: false })
    const until = shown.at + (isSame ? SHOWN_MS : MIN_INTERVAL_MS)
    const timer = setTimeout(update, !isSame && isEmpty ? 0 : Math.max(0, until - performance.now()))
    return () => clearTimeout(timer)
  }, [value, shown])
  return shown.isOver ? null : shown.value
}
