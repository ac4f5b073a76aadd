import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { Failure } from '#protocol/result.ts'
import { t } from '#lib/messages/common.ts'
import { Button } from './Button.tsx'
import styles from './ErrorLine.module.css'

export interface ErrorLineProps {
  /** What could not be loaded. */
  readonly message: string
  readonly failure: Pick<Failure, 'code' | 'traceId'>
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** A load error in one line: text, code, trace id and 重试. For blocks that are too low for an `ErrorPanel`. */
export function ErrorLine({ message, failure: { code, traceId }, isRetrying, onRetry }: ErrorLineProps) {
  const details = [t('state.errorCode', { code }), traceId ? t('state.trace', { traceId }) : null]
  return (
    <div className={styles.line} role="alert">
      <TriangleAlert className={styles.icon} size={16} aria-hidden="true" />
      <span className={styles.text}>
        {message}
        <small className={styles.facts}>{details.filter((detail) => detail !== null).join(' · ')}</small>
      </span>
      <Button size="tiny" icon={<RefreshCw size={14} />} isLoading={isRetrying} onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}
