import type { ReactNode } from 'react'
import { failureText } from '#lib/failure-text.ts'
import type { BlockData } from './Block.tsx'
import { ErrorLine } from './ErrorLine.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import styles from './Loaded.module.css'
import { Loading, Skeleton } from './Skeleton.tsx'
import type { ReadState } from './use-read.ts'

export interface LoadedProps<Data> {
  readonly query: BlockData<Data>
  /** For example 登录设备加载失败; the title of `ErrorPanel` by default. */
  readonly title?: string
  /** What failed, if neither the server nor the connection says why; the title by default. */
  readonly failed?: string
  /** Replaces the reason of the failure. */
  readonly message?: string
  /** 1 if the error is the whole page. */
  readonly level?: 1 | 2 | 3
  /** Number and height of the skeletons; 2 of 44 px by default. */
  readonly rows?: number
  readonly height?: number
  /** Other skeletons, with their `Loading`. */
  readonly skeleton?: ReactNode
  readonly children?: (data: Data) => ReactNode
}

/** The content of a read, or its loading or error state. Older data stay while they are read again. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, title, failed = title ?? '', message, level, rows = 2, height = 44, skeleton, children } = props
  const { data, failure, isLoading, retry } = query
  if (data !== null) return children?.(data)
  if (failure !== null) {
    return (
      <ErrorPanel
        title={title}
        level={level}
        message={message ?? failureText(failure, failed)}
        failure={failure}
        isRetrying={isLoading}
        onRetry={retry}
      />
    )
  }
  if (skeleton !== undefined) return skeleton
  return (
    <PanelLoading>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={`${height}px`} shape="plate" />
      ))}
    </PanelLoading>
  )
}

interface LoadedPageProps {
  readonly query: Omit<ReadState<unknown>, 'data'>
  /** For example 登录记录加载失败. */
  readonly failed: string
  readonly children: ReactNode
}

/** The rows of one page of a list: those of the page before while it is loaded, but not after it failed. */
export function LoadedPage({ query, failed, children }: LoadedPageProps) {
  const { failure, isCurrent, isLoading, retry } = query
  if (failure !== null && !isCurrent) {
    return <ErrorLine message={failed} failure={failure} isRetrying={isLoading} onRetry={retry} />
  }
  return children
}

/** Skeletons one below the other, as the content of a panel. */
export function PanelLoading({ children }: { readonly children: ReactNode }) {
  return <Loading className={styles.loading}>{children}</Loading>
}
