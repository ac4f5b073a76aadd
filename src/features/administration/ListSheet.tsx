import type { ReactNode } from 'react'
import { adminText } from '#messages/zh/administration.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './administration.module.css'

interface ListSheetProps {
  readonly title: string
  readonly query: ServerData<{ readonly list: readonly unknown[] }>
  readonly empty: string
  readonly onClose: () => void
  /** One `li` per item. */
  readonly children: ReactNode
}

/** A list for administrators with its loading, empty and error states. */
export function ListSheet({ title, query, empty, onClose, children }: ListSheetProps) {
  return (
    <Sheet isOpen onOpenChange={onClose} title={title}>
      <Loaded
        query={query}
        message={`${adminText('listFailed')}：${query.failure?.message ?? ''}`}
        skeleton={
          <Loading className={styles.loading}>
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} height="44px" />
            ))}
          </Loading>
        }
      >
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={empty} />
          ) : (
            <ul className={styles.list} aria-busy={query.isLoading}>
              {children}
            </ul>
          )
        }
      </Loaded>
    </Sheet>
  )
}
