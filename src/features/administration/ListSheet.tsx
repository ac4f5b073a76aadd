import type { ReactNode } from 'react'
import { adminText } from '#messages/zh/administration.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './administration.module.css'

export interface ListSheetProps {
  readonly title: string
  readonly query: ServerData<{ readonly list: readonly unknown[] }>
  readonly empty: string
  readonly onClose: () => void
  /** One `li` per item. */
  readonly children: ReactNode
}

/** A list for administrators with its loading, empty and error states. */
export function ListSheet({ title, query, empty, onClose, children }: ListSheetProps) {
  const { data, failure, isLoading, retry } = query
  return (
    <Sheet isOpen onOpenChange={onClose} title={title}>
      {data === null && isLoading && (
        <Loading className={styles.loading}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} height="44px" />
          ))}
        </Loading>
      )}
      {data === null && failure && (
        <ErrorPanel
          message={`${adminText('listFailed')}：${failure.message}`}
          code={failure.code}
          traceId={failure.traceId}
          onRetry={retry}
        />
      )}
      {data?.list.length === 0 && <EmptyState title={empty} />}
      {data !== null && data.list.length > 0 && (
        <ul className={styles.list} aria-busy={isLoading}>
          {children}
        </ul>
      )}
    </Sheet>
  )
}
