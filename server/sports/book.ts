import type { BetMatch } from '#protocol/endpoints/sports.ts'
import {
  BET_SPORTS,
  type BetSport,
  marketId,
  MARKETS_OF,
  MAX_PRICE,
  MIN_PRICE,
  type MarketKind,
} from '#protocol/sports/market-keys.ts'
import type { Market, Selection } from '#protocol/sports/markets.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Match, SourceMarket, Team } from '../matches/match.ts'
import type { Matches } from '../matches/matches.ts'
import { marketsFromOdds } from './prices/from-odds.ts'

/** Interval of polls for changes. */
const SYNC_EVERY_MS = 8
/**
 * The version of a market when it is first seen is the number of seconds since this time. After a restart it is therefore
 * higher than before, unless a market changed more than once a second all the time.
 */
const VERSIONS_SINCE_MS = Date.parse('2026-01-01T00:00:00Z')

type Listener = (markets: readonly Market[]) => void

interface BookOptions {
  readonly matches: Pick<Matches, 'list'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** What the markets of a match depend on. */
type Input = readonly unknown[]

interface Entry {
  match: Match
  readonly sport: BetSport
  input: Input
  readonly markets: Map<string, Market>
}

/**
 * Matches that can be bet on, with their markets and versions (H: event, market, selection). The prices come from the
 * source of the match; each read returns the current ones.
 */
export class Book {
  readonly #options: BookOptions
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<Listener>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: BookOptions) {
    this.#options = options
  }

  /**
   * Reports changes to the listeners until {@link stop}. The versions begin anew: what this process has read of the matches
   * of another one has versions of its own, which may be lower than those that pages know.
   */
  start(): void {
    this.stop()
    this.#entries.clear()
    this.#timer = setInterval(() => {
      try {
        this.refresh()
      } catch (error) {
        this.#options.onError(error)
      }
    }, SYNC_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Calls the listener with the markets that have changed, in their new state. Returns a function that ends this. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** All matches in the order of the source. */
  list(): BetMatch[] {
    this.refresh()
    return [...this.#entries.values()].map(betMatch)
  }

  /** A match; null if it cannot be bet on. */
  find(matchId: string): BetMatch | null {
    this.refresh()
    const entry = this.#entries.get(matchId)
    return entry ? betMatch(entry) : null
  }

  /** The match as its source delivers it. */
  sourceOf(matchId: string): Match | null {
    return this.#entries.get(matchId)?.match ?? null
  }

  /** The markets of a match in the order of the match page; closed ones remain until the match is removed. */
  marketsOf(matchId: string): readonly Market[] {
    this.refresh()
    const entry = this.#entries.get(matchId)
    return entry ? inOrder(entry.sport, [...entry.markets.values()]) : []
  }

  /** The market with this id ({@link marketId}); null if it was never offered. */
  market(matchId: string, id: string): Market | null {
    this.refresh()
    return this.#entries.get(matchId)?.markets.get(id) ?? null
  }

  /** Reads the matches and reports what has changed. */
  refresh(): void {
    const changed: Market[] = []
    const listed = new Set<string>()
    for (const match of this.#options.matches.list()) {
      const { matchId, kind } = match.fixture
      const sport = BET_SPORTS.find((known) => known === kind)
      if (!sport) continue
      listed.add(matchId)
      let entry = this.#entries.get(matchId)
      if (!entry) {
        entry = { match, sport, input: [], markets: new Map() }
        this.#entries.set(matchId, entry)
      }
      entry.match = match
      this.#update(entry, changed)
    }
    for (const [matchId, { markets }] of this.#entries) {
      if (listed.has(matchId)) continue
      for (const market of markets.values()) if (market.state !== 'closed') changed.push(closed(market))
      this.#entries.delete(matchId)
    }
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed)
  }

