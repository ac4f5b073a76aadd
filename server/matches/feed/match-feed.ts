import { DAY_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import type { MatchClock } from '#protocol/room/feed.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { type Followable, type Match, stateOfRoom } from '../match.ts'
import { ListedMatchData, type MatchData } from '../match-data.ts'
import type { MatchRepository } from '../match-repository.ts'
import type { MatchSource, PublisherState } from '../match-source.ts'
import { followablesOf } from '../matches.ts'
import { EMPTY_NEWSROOM } from '../newsroom.ts'
import { boardOf, documentDoubt, type BoardDoubt } from './feed-checks.ts'
import { type FeedDocument, FeedError, parseFeed } from './feed-document.ts'
import { FEED_PREFIX, FeedMatchState, newFeedMatch } from './feed-match.ts'
import type { ReadFeed } from './feed-reader.ts'

/** Without a successful read for this long, or for some intervals, the feed is stale. */
const STALE_MS = 30 * SECOND_MS
const STALE_INTERVALS = 5
/** A document of this age is stale while a match is played. */
const OLD_DOCUMENT_MS = 10 * MINUTE_MS
/** A match that has ended, or that the feed has not had since, is dropped after this time. */
const DROP_AFTER_MS = DAY_MS
/** Interval of reading the state of rooms that another process writes, and their fixtures. */
const FOLLOW_EVERY_MS = SECOND_MS
const FIXTURES_EVERY_MS = 5 * SECOND_MS

export interface MatchFeedOptions {
  readonly read: ReadFeed
  readonly rooms: Pick<RoomHub, 'open' | 'append' | 'snapshot' | 'setTitle' | 'retire' | 'remove'>
  readonly repository: Pick<MatchRepository, 'list'>
  readonly intervalMs: number
  readonly now: () => number
  /** Called when matches have changed, to store them. */
  readonly onChanged: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A suspicious change of a match. Times are epoch milliseconds. */
interface FeedDoubt {
  readonly eid: string
  readonly reason: BoardDoubt
  readonly since: number
}

/** State of the connection to the feed. Times are epoch milliseconds. */
export interface FeedHealth {
  readonly lastAttemptAt: number | null
  readonly lastSuccessAt: number | null
  /** Time in the last applied document. */
  readonly generatedAt: number | null
  /** Why the last read failed; null after a success. */
  readonly failure: string | null
  /** Matches of the last document that were refused. */
  readonly problems: readonly string[]
  readonly doubts: readonly FeedDoubt[]
  readonly isStale: boolean
}

/**
 * Matches of a file or an HTTP feed (docs/match-feed.md). The last good state of each match stays when the feed is silent
 * or wrong. Only the process that writes the rooms reads the feed; the others read the rooms.
 */
export class MatchFeed implements MatchSource {
  readonly newsroom = EMPTY_NEWSROOM
  readonly matchData: MatchData = new ListedMatchData(() => this.matches())
  readonly #options: MatchFeedOptions
  #matches: readonly (Match | FeedMatchState)[] = []
  readonly #retiring = new Set<string>()
  #timer: ReturnType<typeof setInterval> | undefined
  #running: Promise<void> | null = null
  #startedAt = 0
  #fixturesAt = Number.NEGATIVE_INFINITY
  #stored: readonly Match[] = []
  #lastAttemptAt: number | null = null
  #lastSuccessAt: number | null = null
  #generatedAt: number | null = null
  #failure: string | null = null
  #problems: readonly string[] = []

  constructor(options: MatchFeedOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.stop()
    const { repository, now } = this.#options
    this.#startedAt = now()
    const stored = await this.#storedMatches(repository)
    this.#matches = await Promise.all(stored.map((match) => this.#resumed(match)))
    await this.#poll()
    this.#repeat(async () => {
      if (await this.#poll()) await this.#options.onChanged()
    }, this.#options.intervalMs)
  }

  /** A stored match with the periods and goals of its room, which the table of matches does not have. */
  async #resumed(match: Match): Promise<FeedMatchState> {
    const { rooms, onError } = this.#options
    const state = new FeedMatchState(match, this.#startedAt)
    await rooms.open(state.definition).catch(onError)
    const { periods, goals } = rooms.snapshot(match.fixture.chatRoomNo) ?? {}
    const facts = { ...(periods && { periods }), ...(goals && { goals }) }
    return new FeedMatchState({ ...match, state: { ...match.state, ...facts } }, this.#startedAt)
  }

  async follow(): Promise<void> {
    await this.stop()
    this.#fixturesAt = Number.NEGATIVE_INFINITY
    await this.#readRooms()
    this.#repeat(() => this.#readRooms(), FOLLOW_EVERY_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running?.catch(() => null)
  }

  matches(): readonly Match[] {
    return this.#matches
  }

  followables(): readonly Followable[] {
    return followablesOf(this.#matches)
  }

  async setPublisher(anchorRoomId: string, state: PublisherState): Promise<void> {
    const match = this.#own.find(({ fixture }) => fixture.anchorRoomId === anchorRoomId)
    if (!match) return
    match.publisher = state
    await this.#report(match)
  }

  get health(): FeedHealth {
    return {
      lastAttemptAt: this.#lastAttemptAt,
      lastSuccessAt: this.#lastSuccessAt,
      generatedAt: this.#generatedAt,
      failure: this.#failure,
      problems: this.#problems,
      doubts: this.#own.flatMap(({ fixture: { eid }, doubts }) =>
        doubts.map(({ reason, since }) => ({ eid, reason, since })),
      ),
      isStale: this.#isStale(this.#options.now()),
    }
  }

  /** Reads the feed once and reports the changes to the rooms. Called by the timer, and by tests. */
  async poll(): Promise<void> {
    await this.#poll()
  }

  /** The matches of this process as the writer; none while it follows another one. */
  get #own(): readonly FeedMatchState[] {
    return this.#matches.filter((match) => match instanceof FeedMatchState)
  }

  #repeat(work: () => Promise<void>, everyMs: number): void {
    this.#timer = setInterval(() => {
      // A slow read does not pile up.
      this.#running ??= work()
        .catch(this.#options.onError)
        .finally(() => (this.#running = null))
    }, everyMs).unref()
  }

  /** Returns true if matches were read or changed. */
  async #poll(): Promise<boolean> {
    const now = this.#options.now()
    const document = await this.#read(now)
    if (document) this.#apply(document, now)
    const isStale = this.#isStale(now)
    for (const match of this.#own) {
      match.isStale = isStale
      await this.#report(match).catch(this.#options.onError)
    }
    await this.#dropOld(now)
    return document !== null
  }

  async #read(now: number): Promise<FeedDocument | null> {
    this.#lastAttemptAt = now
    try {
      const document = parseFeed(await this.#options.read())
      const doubt = documentDoubt(document.generatedAt, this.#generatedAt, now)
      if (doubt === 'ahead') throw new FeedError('the time of the feed is more than 5 minutes ahead')
      if (doubt === 'older') throw new FeedError('the feed is older than the one before')
      this.#failure = null
      this.#lastSuccessAt = now
      this.#generatedAt = document.generatedAt
      this.#problems = document.problems
      return document
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      // Each kind of failure is logged once, not at each read.
      if (this.#failure !== error.message) this.#options.onError(error)
      this.#failure = error.message
      return null
    }
  }

  #apply({ matches }: FeedDocument, now: number): void {
    const known = new Map(this.#own.map((match) => [match.fixture.eid, match]))
    for (const given of matches) {
      const eid = `${FEED_PREFIX}${given.id}`
      const match = known.get(eid)
      if (match) match.apply(given, now)
      // A feed may list finished matches for longer than this site does.
      else if (!hasEndedLongAgo(boardOf(given).clock, now)) known.set(eid, newFeedMatch(given, now))
    }
    this.#matches = [...known.values()]
  }

  /** Opens the room of a match if necessary and writes what has changed. */
  async #report(match: FeedMatchState): Promise<void> {
    const { rooms } = this.#options
    const { chatRoomNo, title } = match.fixture
    await rooms.open(match.definition)
    rooms.setTitle(chatRoomNo, title)
    const state = match.state
    const drafts = match.changes(rooms.snapshot(chatRoomNo)?.events ?? [])
    if (drafts.length > 0) await rooms.append(chatRoomNo, drafts)
    match.setPosted(state)
  }

  #isStale(now: number): boolean {
    const limitMs = Math.max(STALE_MS, STALE_INTERVALS * this.#options.intervalMs)
    if (now - (this.#lastSuccessAt ?? this.#startedAt) > limitMs) return true
    const isPlayed = this.#own.some(({ state: { clock } }) => clock.phase !== 'before' && clock.phase !== 'ended')
    return isPlayed && this.#generatedAt !== null && now - this.#generatedAt > OLD_DOCUMENT_MS
  }

  /** Drops matches that ended long ago, or that the feed has left out for long. A publisher keeps its match. */
  async #dropOld(now: number): Promise<void> {
    const isOld = ({ state: { clock }, seenAt, hasPublisher }: FeedMatchState): boolean => {
      if (hasPublisher) return false
      return hasEndedLongAgo(clock, now) || now - seenAt > DROP_AFTER_MS
    }
    const old = this.#own.filter(isOld)
    if (old.length > 0) this.#matches = this.#own.filter((match) => !old.includes(match))
    for (const { fixture } of old) this.#retiring.add(fixture.chatRoomNo)
    await this.#leaveRooms('remove')
  }

  async #leaveRooms(how: 'remove' | 'retire'): Promise<void> {
    for (const chatRoomNo of this.#retiring) {
      if (await this.#options.rooms[how](chatRoomNo)) this.#retiring.delete(chatRoomNo)
    }
  }

  async #storedMatches(repository: Pick<MatchRepository, 'list'>): Promise<readonly Match[]> {
    const stored = await repository.list()
    return stored.filter(({ fixture }) => fixture.chatRoomNo.startsWith(FEED_PREFIX))
  }

  /** Reads the matches from the database and from their rooms, which another process writes. */
  async #readRooms(): Promise<void> {
    const { rooms, repository, now } = this.#options
    if (now() - this.#fixturesAt >= FIXTURES_EVERY_MS) {
      this.#stored = await this.#storedMatches(repository)
      this.#fixturesAt = now()
    }
    const followed: Match[] = []
    for (const match of this.#stored) {
      const { chatRoomNo } = match.fixture
      const { definition } = new FeedMatchState(match, now())
      const known = (await rooms.open(definition)) ? rooms.snapshot(chatRoomNo) : null
      followed.push(known ? withStatus(match, known) : match)
    }
    const current = new Set(followed.map(({ fixture }) => fixture.chatRoomNo))
    for (const { fixture } of this.#matches)
      if (!current.has(fixture.chatRoomNo)) this.#retiring.add(fixture.chatRoomNo)
    this.#matches = followed
    await this.#leaveRooms('retire')
  }
}

function hasEndedLongAgo({ phase, phaseStartedAt }: MatchClock, now: number): boolean {
  return phase === 'ended' && now - phaseStartedAt > DROP_AFTER_MS
}

type Snapshot = NonNullable<ReturnType<RoomHub['snapshot']>>

/** A stored match with the state of its room, which does not have whether the match is broken. */
function withStatus(match: Match, known: Snapshot): Match {
  const { broken } = match.state
  return { ...match, state: { ...stateOfRoom(known), ...(broken && { broken }) } }
}
