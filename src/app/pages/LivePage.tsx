import { useSearchParams } from 'react-router-dom'
import { t } from '#lib/text/t.ts'
import { Banners } from '#features/banner/Banners.tsx'
import { LiveList } from '#features/live/LiveList.tsx'
import { LIVE_KINDS, searchedNames } from '#features/live/match-stage.ts'
import { SearchResults } from '#features/live/SearchResults.tsx'
import { useNameMatcher } from '#features/search/use-name-matcher.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import { useMatchDesk } from '../use-match-desk.ts'

/** `/app/live`: matches of one kind (`?kind=`), or what a search found (`?q=`). */
export function LivePage() {
  const [search, setSearch] = useSearchParams()
  const kind = LIVE_KINDS.find((each) => each === search.get('kind')) ?? 'football'
  const query = search.get('q')?.trim() ?? ''
  const isHit = useNameMatcher(query)
  const { lists, everything, now, isLoading, reload, seats, onSeat } = useMatchDesk(kind)
  useDocumentTitle(t('live.title'))

  if (query) {
    return (
      <SearchResults
        query={query}
        hits={everything.filter((match) => isHit(searchedNames(match)))}
        isLoading={LIVE_KINDS.some((each) => lists[each].status === 'loading')}
        failure={LIVE_KINDS.map((each) => lists[each]).find(({ status }) => status === 'error')?.failure ?? null}
        isRetrying={isLoading}
        onRetry={reload}
        now={now}
        seats={seats}
        onSeat={onSeat}
        onClear={() => setSearch({})}
      />
    )
  }
  const list = lists[kind]
  return (
    <LiveList
      kind={kind}
      banner={<Banners position="live" />}
      onKindChange={(next) => setSearch(next === 'football' ? {} : { kind: next }, { replace: true })}
      status={list.status}
      matches={list.matches}
      everything={everything}
      now={now}
      failure={list.failure}
      updatedAt={list.updatedAt}
      isRetrying={isLoading}
      onRetry={reload}
      seats={seats}
      onSeat={onSeat}
    />
  )
}
