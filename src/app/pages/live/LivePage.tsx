import { useSearchParams } from 'react-router-dom'
import { commonText } from '#messages/zh/common.ts'
import { LiveBanners } from '#features/banner/LiveBanners.tsx'
import { LIVE_ORDERS } from '#features/live/live-order.ts'
import { LiveList } from '#features/live/LiveList.tsx'
import { LIVE_KINDS, searchedNames } from '#features/live/match-stage.ts'
import type { SearchResultsProps } from '#features/live/SearchResults.tsx'
import { useNameMatcher } from '#features/search/use-name-matcher.ts'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { useMatchData } from '#features/live/use-match-data.ts'

const SearchResults = lazyPanel<SearchResultsProps>(
  async () => (await import('#features/live/SearchResults.tsx')).SearchResults,
)

/**
 * `/app/live`: matches of one kind (`?kind=`), league (`?league=`) and order (`?sort=time`), or search results (`?q=`).
 */
export function LivePage() {
  const [search, setSearch] = useSearchParams()
  const kind = LIVE_KINDS.find((each) => each === search.get('kind')) ?? 'football'
  const query = search.get('q')?.trim() ?? ''
  const isHit = useNameMatcher(query)
  const { lists, everything, now, isLoading, isLate, reload, reminders, onReminder } = useMatchData(kind)
  useDocumentTitle(commonText('live.title'))

  /** Changes the query; empty values are removed. */
  const change = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, { replace: true })
  }
  const list = lists[kind]
  const hits = query === '' ? [] : everything.filter((match) => isHit(searchedNames(match)))
  const isAwaited = LIVE_KINDS.some((each) => lists[each].status === 'loading')
  const failure = LIVE_KINDS.map((each) => lists[each]).find(({ status }) => status === 'error')?.failure ?? null
  return (
    <>
      <SearchStatus query={query} hits={hits.length} isComplete={!isAwaited && failure === null} />
      {query === '' ? (
        <LiveList
          kind={kind}
          banner={<LiveBanners />}
          onKindChange={(next) => change({ kind: next === 'football' ? '' : next, league: '' })}
          league={search.get('league') ?? ''}
          onLeagueChange={(league) => change({ league })}
          order={LIVE_ORDERS.find((each) => each === search.get('sort')) ?? 'heat'}
          onOrderChange={(order) => change({ sort: order === 'heat' ? '' : order })}
          status={list.status}
          matches={list.matches}
          everything={everything}
          isComplete={!isAwaited || (isLate && everything.length > 0)}
          now={now}
          failure={list.failure}
          updatedAt={list.updatedAt}
          isRetrying={isLoading}
          onRetry={reload}
          reminders={reminders}
          onReminder={onReminder}
        />
      ) : (
        <SearchResults
          query={query}
          hits={hits}
          isLoading={isAwaited}
          failure={failure}
          isRetrying={isLoading}
          onRetry={reload}
          now={now}
          reminders={reminders}
          onReminder={onReminder}
          onClear={() => setSearch({})}
        />
      )}
    </>
  )
}

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
  const isAnnounced = query !== '' && (hits > 0 || isComplete)
  return (
    <output className="visually-hidden">
      {isAnnounced &&
        (hits > 0 ? commonText('live.hits', { query, count: hits }) : commonText('live.noHitTitle', { query }))}
    </output>
  )
}
