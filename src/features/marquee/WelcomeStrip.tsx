import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { FeedRowOf } from '#protocol/worker-api.ts'
import { factAtom, welcomeAtom } from '#state/room.ts'
import { uiPreferencesAtom } from '#state/ui-preferences.ts'
import { VipBadge } from '#ui/Badge.tsx'
import styles from './WelcomeStrip.module.css'

/** The strip changes at most this often. */
const EVERY_MS = 1_000

const NO_SETUP = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
const setupAtom = factAtom('setup', NO_SETUP)

/** Who came in last. Welcomes have this one line, so that they never stand between messages. */
export function WelcomeStrip() {
  const welcome = useCalm(useAtomValue(welcomeAtom))
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

/** The newest value, at most once in EVERY_MS. */
function useCalm(value: FeedRowOf<'welcome'> | null): FeedRowOf<'welcome'> | null {
  const [calm, setCalm] = useState({ value, at: 0 })
  useEffect(() => {
    if (value === calm.value) return
    const wait = calm.value === null ? 0 : Math.max(0, calm.at + EVERY_MS - performance.now())
    const timer = setTimeout(() => setCalm({ value, at: performance.now() }), wait)
    return () => clearTimeout(timer)
  }, [value, calm])
  return calm.value
}
