import { FOLLOWABLES } from '#server/demo/world/world.ts'
import type { Match } from '#server/matches/match.ts'
import { ListedMatchData } from '#server/matches/match-data.ts'
import { Matches } from '#server/matches/matches.ts'
import type { MatchRepository } from '#server/matches/match-repository.ts'
import type { MatchSource } from '#server/matches/match-source.ts'
import { EMPTY_NEWSROOM } from '#server/matches/newsroom.ts'

/** A source with a constant list of matches. */
export function constantSource(matches: readonly Match[]): MatchSource {
  return {
    start: async () => undefined,
    follow: async () => undefined,
    stop: () => undefined,
    matches: () => matches,
    followables: () => FOLLOWABLES,
    setPublisher: async () => undefined,
    newsroom: EMPTY_NEWSROOM,
    matchData: new ListedMatchData(() => matches),
  }
}

/** Matches of a constant list, for handlers. Nothing is stored. Fields that a test does not read may be absent. */
export function matchesOf(list: readonly object[]): Matches {
  return new Matches({
    repository: {} as MatchRepository,
    source: constantSource(list as readonly Match[]),
    eventsOf: () => [],
    onError: (error) => {
      throw error
    },
  })
}
