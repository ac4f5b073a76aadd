import type { MatchEvent, MatchOdds, OddsLine } from '#protocol/room/feed.ts'
import type * as z from 'zod/mini'
import type { EntryDraft } from '../../rooms/log/entries.ts'
import type { RoomDefinition } from '../../rooms/room.ts'
import { PERIODS_OF_HALF } from '#protocol/rules/match.ts'
import type { Score } from '#protocol/sports/market-keys.ts'
import { type Fixture, type Match, type MatchState, roomStatusOf, type SourceMarket } from '../match.ts'
import type { PublisherState } from '../match-source.ts'
import { boardOf, checkBoard, type Board, type Doubt } from './feed-checks.ts'
import type { FeedMatch } from './feed-document.ts'

/** Ids of matches, rooms and streams of the feed begin with this, so that they differ from those of other sources. */
export const FEED_PREFIX = 'feed-'

const SPORTS = {
  football: { sport: '足球', sportId: 'soccer' },
  basketball: { sport: '篮球', sportId: 'basketball' },
  esports: { sport: '电竞', sportId: 'esports' },
} as const
/** The anchor of a match for which the feed names none. */
const SITE_ANCHOR = { id: 'site', name: '官方直播间' }
const TITLE_LENGTH = 80

/** One match of the feed with its last good state. */
export class FeedMatchState implements Match {
  #fixture: Fixture
  #kickOffAt: number
  #round: string
  #board: Board
  #odds: MatchOdds | null
  /** What format 2 adds. */
  #facts: Pick<MatchState, 'periods' | 'goals' | 'broken'>
  #markets: readonly SourceMarket[] | null = null
  #feedAnchorStatus: MatchState['anchorStatus'] | null = null
  #events: readonly MatchEvent[] = []
  #publisher: PublisherState = null
  #doubts: readonly Doubt[] = []
  /** True while the feed is stale: the odds may be wrong, so nobody should rely on them. */
  isStale = false
  /** When the feed had this match last (epoch milliseconds). */
  seenAt: number
  /** The state that the room has received. */
  #posted: MatchState | null = null

  /** `match` is the stored state of an earlier run. */
  constructor(match: Match, now: number) {
    const { homeScore, guestScore, clock, odds, periods, goals, broken } = match.state
    this.#fixture = match.fixture
    this.#kickOffAt = match.kickOffAt
    this.#round = match.round
    this.#board = { homeScore, guestScore, clock }
    this.#odds = odds
    this.#facts = { ...(periods && { periods }), ...(goals && { goals }), ...(broken && { broken }) }
    this.seenAt = now
  }

  get fixture(): Fixture {
    return this.#fixture
  }

  get kickOffAt(): number {
    return this.#kickOffAt
  }

  get round(): string {
    return this.#round
  }

  /** A publisher takes precedence over the feed. Without both a match has no picture. */
  get state(): MatchState {
    const { phase } = this.#board.clock
    const scheduled = this.#feedAnchorStatus ?? (phase === 'ended' ? 3 : 0)
    const anchorStatus = this.#publisher === null ? scheduled : this.#publisher === 'live' ? 1 : 2
    const isOver = phase === 'ended' || this.#facts.broken !== undefined
    const odds = this.#odds && this.#isSuspended ? { ...this.#odds, suspended: true } : this.#odds
    const markets = this.#isSuspended
      ? this.#markets?.map((market) => ({ ...market, isSuspended: true }))
      : this.#markets
    return {
      ...this.#board,
      ...this.#facts,
      anchorStatus,
      odds: isOver ? null : odds,
      ...(markets && { markets: isOver ? [] : markets }),
    }
  }

  /** Prices may be wrong while the feed is stale or its score is in doubt. */
  get #isSuspended(): boolean {
    return this.isStale || this.#doubts.length > 0
  }

  get hasPublisher(): boolean {
    return this.#publisher !== null
  }

  get doubts(): readonly Doubt[] {
    return this.#doubts
  }

  set publisher(publisher: PublisherState) {
    this.#publisher = publisher
  }

  /** Applies what the feed says, except suspicious parts. */
  apply(given: FeedMatch, now: number): void {
    const { board, doubts } = checkBoard(given.kind, this.#board, boardOf(given), this.#doubts, now)
    this.#fixture = fixtureOf(given)
    this.#kickOffAt = given.kickOffAt
    this.#round = given.round
    this.#board = board
    this.#doubts = doubts
    const markets = marketsOf(given)
    this.#odds = oddsOf(given.odds ?? winnerOdds(markets), this.#odds)
    this.#markets = markets
    this.#feedAnchorStatus = given.anchorStatus ?? null
    // Events of a refused score would contradict the board.
    if (doubts.length === 0) {
      this.#events = given.events
      this.#facts = factsOf(given)
    }
    this.seenAt = now
  }

  get definition(): RoomDefinition {
    const { chatRoomNo, matchId, anchorRoomId, title, venueName } = this.#fixture
    const status = roomStatusOf(this.state)
    const setup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '欢迎来到直播间' }
    return { chatRoomNo, matchId, anchorRoomId, title, venueName, status, setup, admins: [] }
  }

  /** Entries that bring the room up to date. `known`: the events that the room has. */
  changes(known: readonly MatchEvent[]): EntryDraft[] {
    const state = this.state
    const posted = this.#posted
    const knownIds = new Set(known.map(({ id }) => id))
    const events = this.#events.filter(({ id }) => !knownIds.has(id))
    const { odds } = state
    const board = roomStatusOf(state)
    const drafts: EntryDraft[] = []
    if (!posted || JSON.stringify(board) !== JSON.stringify(roomStatusOf(posted))) {
      drafts.push({ kind: 'status', data: board })
    }
    for (const event of events) drafts.push({ kind: 'status', data: { event } })
    if (odds && JSON.stringify(odds) !== JSON.stringify(posted?.odds ?? null))
      drafts.push({ kind: 'status', data: { odds } })
    return drafts
  }

  /** The room has received the entries of {@link changes} for this state. */
  setPosted(state: MatchState): void {
    this.#posted = state
  }
}

