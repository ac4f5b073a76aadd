import { st } from '#lib/messages/search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './SearchPanel.module.css'

interface NoRowsProps {
  readonly query: string
  readonly isLoading: boolean
  readonly isFailed: boolean
}

/** The state without rows: loading, no query, or no results. */
export function NoRows({ query, isLoading, isFailed }: NoRowsProps) {
  if (isLoading) {
    return (
      <Loading className={styles.loading}>
        {['62%', '48%', '70%', '54%'].map((width) => (
          <span key={width} className={styles.piece}>
            <Skeleton shape="circle" width="28px" height="28px" />
            <Skeleton width={width} />
          </span>
        ))}
      </Loading>
    )
  }
  if (query !== '') return <EmptyState scene="search" title={st('none', { query })} text={st('noneText')} />
  if (isFailed) return null
  return (
    <div className={styles.idle}>
      <p>{st('idle')}</p>
      <small>{st('idleNote')}</small>
    </div>
  )
}
