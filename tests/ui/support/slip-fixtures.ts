import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { combinedPrice, maxReturnOf, maxStakeOf } from '#protocol/sports/bet-return.ts'
import { MAX_RETURN, MIN_STAKE } from '#protocol/sports/bet-terms.ts'
import { correlatedSelections } from '#protocol/sports/correlation.ts'
import { marketId, parseSelectionId, selectionId } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import type { SlipLeg } from '#state/slip/slip-atoms.ts'
import { parseSlip, slipAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'
import { NO_LIMITS } from './responsible-fixtures.ts'
import { MEMBER } from './room-fixtures.ts'
import { BALANCES } from './wallet-funds-fixtures.ts'

export type QuotedMatch = DataOf<'bet.quote'>['legs'][number]['match']
export type Bet = DataOf<'bet.place'>['bet']

function matchOf(number: number, home: string, away: string, isLive: boolean): QuotedMatch {
  return {
    matchId: `m${number}`,
    eid: `e${number}`,
    chatRoomNo: `room-${number}`,
    sport: 'football',
    league: '沿海联赛',
    leagueId: 'coast',
    home: { id: `h${number}`, name: home, logo: '/art/crest-jiangcheng.svg' },
    away: { id: `a${number}`, name: away, logo: '/art/crest-beigang.svg' },
    startAt: isLive ? NOON - 1_800_000 : NOON + 3_600_000,
    clock: isLive
      ? { phase: 'first-half', phaseStartedAt: NOON - 1_800_000 }
      : { phase: 'before', phaseStartedAt: NOON + 3_600_000 },
    homeScore: isLive ? 1 : 0,
    guestScore: 0,
    periods: isLive ? [[1, 0]] : [],
    marketCount: 8,
  }
}

export const MATCHES = {
  m1: matchOf(1, '江城竞技', '北港海鸥', false),
  m2: matchOf(2, '青禾联', '雁门', false),
  m3: matchOf(3, '南屿', '云岭', true),
} as const

const marketOf = (matchId: string, kind: Market['kind'], line: number, prices: Record<string, number>): Market => ({
  matchId,
  kind,
  line,
  version: 1,
  state: 'open',
  selections: Object.entries(prices).map(([outcome, price]) => ({ outcome, price, move: 'same' })),
})

const MARKETS = [
  marketOf('m1', 'winner', 0, { home: 1_900, draw: 3_400, away: 4_100 }),
  marketOf('m1', 'total', 10, { over: 1_950, under: 1_870 }),
  marketOf('m2', 'handicap', -3, { home: 2_050, away: 1_790 }),
  marketOf('m3', 'winner', 0, { home: 1_330, draw: 4_600, away: 9_200 }),
]

/** The page keeps the newest version of a market from one test to the next. */
let lastVersion = 0

/** A sportsbook of the test: markets whose prices and states tests change. */
export class TestBook {
  readonly markets = new Map(MARKETS.map((market) => [marketId(market), { ...market, version: ++lastVersion }]))
  /** Matches that the server knows no more. */
  readonly gone = new Set<string>()
  delaySeconds = 0

  of(matchId: string): readonly Market[] {
    return [...this.markets.values()].filter((market) => market.matchId === matchId)
  }

  price(selection: string, price: number): void {
    this.#change(selection, (market, outcome) => ({
      ...market,
      selections: market.selections.map((one) => (one.outcome === outcome ? { ...one, price } : one)),
    }))
  }

  state(selection: string, state: Market['state']): void {
    this.#change(selection, (market) => ({ ...market, state }))
  }

  #change(selection: string, change: (market: Market, outcome: string) => Market): void {
    const parsed = parseSelectionId(selection)!
    const market = this.markets.get(marketId(parsed))!
    this.markets.set(marketId(parsed), { ...change(market, parsed.outcome), version: ++lastVersion })
  }

  quote({ selections }: RequestOf<'bet.quote'>): Result<DataOf<'bet.quote'>> {
    const legs = selections.map((selection) => {
      const parsed = parseSelectionId(selection)!
      return {
        selection,
        match: MATCHES[parsed.matchId as keyof typeof MATCHES],
        market: this.markets.get(marketId(parsed)) ?? null,
      }
    })
    if (legs.some(({ match }) => this.gone.has(match.matchId))) return failureOf(CODES.NOT_FOUND)
    const prices = legs.map(
      ({ selection, market }) =>
        market?.selections.find(({ outcome }) => selection.endsWith(`.${outcome}`))?.price ?? 1_000,
    )
    return success({
      legs,
      correlated: correlatedSelections(selections).map(({ selection }) => selection),
      price: combinedPrice(prices),
      minStake: MIN_STAKE,
      maxStake: maxStakeOf(MAX_RETURN, prices),
      delaySeconds: this.delaySeconds,
    })
  }
}

