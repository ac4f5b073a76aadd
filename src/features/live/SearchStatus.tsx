import { t } from '#lib/messages/common.ts'

interface SearchStatusProps {
  /** Empty if there is no search. */
  readonly query: string
  readonly hits: number
  /** All searchable lists have been loaded. */
  readonly isComplete: boolean
}

/**
 * Live region for the number of results. It is mounted before the first search; otherwise screen readers do not
 * announce it.
 */
export function SearchStatus({ query, hits, isComplete }: SearchStatusProps) {
  const isSaid = query !== '' && (hits > 0 || isComplete)
  return (
    <output className="visually-hidden">
      {isSaid && (hits > 0 ? t('live.hits', { query, count: hits }) : t('live.noHitTitle', { query }))}
    </output>
  )
}
