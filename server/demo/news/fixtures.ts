import { timeOfSiteDay } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { PastMatch } from './season.ts'

export type Fixture = DataOf<'soccer.schedule'>['list'][number]

/** The fixture of a season match on another day, which has no room. */
export function fixtureOf(match: PastMatch, isPlayed: boolean): Fixture {
  return {
    eid: match.id,
    league: match.leagueName,
    leagueId: match.league,
    home: match.home.name,
    homeId: match.home.key,
    away: match.away.name,
    awayId: match.away.key,
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