  #update(entry: Entry, changed: Market[]): void {
    const { match, markets } = entry
    const input = inputOf(match)
    if (input.length === entry.input.length && input.every((value, index) => value === entry.input[index])) return
    entry.input = input
    const offered = new Set<string>()
    for (const source of isOver(match) ? [] : sourceMarkets(entry.sport, match, this.#options.now())) {
      const id = marketId({ ...source, matchId: match.fixture.matchId })
      offered.add(id)
      const known = markets.get(id)
      const market = nextMarket(match.fixture.matchId, source, known, this.#options.now())
      if (market === known) continue
      markets.set(id, market)
      changed.push(market)
    }
    for (const [id, market] of markets) {
      if (offered.has(id) || market.state === 'closed') continue
      markets.set(id, closed(market))
      changed.push(closed(market))
    }
  }
}

/** One market of each main kind (S3.14): of several lines the one with the closest prices. */
export function mainMarkets(sport: BetSport, markets: readonly Market[]): Market[] {
  return MARKETS_OF[sport].slice(0, MAIN_KINDS).flatMap((kind) => {
    const lines = markets.filter((market) => market.kind === kind && market.state !== 'closed')
    const [main] = lines.sort((one, other) => rank(one) - rank(other) || one.line - other.line)
    return main ? [main] : []
  })
}

const MAIN_KINDS = 3

/** Open markets first, then the smallest difference between the prices. */
function rank({ state, selections }: Market): number {
  const prices = selections.map(({ price }) => price)
  return (state === 'open' ? 0 : MAX_PRICE) + Math.max(...prices) - Math.min(...prices)
}

/** Whether bets on a match are delayed. */
export function isInPlay({ clock: { phase } }: Pick<BetMatch, 'clock'>): boolean {
  return phase !== 'before' && phase !== 'ended'
}

function isOver({ state: { clock, broken } }: Match): boolean {
  return clock.phase === 'ended' || broken !== undefined
}

function inputOf({ state }: Match): Input {
  return [state.markets, state.odds, state.clock.phase, state.broken, state.homeScore, state.guestScore, state.periods]
}

/** The markets of the supplier, or those that follow from its odds. */
function sourceMarkets(sport: BetSport, { state }: Match, now: number): readonly SourceMarket[] {
  return state.markets ?? marketsFromOdds(sport, state, now)
}

/** `known` itself if nothing has changed. */
function nextMarket(matchId: string, source: SourceMarket, known: Market | undefined, now: number): Market {
  const prices = Object.entries(source.prices)
  const isPriced = prices.every(([, price]) => price >= MIN_PRICE && price <= MAX_PRICE)
  const state = source.isSuspended || !isPriced ? 'suspended' : 'open'
  const selections = prices.map(([outcome, price]): Selection => {
    const shown = Math.min(MAX_PRICE, Math.max(MIN_PRICE, price))
    const before = known?.selections.find((one) => one.outcome === outcome)
    if (!before || before.price === shown) return { outcome, price: shown, move: before?.move ?? 'same' }
    return { outcome, price: shown, move: shown > before.price ? 'up' : 'down' }
  })
  if (known && known.state === state && hasSamePrices(known.selections, selections)) return known
  const version = known ? known.version + 1 : Math.max(1, Math.floor((now - VERSIONS_SINCE_MS) / SECOND_MS))
  return { matchId, kind: source.kind, line: source.line, version, state, selections }
}

function hasSamePrices(ones: readonly Selection[], others: readonly Selection[]): boolean {
  return (
    ones.length === others.length &&
    ones.every(({ outcome, price }, index) => outcome === others[index]?.outcome && price === others[index].price)
  )
}

function closed(market: Market): Market {
  return { ...market, version: market.version + 1, state: 'closed' }
}

function inOrder(sport: BetSport, markets: readonly Market[]): Market[] {
  const kinds: readonly MarketKind[] = MARKETS_OF[sport]
  return markets.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.line - other.line)
}

function betMatch({ match: { fixture, state, kickOffAt }, sport, markets }: Entry): BetMatch {
  return {
    matchId: fixture.matchId,
    eid: fixture.eid,
    chatRoomNo: fixture.chatRoomNo,
    sport,
    league: fixture.league,
    leagueId: fixture.leagueId,
    home: teamOf(fixture.home),
    away: teamOf(fixture.away),
    startAt: kickOffAt,
    clock: state.clock,
    homeScore: state.homeScore,
    guestScore: state.guestScore,
    periods: (state.periods ?? []).map(([home, away]) => [home, away]),
    marketCount: [...markets.values()].filter((market) => market.state !== 'closed').length,
  }
}

function teamOf({ key, name, crest }: Team): BetMatch['home'] {
  return { id: key, name, logo: crest }
}
