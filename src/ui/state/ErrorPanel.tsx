import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './ErrorPanel.module.css'
import layout from './message.module.css'

export interface ErrorPanelProps {
  /** 加载失败，点此重试 by default; without `onRetry` only the first part. */
  readonly title?: string | undefined
  /** What failed and what still works. */
  readonly message: string
  /** Code and trace id are shown. */
  readonly failure?: Partial<Pick<Failure, 'code' | 'traceId'>> | null | undefined
  /** 1 if this is the whole page; 3 by default. */
  readonly level?: 1 | 2 | 3 | undefined
  readonly onRetry?: () => void
  readonly isRetrying?: boolean
}

/** A load error: text, code, trace id and 重试. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { title, message, failure, level = 3, onRetry, isRetrying = false } = props
  const { code, traceId } = failure ?? {}
  const Heading = `h${level}` as const
  const details = [
    code !== undefined && commonText('state.errorCode', { code }),
    traceId && commonText('state.trace', { traceId }),
  ].filter(Boolean)
  return (
    <div className={layout.message} role="alert">
      <TriangleAlert className={styles.icon} size={32} aria-hidden="true" />
      <Heading className={layout.title}>
        {title ?? commonText(onRetry ? 'state.errorRetry' : 'state.errorTitle')}
      </Heading>
      <p>{message}</p>
      {onRetry && (
        <Button kind="outline" size="small" icon={<RefreshCw size={16} />} isLoading={isRetrying} onClick={onRetry}>
          {commonText('action.retry')}
        </Button>
      )}
      {details.length > 0 && <div className={styles.facts}>{details.join(' · ')}</div>}
    </div>
  )
}
