import { t } from '#lib/messages/common.ts'

interface SearchStatusProps {
  /** Empty when nothing is searched for. */
  readonly query: string
  readonly hits: number
  /** Everything that can be searched has arrived. */
  readonly isComplete: boolean
}

/** Says to screen readers what a search found. It stands on the screen before there is a search: only then it is heard. */
export function SearchStatus({ query, hits, isComplete }: SearchStatusProps) {
  const isSaid = query !== '' && (hits > 0 || isComplete)
  return (
    <output className="visually-hidden">
      {isSaid && (hits > 0 ? t('live.hits', { query, count: hits }) : t('live.noHitTitle', { query }))}
    </output>
  )
}
