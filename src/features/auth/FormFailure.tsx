import { CircleAlert } from 'lucide-react'
import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { formatClock } from '#lib/format.ts'
import { t } from '#lib/messages/common.ts'
import styles from './FormFailure.module.css'

/** Until when to wait, epoch milliseconds, where the server says so. */
function untilOf(details: unknown): number | null {
  const isTold = typeof details === 'object' && details !== null && 'until' in details
  return isTold && typeof details.until === 'number' ? details.until : null
}

/** What a person can do about it, where there is more to say than the message. */
function nextStep({ code, details }: Failure): string | null {
  if (code === CODES.VERIFICATION_CLOSED) return t('auth.verificationClosed')
  const until = untilOf(details)
  return until === null ? null : t('auth.waitUntil', { clock: formatClock(until) })
}

/** Why a form was refused, when no single field is to blame: text, what to do, code, trace id. */
export function FormFailure({ failure }: { readonly failure: Failure }) {
  const next = nextStep(failure)
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <p>{failure.message}</p>
        {next && <p>{next}</p>}
        <small>
          {[
            t('state.errorCode', { code: failure.code }),
            failure.traceId && t('state.trace', { traceId: failure.traceId }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
    </div>
  )
}
