import type { MatchEvent, MatchOdds } from '#protocol/room/feed.ts'
import type { MatchState, SourceMarket } from '../../matches/match.ts'
import { marketsOf } from '../../sports/prices/markets-of.ts'
import { ratesWithCards } from '../../sports/prices/football.ts'
import type { Pair, PriceInput } from '../../sports/prices/price-input.ts'
import type { MatchPlan } from './plan.ts'
import { minutesLeft, TEMPO } from './tempo.ts'

/** Delay of the video of a demo match. */
const DELAY_SECONDS = 6
/** Minutes are rounded to this part, so that prices change every few seconds and not with each read. */
const PARTS_OF_MINUTE = 10

/** Chance that a goal of football is reviewed, and that a reviewed goal is taken back. */
export const REVIEWS = { chance: 0.08, cancelled: 0.5 } as const
const STANDING_GOALS = 1 - REVIEWS.chance * REVIEWS.cancelled

/** A demo match in play. */
export interface PlayedState extends MatchState {
  /** The last goal is under review until this time (epoch milliseconds); nothing is played until then. */
  readonly review?: { readonly eventId: string; readonly endsAt: number; readonly isCancelled: boolean } | undefined
  /** Markets are suspended until this time, after goals and red cards. */
  readonly suspendedUntil?: number
}

/** Share of the home team in the scores of a match. */
const homeShare = (edge: number): number => 0.5 + edge * 0.2

/** Scores per minute of both teams with the players that are left. */
export function ratesOf({ kind, edge }: MatchPlan, events: readonly MatchEvent[]): Pair {
  const { scoresPerMinute } = TEMPO[kind]
  const share = homeShare(edge)
  return ratesWithCards([scoresPerMinute * share, scoresPerMinute * (1 - share)], redCards(events))
}

function redCards(events: readonly MatchEvent[]): Pair {
  const of = (side: MatchEvent['side']): number =>
    events.filter((event) => event.type === 'red-card' && event.side === side).length
  return [of('home'), of('away')]
}

/** What the prices of a match depend on; null for talk shows and finished matches. */
export function priceInputOf(
  fixture: MatchPlan,
  state: PlayedState,
  events: readonly MatchEvent[],
  now: number,
): PriceInput | null {
  const { kind } = fixture
  if (kind === 'anchor' || state.clock.phase === 'ended') return null
  const [home, away] = ratesOf(fixture, [])
  const standing = kind === 'football' ? STANDING_GOALS : 1
  return {
    sport: kind,
    rates: [home * standing, away * standing],
    minutesLeft: minutesLeft(kind, state.clock, now).map(
      (minutes) => Math.round(minutes * PARTS_OF_MINUTE) / PARTS_OF_MINUTE,
    ),
    periods: state.periods ?? [],
    redCards: redCards(events),
    isSuspended: now < (state.suspendedUntil ?? 0),
  }
}

/** The state with these prices. The odds are those of the market of the winner. */
export function withPrices(state: PlayedState, input: PriceInput): PlayedState {
  const markets = marketsOf(input)
  const winner = markets.find(({ kind }) => kind === 'winner')
  return { ...state, markets, odds: winner ? oddsAfter(state.odds, winner) : state.odds }
}

/** The next odds with the direction of each change; none while the market is suspended. */
export function oddsAfter(last: MatchOdds | null, { prices, isSuspended }: SourceMarket): MatchOdds {
  const line = (value: number | undefined, before: number | undefined): MatchOdds['home'] | null => {
    if (value === undefined) return null
    const isSame = isSuspended || before === undefined || before === value
    return { value, move: isSame ? 'same' : value > before ? 'up' : 'down' }
  }
  const none = { value: 0, move: 'same' } as const
  return {
    home: line(prices['home'], last?.home.value) ?? none,
    draw: line(prices['draw'], last?.draw?.value),
    away: line(prices['away'], last?.away.value) ?? none,
    suspended: isSuspended,
    delaySeconds: DELAY_SECONDS,
  }
}
