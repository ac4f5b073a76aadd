import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './ErrorLine.module.css'

interface ErrorLineProps {
  /** What could not be loaded. */
  readonly message: string
  readonly failure: Pick<Failure, 'code' | 'traceId'>
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** A load error in one line: text, code, trace id and 重试. For blocks that are too low for an `ErrorPanel`. */
export function ErrorLine({ message, failure: { code, traceId }, isRetrying, onRetry }: ErrorLineProps) {
  const details = [commonText('state.errorCode', { code }), traceId ? commonText('state.trace', { traceId }) : null]
  return (
    <div className={styles.line} role="alert">
      <TriangleAlert className={styles.icon} size={16} aria-hidden="true" />
      <span className={styles.text}>
        {message}
        <small className={styles.facts}>{details.filter((detail) => detail !== null).join(' · ')}</small>
      </span>
      <Button size="tiny" icon={<RefreshCw size={14} />} isLoading={isRetrying} onClick={onRetry}>
        {commonText('action.retry')}
      </Button>
    </div>
  )
}
