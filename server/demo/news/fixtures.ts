import { timeOfSiteDay } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { MatchRoom } from '../world/match-room.ts'
import { kickOffOf } from '../world/tempo.ts'
import type { PastMatch } from './season.ts'

export type Fixture = DataOf<'soccer.schedule'>['list'][number]

/** The fixture of a match of today, which has a room. */
export function fixtureOfRoom({ fixture, state }: MatchRoom): Fixture {
  const { phase } = state.clock
  return {
    eid: fixture.eid,
    league: fixture.league,
    home: fixture.home.name,
    away: fixture.away.name,
    homeLogo: fixture.home.crest,
    awayLogo: fixture.away.crest,
    kickOffAt: kickOffOf(fixture.kind, state.clock),
    stage: phase === 'before' || phase === 'ended' ? phase : 'live',
    score: phase === 'before' ? '' : `${state.homeScore}-${state.guestScore}`,
    hasRoom: true,
  }
}

/** The fixture of a season match on another day, which has no room. */
export function fixtureOf(match: PastMatch, isPlayed: boolean): Fixture {
  return {
    eid: match.id,
    league: match.leagueName,
    home: match.home.name,
    away: match.away.name,
    homeLogo: match.home.crest,
    awayLogo: match.away.crest,
    kickOffAt: timeOfSiteDay(match.day, match.minuteOfDay),
    stage: isPlayed ? 'ended' : 'before',
    score: isPlayed ? `${match.homeScore}-${match.awayScore}` : '',
    hasRoom: false,
  }
}

/** Compares by kick-off, earliest first. */
export function byKickOff(one: { readonly kickOffAt: number }, other: { readonly kickOffAt: number }): number {
  return one.kickOffAt - other.kickOffAt
}
