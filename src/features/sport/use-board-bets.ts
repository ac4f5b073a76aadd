import { useLayoutEffect, useMemo } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { siteDateOf } from '#protocol/time.ts'
import { isInPlay } from '#lib/match/match-clock.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { useBoardRoom } from '#state/sports/market-rooms.ts'
import { boardLists } from '#state/sports/markets.ts'
import type { BlockData } from '#ui/state/Block.tsx'

/** Matches, scores and counts are read again at this interval; prices come from the room. */
const REFRESH_MS = 15_000

type BetMatches = DataOf<'sport.matchList'>['list']

export interface BoardBetsData {
  readonly query: BlockData<DataOf<'sport.matchList'>>
  /** By `eid`. */
  readonly matches: ReadonlyMap<string, BetMatches[number]['match']>
}

/**
 * The matches with markets of a day, or those in play. Their prices are in `boardLists`, which follows the room of the
 * board while the component is mounted.
 *
 * @param date `YYYY-MM-DD`; null for matches in play
 */
export function useBoardBets(date: string | null): BoardBetsData {
  const query = useCachedData(
    'sport.matchList',
    date === null ? { kind: 'all', type: 'live' } : { kind: 'all', type: 'day', date },
  )
  useRefresh(query, REFRESH_MS)
  useBoardRoom()
  const list = query.data?.list
  useLayoutEffect(() => {
    for (const { match, markets } of list ?? []) boardLists.take(match.matchId, markets)
  }, [list])
  // While another day loads, the list is that of the day before.
  const matches = useMemo(
    () =>
      new Map(
        list
          ?.filter(({ match }) => date === null || isInPlay(match.clock) || siteDateOf(match.startAt) === date)
          .map(({ match }) => [match.eid, match]),
      ),
    [list, date],
  )
  return { query, matches }
}
