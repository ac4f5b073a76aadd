import { X } from 'lucide-react'
import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { LiveFailure } from './LiveFailure.tsx'
import { LiveSkeleton } from './LiveSkeleton.tsx'
import { MatchSection } from './MatchSection.tsx'
import type { MatchSummary } from './match-stage.ts'
import { groupMatches } from './match-stage.ts'
import styles from './SearchResults.module.css'

export interface SearchResultsProps {
  readonly query: string
  /** Matching matches of every kind. */
  readonly hits: readonly MatchSummary[]
  /** At least one list has not been loaded yet, so missing results are unknown. */
  readonly isLoading: boolean
  /** Error of a list that could not be loaded and was not searched. */
  readonly failure: Failure | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly now: number
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
  readonly onClear: () => void
}

/** Search results among all matches, by stage. Lists that could not be loaded are named. */
export function SearchResults({ query, hits, onClear, ...rest }: SearchResultsProps) {
  const { isLoading, failure, isRetrying, onRetry, ...cards } = rest
  const groups = groupMatches(hits)
  const clear = (
    <Button size="small" icon={<X size={16} />} onClick={onClear}>
      {commonText('live.noHitAction')}
    </Button>
  )
  if (hits.length === 0) {
    return (
      <div className={styles.page}>
        {isLoading && !failure && <LiveSkeleton />}
        {failure && <LiveFailure level={1} failure={failure} isRetrying={isRetrying} onRetry={onRetry} />}
        {!isLoading && !failure && (
          <Panel>
            <EmptyState
              level={1}
              scene="search"
              title={commonText('live.noHitTitle', { query })}
              text={commonText('live.noHitText')}
              action={clear}
            />
          </Panel>
        )}
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{commonText('live.hits', { query, count: hits.length })}</h1>
        {clear}
      </header>
      {failure && (
        <ErrorLine
          message={commonText('live.hitsPartly')}
          failure={failure}
          isRetrying={isRetrying}
          onRetry={onRetry}
        />
      )}
      <MatchSection title={commonText('live.now')} matches={groups.inPlay} hasCovers {...cards} />
      <MatchSection title={commonText('live.coming')} matches={groups.coming} {...cards} />
      <MatchSection title={commonText('live.over')} matches={groups.ended} {...cards} />
    </div>
  )
}
