import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { AMOUNT_LIMIT, amountProblem, enteredAmount, isAmountWhileTyping } from '#protocol/rules/amount.ts'
import { combinedPrice, maxReturnOf, maxStakeOf } from '#protocol/sports/bet-return.ts'
import { type AcceptMode, MAX_RETURN, MIN_STAKE } from '#protocol/sports/bet-terms.ts'
import { type Correlation, correlatedSelections } from '#protocol/sports/correlation.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { marketId, parseSelectionId } from '#protocol/sports/market-keys.ts'
import { marketLabel, selectionLabel } from '#lib/match/market-labels.ts'
import { commonText } from '#messages/zh/common.ts'
import type { Slip, SlipLeg } from '#state/slip/slip-atoms.ts'

type QuotedLeg = DataOf<'bet.quote'>['legs'][number]
type BetMatch = QuotedLeg['match']

/** Current prices of the selections of the slip. */
export interface Quote {
  readonly legs: ReadonlyMap<string, QuotedLeg>
  /** Selections whose match is not offered any more. */
  readonly gone: ReadonlySet<string>
  /** Minor units. Depends on the currency only. */
  readonly minStake: number
  readonly delaySeconds: number
}

/** `unknown`: not quoted yet. `suspended`: for a while. `closed`: decided or over. */
type LegState = 'unknown' | 'open' | 'suspended' | 'closed'

/** A selection of the slip with its current price. */
export interface LegView {
  readonly leg: SlipLeg
  readonly state: LegState
  readonly match: BetMatch | null
  readonly matchText: string
  readonly marketText: string
  readonly pickText: string
  /** Current price in thousandths; the one that was seen while the current one is unknown. */
  readonly price: number
  /** How the price differs from the one that the viewer has seen. */
  readonly change: 'up' | 'down' | null
  /** The viewer must accept the new price before the bet can be placed. */
  readonly needsAcceptance: boolean
  readonly isLive: boolean
}

/** The newest state of a market that the page knows, from the quote or the room of the match; null if unknown. */
export type KnownMarkets = (id: string) => Market | null

const IN_PLAY = new Set(['first-half', 'half-time', 'second-half'])

function isInPlay({ clock }: Pick<BetMatch, 'clock'>): boolean {
  return IN_PLAY.has(clock.phase)
}

/** True if the accept mode does not cover the change of a price. */
function isRefused(change: LegView['change'], accept: AcceptMode): boolean {
  return accept === 'none' ? change !== null : accept === 'better' && change === 'down'
}

/** The selections of a slip with what the quote says about them. */
export function legViews({ legs, accept }: Slip, quote: Quote | null, known: KnownMarkets): LegView[] {
  return legs.map((leg) => {
    const key = parseSelectionId(leg.id)
    const quoted = quote?.legs.get(leg.id)
    const isGone = quote?.gone.has(leg.id) === true
    const market = key === null || isGone ? null : known(marketId(key))
    const state = stateOf(market, isGone || quoted !== undefined)
    const price = priceNow(leg, state, market, key?.outcome)
    const change = changeOf(leg.price, price)
    const match = quoted?.match ?? null
    return {
      leg,
      state,
      match,
      ...textsOf(leg, key, match),
      price,
      change,
      needsAcceptance: isRefused(change, accept),
      isLive: match !== null && isInPlay(match),
    }
  })
}

function priceNow(leg: SlipLeg, state: LegState, market: Market | null, outcome: string | undefined): number {
  if (state === 'closed') return leg.price
  return market?.selections.find((one) => one.outcome === outcome)?.price ?? leg.price
}

function changeOf(before: number, now: number): LegView['change'] {
  return now === before ? null : now > before ? 'up' : 'down'
}

/** Texts from the quote; until then those that the viewer saw. */
function textsOf(leg: SlipLeg, key: ReturnType<typeof parseSelectionId>, match: BetMatch | null) {
  if (key === null || match === null) return { matchText: leg.match, marketText: leg.market, pickText: leg.pick }
  const teams = { home: match.home.name, away: match.away.name }
  return {
    matchText: commonText('match.versus', teams),
    marketText: marketLabel(match.sport, key),
    pickText: selectionLabel(key, key.outcome, teams),
  }
}

function stateOf(market: Market | null, isKnown: boolean): LegState {
  if (market !== null) return market.state
  return isKnown ? 'closed' : 'unknown'
}

/** Bounds of a stake in minor units. */
interface StakeBounds {
  readonly min: number
  readonly max: number
}

/** The bounds of a stake on prices; null until the lowest stake of the currency is known. */
function stakeBounds(quote: Quote | null, prices: readonly number[]): StakeBounds | null {
  if (quote === null) return null
  const { minStake: min } = quote
  return { min, max: Math.max(min, maxStakeOf((MAX_RETURN * min) / MIN_STAKE, prices)) }
}

/** Why a stake cannot be bet. `empty` is no error to show. */
type StakeProblem = 'empty' | 'invalid' | 'below' | 'above'

