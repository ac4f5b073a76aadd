import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { createSnapshotFieldAtom, welcomeAtom } from '#state/feed/feed-atoms.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { VipBadge } from '#ui/Badge.tsx'
import styles from './WelcomeStrip.module.css'

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
    <div className={styles.strip} data-kind="welcome" data-id={welcome?.id}>
      {welcome === null ? (
        welcomeText
      ) : (
        <span key={welcome.id} className={styles.line}>
          <VipBadge level={welcome.author?.vipLevel ?? 0} />
          <b>{welcome.author?.memberName}</b>
          <span>{welcome.data.text}</span>
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