/** A match that the feed has for the first time. A start in the future is left to the check of the clock. */
export function newFeedMatch(given: FeedMatch, now: number): FeedMatchState {
  const { board } = checkBoard(given.kind, null, boardOf(given), [], now)
  const state = { ...board, anchorStatus: 0, odds: null } as const
  const match = new FeedMatchState(
    { fixture: fixtureOf(given), state, kickOffAt: given.kickOffAt, round: given.round },
    now,
  )
  match.apply(given, now)
  return match
}

function fixtureOf(given: FeedMatch): Fixture {
  const { id, kind, league, home, away, venue, weather, description, anchor = SITE_ANCHOR } = given
  const roomId = `${FEED_PREFIX}${id}`
  const team = (one: FeedMatch['home']) => ({ key: one.id, name: one.name, crest: '', ground: one.ground })
  return {
    eid: roomId,
    matchId: roomId,
    anchorRoomId: roomId,
    chatRoomNo: roomId,
    kind,
    eventId: id,
    league: league.name,
    leagueId: league.id,
    ...SPORTS[kind],
    home: team(home),
    away: team(away),
    venueName: venue,
    weather,
    title: (given.title ?? `${home.name} - ${away.name}`).slice(0, TITLE_LENGTH),
    description,
    anchor: { key: anchor.id, nick: anchor.name, logo: '' },
    hasVerticalAnchor: false,
  }
}

/** Periods, goals and the end of a match as the feed has them. In a break the next period has begun. */
function factsOf({ kind, phase, periods, goals, broken }: FeedMatch): Pick<MatchState, 'periods' | 'goals' | 'broken'> {
  const begun = periods?.map(({ home, away }): Score => [home, away])
  const isSecondHalf = phase === 'half-time' || phase === 'second-half'
  if (begun && isSecondHalf && begun.length === PERIODS_OF_HALF[kind]) begun.push([0, 0])
  return { ...(begun && { periods: begun }), ...(goals && { goals }), ...(broken && { broken }) }
}

/** The markets of the feed; null if it has none. The odds are the market of the winner if no other is given. */
function marketsOf({ markets, odds }: FeedMatch): SourceMarket[] | null {
  if (!markets) return null
  const given = markets.map(({ kind, line, suspended, prices }): SourceMarket => ({
    kind,
    line,
    isSuspended: suspended,
    prices,
  }))
  if (!odds || given.some(({ kind }) => kind === 'winner')) return given
  const { home, draw, away, suspended } = odds
  const prices = { home, ...(draw !== null && { draw }), away }
  return [{ kind: 'winner', line: 0, isSuspended: suspended, prices }, ...given]
}

/** The odds of a feed that has the winner among its markets only. */
function winnerOdds(markets: readonly SourceMarket[] | null): FeedMatch['odds'] {
  const winner = markets?.find(({ kind }) => kind === 'winner')
  const { home, draw = null, away } = winner?.prices ?? {}
  if (!winner || home === undefined || away === undefined) return null
  return { home, draw, away, suspended: winner.isSuspended, delaySeconds: 0 }
}

type Price = z.infer<typeof OddsLine>

/** The odds with the direction of their last movement. */
function oddsOf(given: FeedMatch['odds'], before: MatchOdds | null): MatchOdds | null {
  if (given === null) return null
  const price = (value: number, last: Price | null | undefined): Price => {
    if (!last) return { value, move: 'same' }
    // The arrow stays until the price moves again.
    if (last.value === value) return last
    return { value, move: value > last.value ? 'up' : 'down' }
  }
  return {
    home: price(given.home, before?.home),
    draw: given.draw === null ? null : price(given.draw, before?.draw),
    away: price(given.away, before?.away),
    suspended: given.suspended,
    delaySeconds: given.delaySeconds,
  }
}