interface StakeView {
  /** Minor units; 0 if there is a problem. */
  readonly stake: number
  readonly problem: StakeProblem | null
  /** Return if all legs win, exact to the minor unit. */
  readonly maxReturn: number
}

/** Reads a stake field. */
function stakeView(
  typed: string,
  prices: readonly number[],
  {
    currency,
    bounds,
    balance,
  }: { readonly currency: SettleCurrency; readonly bounds: StakeBounds | null; readonly balance: number | null },
): StakeView {
  const problem = stakeProblem(typed, currency, bounds, balance)
  if (problem !== null) return { stake: 0, problem, maxReturn: 0 }
  const stake = enteredAmount(typed, CURRENCIES[currency].decimals, balance ?? 0)
  return { stake, problem, maxReturn: maxReturnOf(stake, prices) }
}

function stakeProblem(
  typed: string,
  currency: SettleCurrency,
  bounds: StakeBounds | null,
  balance: number | null,
): StakeProblem | null {
  const plain = typed.endsWith('.') ? typed.slice(0, -1) : typed
  if (plain === '') return 'empty'
  if (!isAmountWhileTyping(plain)) return 'invalid'
  // Zero, or more than an amount can be.
  if (amountProblem(plain) !== null) return Number(plain) >= AMOUNT_LIMIT ? 'above' : 'below'
  const stake = enteredAmount(plain, CURRENCIES[currency].decimals, balance ?? 0)
  if (bounds === null) return null
  return stake < bounds.min ? 'below' : stake > bounds.max ? 'above' : null
}

/** A bet that the slip can place. `id` is the selection of a single; null for the 串关. */
export interface SlipBet {
  readonly id: string | null
  readonly legs: readonly LegView[]
  readonly stake: StakeView
  readonly bounds: StakeBounds | null
}

interface BetsOptions {
  readonly currency: SettleCurrency
  readonly quote: Quote | null
  /** At the sportsbook; null while unknown. */
  readonly balance: number | null
}

/** The mode of the slip. One selection is always a single. */
export function modeOf({ mode, legs }: Slip): Slip['mode'] {
  return legs.length < 2 ? 'single' : mode
}

/** The bets of a slip: one per selection, or one of all. */
export function slipBets(slip: Slip, views: readonly LegView[], { currency, quote, balance }: BetsOptions): SlipBet[] {
  const betOf = (id: string | null, legs: readonly LegView[], typed: string): SlipBet => {
    const prices = legs.map(({ price }) => price)
    const bounds = stakeBounds(quote, prices)
    return { id, legs, bounds, stake: stakeView(typed, prices, { currency, bounds, balance }) }
  }
  if (modeOf(slip) === 'parlay') return [betOf(null, views, slip.parlayStake)]
  return views.map((view) => betOf(view.leg.id, [view], slip.stakes[view.leg.id] ?? ''))
}

/** Selections of a 串关 that cannot be combined, with the reason. Empty for singles. */
export function conflictsOf(slip: Slip): ReadonlyMap<string, Correlation> {
  if (modeOf(slip) !== 'parlay') return new Map()
  const found = correlatedSelections(slip.legs.map(({ id }) => id))
  return new Map(found.map(({ selection, reason }) => [selection, reason]))
}

/** What stands in the way of placing. The first one is shown at the button. */
export type Obstacle = 'conflict' | 'unknown' | 'closed' | 'suspended' | 'stake' | 'limit' | 'balance' | 'price'

/** Bets whose stake is filled in; those without a stake are left out, except for a 串关. */
export const wantedBets = (bets: readonly SlipBet[]): readonly SlipBet[] =>
  bets.filter(({ stake }) => stake.problem !== 'empty')

/** Why the bets cannot be placed now; null if they can. */
export function obstacleOf(bets: readonly SlipBet[], hasConflict: boolean, balance: number | null): Obstacle | null {
  const wanted = wantedBets(bets)
  // A 串关 needs all its legs, singles only those with a stake.
  const legs = (bets.some(({ id }) => id === null) ? bets : wanted).flatMap((bet) => bet.legs)
  if (hasConflict) return 'conflict'
  if (legs.some(({ state }) => state === 'closed')) return 'closed'
  if (legs.some(({ state }) => state === 'suspended')) return 'suspended'
  if (wanted.length === 0) return 'stake'
  if (wanted.some(({ stake }) => stake.problem !== null)) return 'limit'
  if (legs.some(({ state }) => state === 'unknown') || wanted.some(({ bounds }) => bounds === null)) return 'unknown'
  if (legs.some(({ needsAcceptance }) => needsAcceptance)) return 'price'
  if (balance !== null && totalStake(wanted) > balance) return 'balance'
  return null
}

export function totalStake(bets: readonly SlipBet[]): number {
  return bets.reduce((sum, { stake }) => sum + stake.stake, 0)
}

export function totalReturn(bets: readonly SlipBet[]): number {
  return bets.reduce((sum, { stake }) => sum + stake.maxReturn, 0)
}

/** The price of a bet in thousandths, for display. */
export function priceOf({ legs }: SlipBet): number {
  return combinedPrice(legs.map(({ price }) => price))
}
