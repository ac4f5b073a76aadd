import { MINUTE_MS, siteDayOf } from '#protocol/time.ts'
import type { MatchClock, MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import { venueNameOf } from '#protocol/rules/venue.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { newRecord, recordAfter, resumedRecord } from './match-record.ts'
import { onPitchAfter } from './on-pitch.ts'
import { openingEvents } from './opening-events.ts'
import { type Match, type MatchState, roomStatusOf, stateOfRoom } from '../../matches/match.ts'
import type { MatchRecord } from '../../database/schema/match.ts'
import { changePhase, dividedScore, openingState, playMatch, scheduledAnchorStatus } from './play.ts'
import { type PlayedState, priceInputOf, withPrices } from './prices.ts'
import type { MatchPlan } from './plan.ts'
import type { PublisherState } from '../../matches/match-source.ts'
import type { Random } from './random.ts'
import { conductRule } from './room-messages.ts'
import { factsOf } from '../../sports/match-facts.ts'
import { isLeagueId, roundOfDay } from '../news/season.ts'
import { kickOffOf, matchMinute, minutesPlayed, phaseEnd } from './tempo.ts'
import { UnreportedChanges } from './unreported-changes.ts'

/** A log older than this does not determine the state of the match. */
const STALE_AFTER_MS = 3 * 3_600_000
/** A room stays active this long after its match. */
const REST_AFTER_MS = 60 * MINUTE_MS
const ODDS_EVERY_MS = 4_000
/** Delay before a failed write to the log is retried. */
const RETRY_DELAY_MS = 1_000

/** One match and its room: advances the match and reports changes to the room. */
export class MatchRoom implements Match {
  #state: PlayedState
  #record: MatchRecord
  /** Events of the current match. */
  #events: readonly MatchEvent[] = []
  #oddsAt = 0
  /** What the prices were computed from. */
  #priced = ''
  #interruptedUntil: number | null = null
  #publisher: PublisherState = null
  #retryAt = 0
  readonly #unreported: UnreportedChanges
  readonly #random: Random

  readonly fixture: MatchPlan
  readonly #rooms: RoomHub
  readonly #storedRecord: MatchRecord | null

  /** `storedRecord`: the record before a restart. */
  constructor(
    fixture: MatchPlan,
    rooms: RoomHub,
    random: Random,
    now: number,
    storedRecord: MatchRecord | null = null,
  ) {
    this.fixture = fixture
    this.#storedRecord = storedRecord
    this.#rooms = rooms
    this.#random = random.fork(`match ${fixture.eid}`)
    this.#state = openingState(fixture, now, this.#random)
    this.#record = newRecord(fixture.kind, storedRecord, this.#state)
    this.#unreported = new UnreportedChanges(rooms, fixture, () => this.state)
  }

  /** A publisher takes precedence over the scheduled anchor. */
  get state(): MatchState {
    if (this.#publisher === null) return this.#state
    return { ...this.#state, anchorStatus: this.#publisher === 'live' ? 1 : 2 }
  }

  get kickOffAt(): number {
    return kickOffOf(this.fixture.kind, this.#state.clock)
  }

  /** The round of the kick-off, which midnight does not change. */
  get round(): string {
    const { kind } = this.fixture
    return isLeagueId(kind) ? roundOfDay(kind, siteDayOf(this.#record.kickOffAt)) : ''
  }

  /** Kick-off of the current match and earlier results. */
  get record(): MatchRecord {
    return this.#record
  }

  get publisher(): PublisherState {
    return this.#publisher
  }

  get hasPublisher(): boolean {
    return this.#publisher !== null
  }

  /** True while the anchor is live and not interrupted. */
  get isOnAir(): boolean {
    return this.state.anchorStatus === 1
  }

  /** Names of the players on the pitch, by side; null in kinds without substitutions. */
  get onPitch(): { readonly home: readonly string[]; readonly away: readonly string[] } | null {
    const { kind, home, away } = this.fixture
    if (kind !== 'football') return null
    return {
      home: onPitchAfter(home.key, 'home', this.#events).players,
      away: onPitchAfter(away.key, 'away', this.#events).players,
    }
  }

  minute(now: number): number | null {
    return matchMinute(this.fixture.kind, this.#state.clock, now)
  }

  /** Opens the room and resumes the match from its log if there is one. */
  async open(now: number, admins: readonly string[]): Promise<void> {
    const { fixture } = this
    const { clock } = this.#state
    let marks = openingEvents(fixture, this.#state, now, this.#random.fork('opening'))
    await this.#openRoom(admins)
    const known = this.#rooms.snapshot(fixture.chatRoomNo)
    if (known && isCurrent(known.clock, now)) {
      // A new room has the state it was just opened with; an older one has its own match and events.
      if (known.clock.phaseStartedAt !== clock.phaseStartedAt) {
        marks = []
        this.#events = known.events
      }
      // The log may end with a publisher who is absent now, so the anchor status follows the phase. A new room has no odds
      // yet.
      const anchorStatus = scheduledAnchorStatus(known.clock.phase)
      this.#state = this.#resumed({ ...stateOfRoom(known), anchorStatus, odds: known.odds ?? this.#state.odds }, now)
      this.#record = resumedRecord(fixture.kind, this.#storedRecord, this.#state)
    } else if (known && known.events.length > 0) {
      // The log ends with an old match, whose events do not belong to the current one.
      await this.#report({ clock: { phase: 'before', phaseStartedAt: now } })
    }
    await this.#report({ ...roomStatusOf(this.state), ...(this.#state.odds ? { odds: this.#state.odds } : {}) })
    this.#events = [...this.#events, ...marks]
    await this.#rooms.append(
      fixture.chatRoomNo,
      marks.map((event) => ({ kind: 'status', data: { event } })),
    )
    if (known?.pinned == null) {
      await this.#rooms.append(fixture.chatRoomNo, [
        { kind: 'pin', data: { text: `${conductRule(fixture.kind)}。广告和带节奏的，房管会请出场。` } },
      ])
    }
  }

  /**
   * Reads the match from its room, which another process writes. Returns false if that process has not created the room
   * yet.
   */
  async follow(admins: readonly string[]): Promise<boolean> {
    const { kind, chatRoomNo } = this.fixture
    if (!(await this.#openRoom(admins))) return false
    const known = this.#rooms.snapshot(chatRoomNo)
    if (!known) return false
    this.#state = stateOfRoom(known)
    this.#events = known.events
    this.#record = recordAfter(kind, this.#record, this.#state)
    return true
  }

  /** The state of an earlier run, with prices. A log that has no periods yet gets periods with the same score. */
  #resumed(state: PlayedState, now: number): PlayedState {
    const { kind } = this.fixture
    const played = minutesPlayed(kind, state.clock, now)
    const periods =
      state.periods ?? dividedScore([state.homeScore, state.guestScore], played, this.#random.fork('periods'))
    const known = { ...state, periods, ...(kind === 'football' && { goals: state.goals ?? goalsOf(this.#events) }) }
    // An operator may have corrected the score.
    const { periods: agreed, goals } = kind === 'anchor' ? known : { ...known, ...factsOf(kind, known) }
    const resumed = { ...known, periods: agreed, ...(goals && kind === 'football' && { goals }) }
    const input = priceInputOf(this.fixture, resumed, this.#events, now)
    return input ? withPrices(resumed, input) : resumed
  }

  #openRoom(admins: readonly string[]): Promise<boolean> {
    const { fixture } = this
    return this.#rooms.open({
      chatRoomNo: fixture.chatRoomNo,
      matchId: fixture.matchId,
      anchorRoomId: fixture.anchorRoomId,
      title: fixture.title,
      venueName: venueNameOf(fixture.venueName),
      status: roomStatusOf(this.#state),
      setup: {
        slowModeSeconds: 0,
        minVipLevel: 0,
        muteAll: false,
        welcomeText: `欢迎来到直播间，${conductRule(fixture.kind)}。`,
      },
      admins,
    })
  }

  /** True if the match ended long ago and its room shows the result only. */
  isAtRest(now: number): boolean {
    const { phase, phaseStartedAt } = this.#state.clock
    const hasEnded = phase === 'ended' && now - phaseStartedAt > REST_AFTER_MS
    return hasEnded && this.#publisher === null && !this.isBehind
  }

  /** True while changes have not been written to the log. */
  get isBehind(): boolean {
    return !this.#unreported.isEmpty
  }

  /**
   * Advances the match to `now` and reports unreported changes first. Returns the events for the crowd. Rejects if the
   * log refuses a write; the match continues and a later step reports the changes.
   */
  async step(now: number, elapsedMs: number): Promise<readonly MatchEvent[]> {
    const play = this.#publisher === null ? playMatch : playWithoutEnd
    const step = play(this.fixture, this.#state, now, elapsedMs, this.#random, this.#events)
    const scoreChanged =
      step.state.homeScore !== this.#state.homeScore || step.state.guestScore !== this.#state.guestScore
    this.#state = step.state
    this.#events = step.state.clock.phase === 'before' ? [] : eventsAfter(this.#events, step.events)
    this.#record = recordAfter(this.fixture.kind, this.#record, step.state)
    this.#unreported.add(step, scoreChanged)
    const isInterrupted = step.events.some(({ type }) => type === 'goal' || type === 'red-card' || type === 'whistle')
    if (now - this.#oddsAt >= ODDS_EVERY_MS || scoreChanged || isInterrupted) this.#quote(now)
    // A retry time further ahead comes from a clock that has been set back since.
    const waitMs = this.#retryAt - now
    if (waitMs > 0 && waitMs <= RETRY_DELAY_MS) return []
    this.#retryAt = now + RETRY_DELAY_MS
    const reported = await this.#unreported.report()
    this.#retryAt = 0
    return reported
  }

  /** The anchor is interrupted (On2) or returns (On1), S4.3. There is no return after the end of the match. */
  async setInterrupted(isInterrupted: boolean): Promise<void> {
    if (!isInterrupted && this.#state.anchorStatus !== 2) return
    this.#state = { ...this.#state, anchorStatus: isInterrupted ? 2 : 1 }
    this.#unreported.addBoard()
    await this.#unreported.report()
  }

  /** A publisher starts, drops (On2), returns (On1) or stops for good (S4.1-S4.4). */
  async setPublisher(publisher: PublisherState): Promise<void> {
    this.#publisher = publisher
    await this.#report({ anchorStatus: this.state.anchorStatus })
  }

  get interruptedUntil(): number | null {
    return this.#interruptedUntil
  }

  set interruptedUntil(time: number | null) {
    this.#interruptedUntil = time
  }

  #quote(now: number): void {
    this.#oddsAt = now
    const input = priceInputOf(this.fixture, this.#state, this.#events, now)
    const priced = JSON.stringify(input)
    if (!input || priced === this.#priced) return
    this.#priced = priced
    const last = this.#state.odds
    const next = withPrices(this.#state, input)
    const isSame = last && next.odds && sameOdds(next.odds, last)
    this.#state = isSame ? { ...next, odds: last } : next
    if (!isSame) this.#unreported.addOdds()
  }

  #report(status: Partial<RoomStatus>): Promise<void> {
    return this.#rooms.setStatus(this.fixture.chatRoomNo, status)
  }
}

/**
 * True if a match with this clock can be under way at `now` (epoch milliseconds). Only the kick-off is ahead, unless the
 * clock of the system was set back while the server was stopped.
 */
function isCurrent({ phase, phaseStartedAt }: MatchClock, now: number): boolean {
  // A finished match has its room for itself.
  if (phase === 'ended') return phaseStartedAt <= now
  const aheadMs = phaseStartedAt - now
  return -aheadMs < STALE_AFTER_MS && aheadMs < (phase === 'before' ? STALE_AFTER_MS : MINUTE_MS)
}

/** The events with later ones. A corrected event replaces the one with its id. */
function eventsAfter(events: readonly MatchEvent[], later: readonly MatchEvent[]): readonly MatchEvent[] {
  if (later.length === 0) return events
  const all = new Map(events.map((event) => [event.id, event]))
  for (const event of later) all.set(event.id, event)
  return [...all.values()]
}

/** Sides of the goals of a log without their order. */
function goalsOf(events: readonly MatchEvent[]): NonNullable<MatchState['goals']> {
  return events.flatMap(({ type, side }) => (type === 'goal' && side !== 'none' ? [side] : []))
}

type Odds = NonNullable<MatchState['odds']>

function sameOdds(one: Odds, other: Odds): boolean {
  return (
    one.home.value === other.home.value &&
    one.away.value === other.away.value &&
    one.draw?.value === other.draw?.value &&
    one.suspended === other.suspended
  )
}

/**
 * Like `playMatch`, but the match never ends while a publisher is live, because a finished match shows no picture. It
 * stays in stoppage time, and a finished show starts again. Other finished matches stay so: their bets are settled.
 */
export const playWithoutEnd: typeof playMatch = (fixture, state, now, ...others) => {
  const { clock } = state
  if (clock.phase === 'ended' && fixture.kind === 'anchor') return changePhase(state, now)
  const isOverdue = clock.phase === 'second-half' && now >= phaseEnd(fixture.kind, clock)
  if (isOverdue) return { state, events: [], hasPhaseChanged: false }
  return playMatch(fixture, state, now, ...others)
}
