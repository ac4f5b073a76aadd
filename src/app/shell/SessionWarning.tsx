import { useAtomValue, useSetAtom } from 'jotai'
import { Clock } from 'lucide-react'
import { formatLeft } from '#lib/countdown.ts'
import { formatClock } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { clockAtom } from '#state/data/clock.ts'
import { dismissExpiryWarningAtom, expiringAtAtom } from '#state/session/session.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './SessionWarning.module.css'

/**
 * Warns in the last five minutes of a session (S9.20), announced once; the countdown is not announced. Signing in again
 * would end at the same hour, so the only action is to close it.
 */
export function SessionWarning() {
  const expireAt = useAtomValue(expiringAtAtom)
  const dismiss = useSetAtom(dismissExpiryWarningAtom)
  // Only the announced part is a landmark.
  const landmark = expireAt === null ? {} : { role: 'region', 'aria-label': commonText('outcome.expiring.label') }
  return (
    <div className={styles.place} {...landmark}>
      <output className={styles.text} data-shown={expireAt !== null || undefined}>
        {expireAt !== null && (
          <>
            <Clock size={16} aria-hidden="true" />
            {commonText('outcome.expiring.text', { clock: formatClock(expireAt) })}
          </>
        )}
      </output>
      {expireAt !== null && (
        <>
          <Left expireAt={expireAt} />
          <Button kind="quiet" size="tiny" onClick={dismiss}>
            {commonText('outcome.tip.done')}
          </Button>
        </>
      )}
    </div>
  )
}

function Left({ expireAt }: { readonly expireAt: number }) {
  const now = useAtomValue(clockAtom)
  return (
    <span className={styles.left} role="timer">
      {commonText('outcome.expiring.left', { left: formatLeft(expireAt - now) })}
    </span>
  )
}
