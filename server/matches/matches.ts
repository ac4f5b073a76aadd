import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import type { Followable, Match } from './match.ts'
import type { MatchCorrections } from './match-corrections.ts'
import type { MatchRepository } from './match-repository.ts'
import { ListedMatchData, type MatchData } from './match-data.ts'
import type { MatchSource, PublisherState } from './match-source.ts'
import { EMPTY_NEWSROOM, type Newsroom } from './newsroom.ts'

/** Interval of storing changed matches. Rooms log each change at once, and a source resumes from the room. */
const STORE_INTERVAL_MS = 30_000

interface MatchesOptions {
  readonly repository: MatchRepository
  /** Null: the stored matches are served as they are. */
  readonly source: MatchSource | null
  /** Events of the current match of a room. */
  readonly eventsOf: (chatRoomNo: string) => readonly MatchEvent[]
  readonly onError: (error: unknown) => void
  /** Values of operators that replace those of the source; none by default. */
  readonly corrections?: MatchCorrections
}

/** Content of a stored match; events by their ids. */
interface Written {
  readonly fixture: string
  readonly state: string
  readonly eventIds: string
}

/** The matches of this server. Handlers read them here, whatever their source. */
export class Matches {
  readonly #options: MatchesOptions
  /** Matches in the database at start, for a server without a source. */
  #stored: readonly Match[] = []
  /** Content of the last write by eid, so that unchanged matches are not written again. */
  readonly #written = new Map<string, Written>()
  /** The matches of earlier runs that the source does not know any more have been removed. */
  #hasRemovedOld = false
  readonly #listedData = new ListedMatchData(() => this.#stored)
  #timer: ReturnType<typeof setInterval> | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: MatchesOptions) {
    this.#options = options
  }

  /** Starts the source, or loads the stored matches if there is none. */
  async start(): Promise<void> {
    const { repository, source, corrections } = this.#options
    if (source === null) {
      this.#stored = await repository.list()
      return
    }
    await this.stop()
    // Another process may have stored matches since.
    this.#written.clear()
    this.#hasRemovedOld = false
    await corrections?.load()
    await source.start()
    await corrections?.report()
    await this.store()
    this.#timer = setInterval(() => void this.store().catch(this.#options.onError), STORE_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Follows the matches of the process that writes the rooms, or loads the stored ones if there is no source. */
  async follow(): Promise<void> {
    const { repository, source, corrections } = this.#options
    await this.stop()
    corrections?.forget()
    if (source === null) this.#stored = await repository.list()
    else await source.follow()
  }

  /** Stops the source. Resolves when the last write has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#options.source?.stop()
    await this.#writing.catch(() => null)
  }

  /** All matches, or those of a kind. */
  list(kind?: ContentKind): readonly Match[] {
    const { corrections } = this.#options
    const all = this.#ofSource
    const wanted = kind === undefined ? all : all.filter(({ fixture }) => fixture.kind === kind)
    return !corrections || corrections.isEmpty ? wanted : wanted.map((match) => corrections.corrected(match))
  }

  /** The matches without corrections. */
  get #ofSource(): readonly Match[] {
    return this.#options.source?.matches() ?? this.#stored
  }

  /** Applies the stored correction of a match, or its release. Called in the process that writes the rooms. */
  async refreshCorrection(eid: string): Promise<void> {
    const match = this.#ofSource.find(({ fixture }) => fixture.eid === eid)
    if (match) await this.#options.corrections?.refresh(match)
  }

  find(eid: string): Match | null {
    return this.list().find(({ fixture }) => fixture.eid === eid) ?? null
  }

  findByMatchId(matchId: string): Match | null {
    return this.list().find(({ fixture }) => fixture.matchId === matchId) ?? null
  }

  findByAnchorRoom(anchorRoomId: string): Match | null {
    return this.list().find(({ fixture }) => fixture.anchorRoomId === anchorRoomId) ?? null
  }

  findByChatRoom(chatRoomNo: string): Match | null {
    return this.list().find(({ fixture }) => fixture.chatRoomNo === chatRoomNo) ?? null
  }

  /** The anchor or team with this name, or null. */
  followableNamed(kind: FollowKind, name: string): Followable | null {
    return this.#followables().find((one) => one.kind === kind && one.name === name) ?? null
  }

  /** The anchor or team with this key, or null if it no longer exists. */
  followableOf(kind: FollowKind, key: string): Followable | null {
    return this.#followables().find((one) => one.kind === kind && one.key === key) ?? null
  }

  /** Sets the publisher of an anchor room. Without a source nothing changes. */
  async setPublisher(anchorRoomId: string, state: PublisherState): Promise<void> {
    await this.#options.source?.setPublisher(anchorRoomId, state)
  }

  get newsroom(): Newsroom {
    return this.#options.source?.newsroom ?? EMPTY_NEWSROOM
  }

  get matchData(): MatchData {
    return this.#options.source?.matchData ?? this.#listedData
  }

  /**
   * Stores the matches that have changed since the last call, and removes those that the source has dropped. Calls run
   * one after the other.
   */
  store(): Promise<void> {
    this.#writing = this.#writing.catch(() => null).then(() => this.#storeChanged())
    return this.#writing
  }

  async #storeChanged(): Promise<void> {
    const { repository, eventsOf } = this.#options
    const matches = this.#ofSource
    for (const [position, match] of matches.entries()) {
      const { eid, chatRoomNo } = match.fixture
      const events = eventsOf(chatRoomNo)
      const eventIds = events.map(({ id }) => id).join()
      const fixture = JSON.stringify(match.fixture)
      const state = JSON.stringify([match.state, match.kickOffAt, match.round])
      const written = this.#written.get(eid)
      // One short transaction each: a long one would delay chat and gifts.
      if (written?.fixture !== fixture) await repository.saveMatch(match, position)
      else if (written.state !== state) await repository.saveState(match)
      if (written?.eventIds !== eventIds) await repository.saveEvents(eid, events)
      this.#written.set(eid, { fixture, state, eventIds })
    }
    const eids = matches.map(({ fixture }) => fixture.eid)
    // Matches of earlier runs are not in `#written`.
    if (this.#hasRemovedOld && eids.length === this.#written.size) return
    await repository.removeOthers(eids)
    this.#hasRemovedOld = true
    const current = new Set(eids)
    for (const eid of this.#written.keys()) if (!current.has(eid)) this.#written.delete(eid)
  }

  #followables(): readonly Followable[] {
    return this.#options.source?.followables() ?? followablesOf(this.#stored)
  }
}

/** The anchors and teams of matches, each once. */
export function followablesOf(matches: readonly Match[]): Followable[] {
  const all = matches.flatMap(({ fixture: { anchor, home, away } }) => [
    { kind: 'anchor' as const, key: anchor.key, name: anchor.nick, logo: anchor.logo },
    ...[home, away].map(({ key, name, crest }) => ({ kind: 'team' as const, key, name, logo: crest })),
  ])
  return [...new Map(all.map((one) => [`${one.kind} ${one.key}`, one])).values()]
}
