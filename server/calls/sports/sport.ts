import { CODES, failureOf } from '#protocol/codes.ts'
import type { BetMatch } from '#protocol/endpoints/sports.ts'
import { success } from '#protocol/result.ts'
import { dayOfDate, siteDayOf } from '#protocol/time.ts'
import type { Handlers } from '../../http/context.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { isInPlay, mainMarkets } from '../../sports/book.ts'
import type { Sportsbook } from '../../sports/sportsbook.ts'
import { atBookOf } from './at-book.ts'

type SportCalls = Pick<Handlers, Extract<keyof Handlers, `sport.${string}`>>

interface SportCallServices {
  readonly sportsbook: Pick<Sportsbook, 'book'>
  readonly rooms: Pick<RoomHub, 'writer'>
}

/** Matches with their markets, the same for everybody (Annex D.3). */
export function sportCalls({ sportsbook: { book }, rooms }: SportCallServices): SportCalls {
  const atBook = atBookOf(rooms.writer)
  return {
    'sport.matchList': atBook('sport.matchList', async ({ kind, type, date }, { now }) => {
      const day = date === undefined ? siteDayOf(now) : dayOfDate(date)
      if (day === null) return failureOf(CODES.PARAM_ERROR)
      const isListed = (match: BetMatch): boolean =>
        isInPlay(match) ? type === 'live' || day === siteDayOf(now) : type === 'day' && siteDayOf(match.startAt) === day
      const list = book
        .list()
        .filter((match) => (kind === 'all' || match.sport === kind) && match.clock.phase !== 'ended' && isListed(match))
        .sort((one, other) => Number(isInPlay(other)) - Number(isInPlay(one)) || one.startAt - other.startAt)
        .map((match) => ({ match, markets: mainMarkets(match.sport, book.marketsOf(match.matchId)) }))
      return success({ list })
    }),
    'sport.matchDetail': atBook('sport.matchDetail', async ({ matchId }) => {
      const match = book.find(matchId)
      return match ? success({ match, markets: [...book.marketsOf(matchId)] }) : failureOf(CODES.NOT_FOUND)
    }),
    'sport.odds': atBook('sport.odds', async ({ matchId }) =>
      book.find(matchId) ? success({ markets: [...book.marketsOf(matchId)] }) : failureOf(CODES.NOT_FOUND),
    ),
  }
}