export const HOME_WIN = selectionId({ matchId: 'm1', kind: 'winner', line: 0 }, 'home')
export const OVER = selectionId({ matchId: 'm1', kind: 'total', line: 10 }, 'over')
export const HANDICAP = selectionId({ matchId: 'm2', kind: 'handicap', line: -3 }, 'home')
export const LIVE_DRAW = selectionId({ matchId: 'm3', kind: 'winner', line: 0 }, 'draw')

/** A selection as a price button puts it into the slip. */
export function slipLeg(id: string, price: number): SlipLeg {
  return { id, price, match: '主队 对 客队', market: '盘口', pick: id }
}

export const BET_ID = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'
const betIdOf = (number: number) => BET_ID.slice(0, -2) + String(number).padStart(2, '0')

/** A bet as the server returns it. */
export function betOf(request: RequestOf<'bet.place'>, number: number, fields: Partial<Bet> = {}): Bet {
  const prices = request.legs.map(({ price }) => price)
  return {
    betId: betIdOf(number),
    state: 'accepted',
    currency: request.currency,
    stake: request.stake,
    price: combinedPrice(prices),
    accept: request.accept,
    legs: request.legs.map(({ selection, price }) => {
      const { matchId } = parseSelectionId(selection)!
      const match = MATCHES[matchId as keyof typeof MATCHES]
      return {
        selection,
        price,
        match: {
          eid: match.eid,
          matchId,
          sport: match.sport,
          league: match.league,
          home: match.home.name,
          away: match.away.name,
          startAt: match.startAt,
          score: '',
          isLive: false,
        },
        result: null,
        facts: '',
      }
    }),
    maxReturn: maxReturnOf(request.stake, prices),
    returned: 0,
    rejection: null,
    placedAt: NOON,
    decidesAt: null,
    settledAt: null,
    shownIn: null,
    ...fields,
  }
}

export interface SlipServer {
  readonly book: TestBook
  /** Placed bets by id. Tests change their states. */
  readonly bets: Map<string, Bet>
  balance: number
}

/** A server with a sportsbook and a signed-in member with ¥123.45 there, and an empty slip. */
export function serveSlip(): SlipServer {
  const server: SlipServer = { book: new TestBook(), bets: new Map(), balance: 12_345 }
  localStorage.clear()
  store.set(cachedResponsesAtom, new Map())
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
  store.set(slipAtom, () => parseSlip(null))
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = {
    'bet.quote': (params) => server.book.quote(params),
    'bet.detail': ({ betId }) => {
      const bet = server.bets.get(betId)
      return bet ? success({ bet, postings: [], cashOut: null }) : failure(CODES.NOT_FOUND, '内容不存在')
    },
    'bet.place': (params) => {
      const bet = betOf(params, server.bets.size + 10)
      server.bets.set(bet.betId, bet)
      server.balance -= params.stake
      return success({ bet, balance: server.balance })
    },
    'balance.list': () =>
      success({
        ...BALANCES.CNY,
        venues: BALANCES.CNY.venues.map((venue) =>
          venue.venueEnName === 'YBTY' ? { ...venue, balance: server.balance } : venue,
        ),
      }),
    'walletType.get': () => success({ type: 'auto' }),
    'responsible.get': () => success(NO_LIMITS),
  }
  return server
}
