import type { DataOf } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { marketRoomOf, SPORTS_ROOM } from '#protocol/room/kinds.ts'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import type { MarketKind } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { GALLERY_NOW } from '#gallery/fixtures.ts'
import { batch, SNAPSHOT } from '../support/feed-fixtures.ts'
import { transport } from '../support/fake-transport.ts'

type BetMatch = DataOf<'sport.matchDetail'>['match']

export function betMatch(matchId: string, more: Partial<BetMatch> = {}): BetMatch {
  return {
    matchId,
    eid: matchId.slice(1),
    chatRoomNo: `r-${matchId}`,
    sport: 'football',
    league: '海岸联赛',
    leagueId: 'football',
    home: { id: 't1', name: '北港联', logo: '' },
    away: { id: 't2', name: '南屿', logo: '' },
    startAt: GALLERY_NOW - 30 * 60_000,
    clock: { phase: 'first-half', phaseStartedAt: GALLERY_NOW - 30 * 60_000 },
    homeScore: 1,
    guestScore: 0,
    periods: [[1, 0]],
    marketCount: 3,
    ...more,
  }
}

/** A market with these prices in thousandths. */
export function market(
  matchId: string,
  kind: MarketKind,
  prices: Readonly<Record<string, number>>,
  more: Partial<Market> = {},
): Market {
  const selections = Object.entries(prices).map(([outcome, price]) => ({ outcome, price, move: 'same' as const }))
  return { matchId, kind, line: 0, version: 1, state: 'open', selections, ...more }
}

export const mainMarketsOf = (matchId: string): Market[] => [
  market(matchId, 'winner', { home: 1_620, draw: 3_400, away: 5_100 }),
  market(matchId, 'handicap', { home: 1_900, away: 1_960 }, { line: -3 }),
  market(matchId, 'total', { over: 1_880, under: 1_980 }, { line: 11 }),
]

/** The next version of a market. */
export function changed(before: Market, prices: Readonly<Record<string, number>>, more: Partial<Market> = {}): Market {
  const selections = before.selections.map((selection) => {
    const price = prices[selection.outcome] ?? selection.price
    return { ...selection, price, move: price > selection.price ? ('up' as const) : ('down' as const) }
  })
  return { ...before, version: before.version + 1, selections, ...more }
}

const roomOf = (matchId: string | null) => (matchId === null ? SPORTS_ROOM : marketRoomOf(matchId))

/** The room of a match, or of the board for null, is entered with these markets. */
export function enterMarkets(matchId: string | null, markets: readonly Market[]): void {
  const chatRoomNo = roomOf(matchId)
  const snapshot = { ...SNAPSHOT, markets: [...markets] }
  transport.marketRooms.get(chatRoomNo)?.onEntered({ chatRoomNo, snapshot, role: 'anon' })
}

/** Entries of that room. */
export function sendMarkets(
  matchId: string | null,
  ...entries: readonly (Market | { market: Market; removed: boolean })[]
): void {
  const changes = entries.map((entry): RoomChange => ({
    kind: 'market',
    at: GALLERY_NOW,
    data: 'market' in entry ? entry : { market: entry },
  }))
  transport.marketRooms.get(roomOf(matchId))?.onMessage({ ...batch([]), changes })
}

/** Serves matches with their main markets. */
export function serveBoard(list: DataOf<'sport.matchList'>['list']): void {
  transport.now = GALLERY_NOW
  transport.responses = {
    'site.sportConfigs': () => success({ list: [] }),
    'soccer.leagues': () => success({ list: [] }),
    'soccer.schedule': ({ date }) => success({ date, firstDate: date, lastDate: date, nextDate: null, list: [] }),
    'live.popularList': ({ kind }) => success({ kind, list: [], total: 0, recent: [] } as never),
    'sport.matchList': () => success({ list }),
  }
}
