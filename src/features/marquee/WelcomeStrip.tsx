import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { createSnapshotFieldAtom, welcomeAtom } from '#state/feed/feed-atoms.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { VipBadge } from '#ui/Badge.tsx'
import styles from './WelcomeStrip.module.css'

/** The strip changes at most this often. */
const EVERY_MS = 1_000
/** Who came in last is news for so long; after it the room's own words are back. */
const STAYS_MS = 25_000

const NO_SETUP = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
const setupAtom = createSnapshotFieldAtom('setup', NO_SETUP)

/**
 * Who came in last and, when nobody has for a while, the room's welcome text (S6.7). Welcomes have this one line, so that
 * they never stand between messages.
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

/** The newest entrance, another one at most once in EVERY_MS; null when it has been shown for STAYS_MS. */
function useNewest(value: FeedRowOf<'welcome'> | null): FeedRowOf<'welcome'> | null {
  const [shown, setShown] = useState(() => {
    const isOver = value !== null && serverNow() - value.at >= STAYS_MS
    return { value, at: performance.now(), isOver }
  })
  useEffect(() => {
    const isSame = value === shown.value
    const isEmpty = shown.value === null || shown.isOver
    if (isSame && isEmpty) return
    const turn = () => setShown(isSame ? { ...shown, isOver: true } : { value, at: performance.now(), isOver: false })
    const until = shown.at + (isSame ? STAYS_MS : EVERY_MS)
    const timer = setTimeout(turn, !isSame && isEmpty ? 0 : Math.max(0, until - performance.now()))
    return () => clearTimeout(timer)
  }, [value, shown])
  return shown.isOver ? null : shown.value
}
