import { CircleAlert } from 'lucide-react'
import type { Failure } from '#protocol/result.ts'
import { t } from '#lib/text/t.ts'
import styles from './FormFailure.module.css'

/** Why a form was refused, when no single field is to blame: text, code, trace id. */
export function FormFailure({ failure }: { readonly failure: Failure }) {
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <p>{failure.message}</p>
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
