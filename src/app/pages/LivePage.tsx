import { useAtom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { LIVE_LIST_PAGE, LIVE_LIST_SIZE } from '#protocol/constants.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { formatKickoff } from '#lib/format.ts'
import { t } from '#lib/text/t.ts'
import { LiveList } from '#features/live/LiveList.tsx'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { groupMatches, LIVE_KINDS } from '#features/live/match-stage.ts'
import { roomPath } from '#features/live/room-path.ts'
import { SearchResults } from '#features/live/SearchResults.tsx'
import { seatsAtom, startedSeats, toggledSeats } from '#features/live/seats.ts'
import { useLiveLists } from '#features/live/use-live-lists.ts'
import { call, serverNow } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import { useNow } from '#ui/use-now.ts'
import { useDocumentTitle } from '../use-document-title.ts'

const CLOCK_MS = 5000

/** S9.1: 200 of one kind, first page. */
const loadList = (kind: ContentKind) => call('live.popularList', { size: LIVE_LIST_SIZE, page: LIVE_LIST_PAGE, kind })

/** `/app/live`: matches of one kind (`?kind=`), or what a search found (`?q=`). */
export function LivePage() {
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const kind = LIVE_KINDS.find((each) => each === search.get('kind')) ?? 'football'
  const query = search.get('q')?.trim() ?? ''
  const { lists, isLoading, reload } = useLiveLists(loadList, kind, serverNow)
  const now = useNow(serverNow, CLOCK_MS)
  const everything = LIVE_KINDS.flatMap((each) => lists[each].matches)
  const [seats, setSeats] = useAtom(seatsAtom)
  useDocumentTitle(t('live.title'))

  useEffect(() => {
    const started = startedSeats(seats, groupMatches(everything).inPlay)
    if (started.length === 0) return
    for (const match of started) {
      toast({
        id: `started-${match.eid}`,
        text: t('live.started', { home: match.team1, away: match.team2 }),
        durationMs: 0,
        action: { label: t('live.enter'), onPress: () => void navigate(roomPath(match.eid)) },
      })
    }
    setSeats(new Set([...seats].filter((eid) => !started.some((match) => match.eid === eid))))
  }, [everything, navigate, seats, setSeats])

  const onSeat = useCallback(
    (match: MatchSummary) => {
      const isSeated = seats.has(match.eid)
      setSeats(toggledSeats(seats, match.eid))
      const clock = formatKickoff(match.start_time, serverNow())
      toast({ id: 'seat', tone: 'wait', text: isSeated ? t('live.seatGone') : t('live.seatDone', { clock }) })
    },
    [seats, setSeats],
  )

  if (query) {
    return (
      <SearchResults
        query={query}
        everything={everything}
        isLoading={LIVE_KINDS.some((each) => lists[each].status === 'loading')}
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
