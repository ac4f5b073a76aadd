import type { DataOf } from '#protocol/endpoints/table.ts'
import type { MatchOdds } from '#protocol/room/feed.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { formatClock } from '#lib/format.ts'
import { isInPlay, matchClockText } from '#lib/match/match-clock.ts'
import { otherDay } from '#lib/match/other-day.ts'
import type { SportKind } from './requested-venue.ts'
import { SPORT_KINDS } from './requested-venue.ts'

/** A match on the board. */
export interface BoardMatch {
  readonly eid: string
  readonly kind: SportKind | null
  readonly league: string
  readonly leagueId: string
  readonly home: string
  readonly homeId: string
  readonly away: string
  readonly awayId: string
  readonly homeLogo: string
  readonly awayLogo: string
  /** Kick-off, epoch milliseconds. */
  readonly start: number
  readonly stage: 'live' | 'before' | 'ended'
  /** 下半场 67′ while it is in play, otherwise the kick-off time, with the date if it is not the day of the board. */
  readonly clock: string
  readonly score: { readonly home: number; readonly away: number } | null
  readonly hasRoom: boolean
  /** Null without odds and after the match. */
  readonly odds: MatchOdds | null
}

/** The stages in the order of the board. */
const STAGES = ['live', 'before', 'ended'] as const

const kindOf = (name: string): SportKind | null => SPORT_KINDS.find((kind) => kind === name) ?? null

const kickOffText = (start: number, day: number, now: number): string =>
  [otherDay(start, day, now), formatClock(start)].filter((part) => part !== null).join(' ')

/** The board of today from the live lists. Talk shows are left out. */
export function boardOfMatches(matches: readonly MatchView[], now: number): BoardMatch[] {
  return matches.flatMap((match): BoardMatch[] => {
    const kind = kindOf(match.kind)
    if (kind === null) return []
    const { eid, league, clock } = match
    const stage = isInPlay(clock) ? 'live' : clock.phase === 'before' ? 'before' : 'ended'
    return [
      {
        eid,
        kind,
        league,
        leagueId: match.tid,
        home: match.team1,
        homeId: match.team1_id,
        away: match.team2,
        awayId: match.team2_id,
        homeLogo: match.team1_logo,
        awayLogo: match.team2_logo,
        start: match.start_time,
        stage,
        clock: stage === 'live' ? matchClockText(clock, now, kind) : kickOffText(match.start_time, now, now),
        score: stage === 'before' ? null : { home: match.homeScore, away: match.guestScore },
        hasRoom: true,
        odds: stage === 'ended' ? null : (match.odds ?? null),
      },
    ]
  })
}

type BetMatch = DataOf<'sport.matchList'>['list'][number]['match']

/** The board with further matches that have markets. `day` and `now` as in {@link boardOfFixtures}. */
export function withBetMatches(
  board: readonly BoardMatch[],
  bets: Iterable<BetMatch>,
  day: number,
  now: number,
): readonly BoardMatch[] {
  const known = new Set(board.map(({ eid }) => eid))
  const further = [...bets].filter(({ eid }) => !known.has(eid))
  return further.length === 0 ? board : [...board, ...further.map((match) => boardOfBet(match, day, now))]
}

function boardOfBet(match: BetMatch, day: number, now: number): BoardMatch {
  const { eid, sport, league, leagueId, home, away, clock, startAt, homeScore, guestScore } = match
  const stage = isInPlay(clock) ? 'live' : clock.phase === 'before' ? 'before' : 'ended'
  return {
    eid,
    kind: sport,
    league,
    leagueId,
    home: home.name,
    homeId: home.id,
    away: away.name,
    awayId: away.id,
    homeLogo: home.logo,
    awayLogo: away.logo,
    start: startAt,
    stage,
    clock: stage === 'live' ? matchClockText(clock, now, sport) : kickOffText(startAt, day, now),
    score: stage === 'before' ? null : { home: homeScore, away: guestScore },
    hasRoom: true,
    odds: null,
  }
}

/** Matches of one league. */
export interface BoardLeague {
  readonly league: string
  readonly leagueId: string
  readonly kind: SportKind
  readonly matches: readonly BoardMatch[]
}

/** Matches by league: sports in their order, leagues by their first match. Matches without a sport are left out. */
export function leaguesOf(matches: readonly BoardMatch[]): BoardLeague[] {
  const leagues = new Map<string, BoardMatch[]>()
  for (const match of matches) {
    const key = `${match.kind ?? ''} ${match.leagueId}`
    leagues.set(key, [...(leagues.get(key) ?? []), match])
  }
  return SPORT_KINDS.flatMap((kind) =>
    [...leagues.values()].flatMap((group): BoardLeague[] => {
      const [first] = group
      if (first?.kind !== kind) return []
      return [{ league: first.league, leagueId: first.leagueId, kind, matches: group }]
    }),
  )
}

type Fixture = DataOf<'soccer.schedule'>['list'][number]
type League = DataOf<'soccer.leagues'>['list'][number]

/**
 * The board of another day from the schedule. The kind of a match is the id of its league. `day` (any time of that day)
 * and `now` are epoch milliseconds.
 */
export function boardOfFixtures(
  fixtures: readonly Fixture[],
  leagues: readonly League[],
  day: number,
  now: number,
): BoardMatch[] {
  return fixtures.map((fixture) => {
    const { kickOffAt: start, ...same } = fixture
    return {
      ...same,
      kind: kindOf(leagues.find(({ name }) => name === fixture.league)?.id ?? ''),
      start,
      clock: kickOffText(start, day, now),
      score: scoreOf(fixture.score),
      odds: null,
    }
  })
}

/** `2-1` → 2 and 1; null for any other text. */
export function scoreOf(text: string): BoardMatch['score'] {
  const [, home, away] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? []
  return home === undefined || away === undefined ? null : { home: Number(home), away: Number(away) }
}

export interface BoardSection {
  readonly stage: BoardMatch['stage']
  readonly matches: readonly BoardMatch[]
}

/** Matches of these kinds by stage. Live and coming matches are ordered by kick-off, finished ones latest first. */
export function sectionsOf(board: readonly BoardMatch[], kinds: readonly SportKind[]): BoardSection[] {
  const shown = board.filter(({ kind }) => kind === null || kinds.includes(kind))
  return STAGES.flatMap((stage) => {
    const matches = shown
      .filter((match) => match.stage === stage)
      .sort((one, other) => (stage === 'ended' ? other.start - one.start : one.start - other.start))
    return matches.length === 0 ? [] : [{ stage, matches }]
  })
}

/** Delay of the odds of live matches in seconds; null if none of them has odds. */
export function oddsDelay(matches: readonly BoardMatch[]): number | null {
  const delays = matches.flatMap(({ stage, odds }) => (stage === 'live' && odds !== null ? [odds.delaySeconds] : []))
  return delays.length > 0 ? Math.max(...delays) : null
}
