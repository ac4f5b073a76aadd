import type { ReactNode } from 'react'
import type { BlockData } from './Block.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import styles from './LoadStates.module.css'
import { Loading, Skeleton } from './Skeleton.tsx'

export interface LoadStatesProps {
  readonly query: BlockData<unknown>
  /** For example 登录设备加载失败. */
  readonly failed: string
  /** Why it failed. */
  readonly message: string
  /** Number and height of the skeletons; 44 px by default. */
  readonly rows?: number
  readonly height?: number
  /** Other skeletons. */
  readonly children?: ReactNode
}

/** The loading and error states of the content of a panel; nothing once there is data. */
export function LoadStates({ query, failed, message, rows = 2, height = 44, children }: LoadStatesProps) {
  const { data, failure, isLoading, retry } = query
  if (data !== null) return null
  if (failure === null) {
    return (
      <Loading className={styles.loading}>
        {children ??
          Array.from({ length: rows }, (_, index) => <Skeleton key={index} height={`${height}px`} shape="plate" />)}
      </Loading>
    )
  }
  return (
    <ErrorPanel
      title={failed}
      message={message}
      code={failure.code}
      traceId={failure.traceId}
      isRetrying={isLoading}
      onRetry={retry}
    />
  )
}
