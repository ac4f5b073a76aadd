import { createRandom, type Random } from '../world/random.ts'
import { LEAGUES, TEAMS, type DemoTeam } from '../world/teams.ts'

/** Leagues of the demo. The id is the sport of its matches. */
export const LEAGUE_IDS = ['football', 'basketball', 'esports'] as const
export type LeagueId = (typeof LEAGUE_IDS)[number]

export function isLeagueId(text: string): text is LeagueId {
  return (LEAGUE_IDS as readonly string[]).includes(text)
}

/** A played match. Days are day numbers in the site time zone. */
export interface PastMatch {
  readonly id: string
  readonly league: LeagueId
  readonly leagueName: string
  readonly season: number
  /** Counts from 1. */
  readonly round: number
  readonly day: number
  /** Minutes after midnight in the site's time zone. */
  readonly minuteOfDay: number
  readonly home: DemoTeam
  readonly away: DemoTeam
  readonly homeScore: number
  readonly awayScore: number
}

/** A round is played every second day. */
const DAYS_OF_ROUND = 2
/** Number of matches of each pair in a season, with alternating home team. */
const MEETINGS = 6
const KICK_OFFS = [19 * 60 + 35, 20 * 60, 15 * 60 + 30]

export function roundsOfSeason(league: LeagueId): number {
  return (TEAMS[league].length - 1) * MEETINGS
}

function lastRoundBefore(day: number): number {
  return Math.floor((day - 1) / DAYS_OF_ROUND)
}

/** The matches of the newest rounds before a day, newest first. They depend only on the seed and the day. */
export function pastMatches(seed: number, league: LeagueId, day: number, rounds: number): PastMatch[] {
  const last = lastRoundBefore(day)
  return Array.from({ length: rounds }, (_, back) => matchesOfRound(seed, league, last - back)).flat()
}

/** The rounds of the running season before a day, or of the previous season while the new one has too few. */
export function seasonMatches(seed: number, league: LeagueId, day: number): PastMatch[] {
  const { rounds, played, isOver } = seasonMetadata(league, day)
  if (!isOver) return pastMatches(seed, league, day, played)
  const young = (lastRoundBefore(day) % rounds) + 1
  return pastMatches(seed, league, day, rounds + young).slice(young * pairs(league))
}

/** Metadata of the season shown on a day. */
interface SeasonMetadata {
  /** Day numbers of the first and the last round. */
  readonly firstDay: number
  readonly lastDay: number
  readonly rounds: number
  readonly played: number
  /** The shown season is over and the next one has too few rounds for a table. */
  readonly isOver: boolean
}

export function seasonMetadata(league: LeagueId, day: number): SeasonMetadata {
  const rounds = roundsOfSeason(league)
  const last = lastRoundBefore(day)
  const running = (last % rounds) + 1
  const isOver = running < TEAMS[league].length - 1
  const firstRound = last - (last % rounds) - (isOver ? rounds : 0)
  return {
    firstDay: firstRound * DAYS_OF_ROUND,
    lastDay: (firstRound + rounds - 1) * DAYS_OF_ROUND,
    rounds,
    played: isOver ? rounds : running,
    isOver,
  }
}

/** 第 11 轮: the round of a day, or the next one on a day without matches. */
export function roundOfDay(league: LeagueId, day: number): string {
  return roundText(((lastRoundBefore(day) + 1) % roundsOfSeason(league)) + 1)
}

export function roundText(round: number): string {
  return `第 ${round} 轮`
}

/** The next round day after `day`, at most `until`; null if there is none. */
export function nextRoundDay(day: number, until: number): number | null {
  const next = (Math.floor(day / DAYS_OF_ROUND) + 1) * DAYS_OF_ROUND
  return next <= until ? next : null
}

/** All matches of a day in all leagues. */
export function matchesOfDay(seed: number, day: number): PastMatch[] {
  return LEAGUE_IDS.flatMap((league) =>
    day % DAYS_OF_ROUND === 0 ? matchesOfRound(seed, league, day / DAYS_OF_ROUND) : [],
  )
}

function pairs(league: LeagueId): number {
  return TEAMS[league].length / 2
}

function matchesOfRound(seed: number, league: LeagueId, absoluteRound: number): PastMatch[] {
  const rounds = roundsOfSeason(league)
  const season = Math.floor(absoluteRound / rounds)
  const index = absoluteRound % rounds
  return pairsOfRound(TEAMS[league], index).map(([home, away], position) => {
    const id = `${league}-${absoluteRound}-${position}`
    const random = createRandom(seed).fork(id)
    const [homeScore, awayScore] = scoreOf(league, strengthOf(seed, home) - strengthOf(seed, away), random)
    return {
      id,
      league,
      leagueName: LEAGUES[league].name,
      season,
      round: index + 1,
      day: absoluteRound * DAYS_OF_ROUND,
      minuteOfDay: KICK_OFFS[position % KICK_OFFS.length] ?? 0,
      home,
      away,
      homeScore,
      awayScore,
    }
  })
}

/** The circle method: each team plays once per round, each pair once per leg. */
function pairsOfRound(teams: readonly DemoTeam[], round: number): [DemoTeam, DemoTeam][] {
  const [fixed, ...others] = teams
  if (!fixed) return []
  const shift = round % others.length
  const turned = [fixed, ...others.slice(shift), ...others.slice(0, shift)]
  const isReturn = Math.floor(round / others.length) % 2 === 1
  return Array.from({ length: teams.length / 2 }, (_, position): [DemoTeam, DemoTeam] => {
    const one = turned[position] ?? fixed
    const other = turned[turned.length - 1 - position] ?? fixed
    return isReturn === (position % 2 === 0) ? [other, one] : [one, other]
  })
}

/** Strength of a team, about -0.5 to 0.5. */
function strengthOf(seed: number, team: DemoTeam): number {
  return createRandom(seed).fork(`strength of ${team.key}`).next() - 0.5
}

function scoreOf(league: LeagueId, edge: number, random: Random): [number, number] {
  if (league === 'football') return [random.poisson(1.5 + edge * 0.9), random.poisson(1.15 - edge * 0.8)]
  if (league === 'esports') {
    // Kills in one game, as the live rooms count them.
    const loser = random.between(16, 26)
    const winner = loser + random.between(1, 14)
    return random.chance(0.52 + edge * 0.5) ? [winner, loser] : [loser, winner]
  }
  const home = 84 + Math.round(edge * 12) + random.between(-9, 11)
  const away = 82 - Math.round(edge * 12) + random.between(-9, 11)
  return home === away ? [home + 3, away] : [home, away]
}
