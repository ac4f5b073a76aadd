import { ListedMatchData, type MatchData } from './match-data.ts'
import type { Followable, Match } from './match.ts'
import type { MatchSource, PublisherState } from './match-source.ts'
import { EMPTY_NEWSROOM, type Newsroom } from './newsroom.ts'

/** Several sources as one, for example a feed of matches and the live rooms of operators. Ids must differ. */
export class JoinedSources implements MatchSource {
  readonly #sources: readonly MatchSource[]
  readonly matchData: MatchData

  /** The first source that has news and data provides them for all. */
  constructor(sources: readonly MatchSource[]) {
    this.#sources = sources
    this.matchData = new JoinedMatchData(sources)
  }

  get newsroom(): Newsroom {
    return this.#sources.find(({ newsroom }) => newsroom !== EMPTY_NEWSROOM)?.newsroom ?? EMPTY_NEWSROOM
  }

  async start(): Promise<void> {
    for (const source of this.#sources) await source.start()
  }

  async follow(): Promise<void> {
    for (const source of this.#sources) await source.follow()
  }

  async stop(): Promise<void> {
    for (const source of this.#sources) await source.stop()
  }

  matches(): readonly Match[] {
    return this.#sources.flatMap((source) => source.matches())
  }

  followables(): readonly Followable[] {
    return this.#sources.flatMap((source) => source.followables())
  }

  async setPublisher(anchorRoomId: string, state: PublisherState): Promise<void> {
    for (const source of this.#sources) await source.setPublisher(anchorRoomId, state)
  }
}

/** Data of a match from its own source; pages from the first source that knows the id. */
class JoinedMatchData implements MatchData {
  readonly #sources: readonly MatchSource[]
  readonly #listed: MatchData

  constructor(sources: readonly MatchSource[]) {
    this.#sources = sources
    this.#listed = new ListedMatchData(() => sources.flatMap((source) => source.matches()))
  }

  lineUps(match: Match): ReturnType<MatchData['lineUps']> {
    return this.#of(match).lineUps(match)
  }

  statistics(match: Match, now: number): ReturnType<MatchData['statistics']> {
    return this.#of(match).statistics(match, now)
  }

  preview(match: Match, now: number): ReturnType<MatchData['preview']> {
    return this.#of(match).preview(match, now)
  }

  team(id: string, now: number): ReturnType<MatchData['team']> {
    return this.#first(({ matchData }) => matchData.team(id, now))
  }

  league(id: string, now: number): ReturnType<MatchData['league']> {
    return this.#first(({ matchData }) => matchData.league(id, now))
  }

  anchor(id: string, now: number): ReturnType<MatchData['anchor']> {
    return this.#first(({ matchData }) => matchData.anchor(id, now))
  }

  #of({ fixture: { eid } }: Match): MatchData {
    const source = this.#sources.find((one) => one.matches().some(({ fixture }) => fixture.eid === eid))
    return source?.matchData ?? this.#listed
  }

  #first<Found>(find: (source: MatchSource) => Found | null): Found | null {
    for (const source of this.#sources) {
      const found = find(source)
      if (found !== null) return found
    }
    return null
  }
}
