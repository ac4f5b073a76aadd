import type { LineUp, Show } from '#protocol/endpoints/match.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Match } from './match.ts'
import type { ScheduledMatch } from './newsroom.ts'

export type MatchPreview = DataOf<'match.preview'>
export type MatchStatistics = Omit<DataOf<'match.statistics'>, 'report'>
export type TeamDetail = DataOf<'team.detail'>
export type LeagueDetail = DataOf<'league.detail'>
/** `followers`: those outside of this site, such as at the source. */
export type AnchorDetail = DataOf<'anchor.detail'>

/** Matches in play, coming (next first) and past (newest first). */
interface MatchGroups {
  readonly live: ScheduledMatch[]
  readonly coming: ScheduledMatch[]
  readonly past: ScheduledMatch[]
}

/**
 * Line-ups, statistics and history of matches, and the pages of teams, leagues and anchors. `now` is epoch
 * milliseconds.
 */
export interface MatchData {
  lineUps(match: Match): { readonly home: LineUp | null; readonly away: LineUp | null }
  statistics(match: Match, now: number): MatchStatistics
  preview(match: Match, now: number): MatchPreview
  /** Null for an unknown id. */
  team(id: string, now: number): TeamDetail | null
  league(id: string, now: number): LeagueDetail | null
  anchor(id: string, now: number): AnchorDetail | null
}

/**
 * What the list of matches itself shows: pages with the listed matches, no line-ups, statistics or history. Base of
 * sources that know more.
 */
export class ListedMatchData implements MatchData {
  readonly #list: () => readonly Match[]

  constructor(list: () => readonly Match[]) {
    this.#list = list
  }

  lineUps(_match: Match): { home: LineUp | null; away: LineUp | null } {
    return { home: null, away: null }
  }

  statistics(_match: Match, _now: number): MatchStatistics {
    return { total: [], periods: [] }
  }

  preview(_match: Match, _now: number): MatchPreview {
    return { headToHead: [], homeForm: [], awayForm: [], tips: [] }
  }

  team(id: string, _now: number): TeamDetail | null {
    const played = this.#matches().filter(({ fixture: { home, away } }) => home.key === id || away.key === id)
    const fixture = played[0]?.fixture
    if (!fixture) return null
    const { key, name, crest, ground } = fixture.home.key === id ? fixture.home : fixture.away
    const { kind, league, leagueId } = fixture
    return { id: key, name, logo: crest, ground, kind, league, leagueId, ...groupMatches(played), squad: null }
  }

  league(id: string, _now: number): LeagueDetail | null {
    const played = this.#matches().filter(({ fixture }) => fixture.leagueId === id)
    const fixture = played[0]?.fixture
    return fixture ? { id, name: fixture.league, kind: fixture.kind, ...groupMatches(played) } : null
  }

  anchor(id: string, _now: number): AnchorDetail | null {
    const own = this.#list().filter(({ fixture }) => fixture.anchor.key === id)
    const fixture = own[0]?.fixture
    if (!fixture) return null
    const { key, nick, logo } = fixture.anchor
    const shows = (stage: ScheduledMatch['stage']) => own.filter((match) => stageOf(match) === stage)
    const onAir = shows('live').find(({ state }) => state.anchorStatus === 1) ?? shows('live')[0]
    return {
      id: key,
      name: nick,
      logo,
      about: fixture.description,
      followers: 0,
      live: onAir ? showOf(onAir) : null,
      coming: shows('before').map(showOf).sort(byStart),
      past: shows('ended').map(showOf).sort(byStart).toReversed(),
    }
  }

  #matches(): readonly Match[] {
    return this.#list().filter(({ fixture }) => fixture.kind !== 'anchor')
  }
}

function groupMatches(matches: readonly Match[]): MatchGroups {
  return groupFixtures(matches.map(scheduledMatch))
}

export function groupFixtures(fixtures: readonly ScheduledMatch[]): MatchGroups {
  const of = (stage: ScheduledMatch['stage']) =>
    fixtures.filter((fixture) => fixture.stage === stage).sort((one, other) => one.kickOffAt - other.kickOffAt)
  return { live: of('live'), coming: of('before'), past: of('ended').toReversed() }
}

/** A match with a room as an entry of a schedule. */
export function scheduledMatch(match: Match): ScheduledMatch {
  const { fixture, state, kickOffAt } = match
  const stage = stageOf(match)
  return {
    eid: fixture.eid,
    league: fixture.league,
    leagueId: fixture.leagueId,
    home: fixture.home.name,
    homeId: fixture.home.key,
    away: fixture.away.name,
    awayId: fixture.away.key,
    homeLogo: fixture.home.crest,
    awayLogo: fixture.away.crest,
    kickOffAt,
    stage,
    score: stage === 'before' ? '' : `${state.homeScore}-${state.guestScore}`,
    hasRoom: true,
  }
}

function stageOf({ state: { clock } }: Match): ScheduledMatch['stage'] {
  return clock.phase === 'before' || clock.phase === 'ended' ? clock.phase : 'live'
}

function showOf({ fixture: { eid, title, league }, kickOffAt }: Match): Show {
  return { eid, title, league, startAt: kickOffAt, hasRoom: true }
}

function byStart(one: Show, other: Show): number {
  return one.startAt - other.startAt
}
