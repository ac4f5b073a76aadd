import { CircleAlert } from 'lucide-react'
import { CODES, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { formatClock } from '#lib/format.ts'
import { authText } from '#messages/zh/auth.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './FormFailure.module.css'

/** The time until which the member must wait, in epoch milliseconds, if the server sends one. */
function untilOf(details: unknown): number | null {
  const hasUntil = typeof details === 'object' && details !== null && 'until' in details
  return hasUntil && typeof details.until === 'number' ? details.until : null
}

/** Advice for the member in addition to the message, if there is any. */
function nextStep({ code, details }: Failure): string | null {
  if (code === CODES.VERIFICATION_CLOSED) return authText('auth.verificationClosed')
  const until = untilOf(details)
  return until === null ? null : authText('auth.waitUntil', { clock: formatClock(until) })
}

/**
 * The error of a form that does not belong to one field: message, advice, code, trace id. Nothing for refusals of limits
 * and exclusions, which have a dialog.
 */
export function FormFailure({ failure }: { readonly failure: Failure }) {
  if (PLAY_STOP_CODES.includes(failure.code)) return null
  const next = nextStep(failure)
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <p>{failure.message}</p>
        {next && <p>{next}</p>}
        <small>
          {[
            commonText('state.errorCode', { code: failure.code }),
            failure.traceId && commonText('state.trace', { traceId: failure.traceId }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
    </div>
  )
}
