import { useAtomValue, useSetAtom } from 'jotai'
import { Clock } from 'lucide-react'
import { formatLeft } from '#lib/countdown.ts'
import { formatClock } from '#lib/format.ts'
import { ot } from '#lib/text/outcome.ts'
import { clockAtom } from '#state/data/clock.ts'
import { dismissExpiryWarningAtom, expiringAtAtom } from '#state/session/session.ts'
import { Button } from '#ui/Button.tsx'
import styles from './SessionWarning.module.css'

/**
 * The last five minutes of a session (S9.20), said once and politely; the figure that runs is not read out. Signing in
 * again before the hour would end at the same hour, so nothing is offered but having read it.
 */
export function SessionWarning() {
  const expireAt = useAtomValue(expiringAtAtom)
  const dismiss = useSetAtom(dismissExpiryWarningAtom)
  // Only what is said is a landmark: what runs and the button stand outside of every other one.
  const landmark = expireAt === null ? {} : { role: 'region', 'aria-label': ot('expiring.label') }
  return (
    <div className={styles.place} {...landmark}>
      <output className={styles.text} data-shown={expireAt !== null || undefined}>
        {expireAt !== null && (
          <>
            <Clock size={16} aria-hidden="true" />
            {ot('expiring.text', { clock: formatClock(expireAt) })}
          </>
        )}
      </output>
      {expireAt !== null && (
        <>
          <Left expireAt={expireAt} />
          <Button kind="quiet" size="tiny" onClick={dismiss}>
            {ot('tip.done')}
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
      {ot('expiring.left', { left: formatLeft(expireAt - now) })}
    </span>
  )
}
