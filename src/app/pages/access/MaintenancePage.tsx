import { useLocation } from 'react-router-dom'
import { accessText } from '#messages/zh/access.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { AccessScreen } from '../../access/AccessScreen.tsx'
import { RecoveryBar } from '../../access/RecoveryBar.tsx'
import { useRecovery } from '../../access/use-recovery.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './MaintenancePage.module.css'
import { useAtomValue } from 'jotai'
import { formatLeft } from '#lib/countdown.ts'
import { formatKickoff } from '#lib/format.ts'
import { clockAtom } from '#state/data/clock.ts'

/** `/maintenance` (S2.9): shows the end time and returns by itself. */
export function MaintenancePage() {
  const { state } = useLocation()
  const recovery = useRecovery(state === null)
  useDocumentTitle(accessText('maintenance.page'))
  return (
    <AccessScreen title={accessText('maintenance.title')} text={accessText('maintenance.text')} picture="gate">
      <EndTime end={recovery.end} />
      <RecoveryBar recovery={recovery} label={accessText('maintenance.retry')} />
    </AccessScreen>
  )
}

/** End time in Shanghai and remaining time by the server clock (S9.16). */
export function EndTime({ end }: { readonly end: number | null }) {
  const now = useAtomValue(clockAtom)
  const left = end === null ? 0 : end - now
  return (
    <div className={styles.box}>
      <Facts className={styles.facts}>
        <Fact name={accessText('maintenance.until')}>
          {end === null ? (
            accessText('maintenance.unknown')
          ) : (
            <time dateTime={new Date(end).toISOString()}>{formatKickoff(end, now)}</time>
          )}
        </Fact>
        {left > 0 && (
          <Fact name={accessText('maintenance.left')}>
            <span className={styles.left} role="timer">
              {formatLeft(left)}
            </span>
          </Fact>
        )}
      </Facts>
      {end !== null && left <= 0 && <p className={styles.late}>{accessText('maintenance.late')}</p>}
    </div>
  )
}
