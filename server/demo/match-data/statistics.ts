import type { Statistic } from '#protocol/endpoints/match.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { HALF_MINUTES, type HalvedKind } from '#protocol/rules/match.ts'
import { chance, type Side, spellAt, spellsPlayed, type StoryInput, tally } from '#protocol/rules/match-story.ts'
import type { Score } from '#protocol/sports/market-keys.ts'
import type { Match } from '../../matches/match.ts'
import type { MatchStatistics } from '../../matches/match-data.ts'
import { factsOf } from '../../sports/match-facts.ts'
import { matchMinute, TEMPO } from '../world/tempo.ts'

const SIDES = ['home', 'away'] as const
const NONE: MatchStatistics = { total: [], periods: [] }
/** Share of the dangerous attacks that end with a shot, and with one on target, besides the goals. */
const SHOT_SHARE = 0.3
const ON_TARGET_SHARE = 0.1
/** Share of the attacks that a foul of the other side stops, besides those with a card. */
const FOUL_SHARE = 0.045
const REBOUND_SHARE = 0.3
const BASKETBALL_FOUL_SHARE = 0.09
const TOWERS = 11
/** Gold per minute of five players, per kill and per tower. */
const GOLD = { minute: 1_850, kill: 300, tower: 550 }

interface StatisticsInput {
  readonly match: Match
  readonly events: readonly MatchEvent[]
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Statistics of a demo match so far. They follow from the score, the events and the attacks of the animation, so they
 * agree with all three, and never decrease unless a goal is taken back.
 */
export function statisticsOf(input: StatisticsInput): MatchStatistics {
  const { kind } = input.match.fixture
  if (input.match.state.clock.phase === 'before') return NONE
  switch (kind) {
    case 'football':
      return { total: footballStatistics(input), periods: [] }
    case 'basketball':
      return basketballStatistics(input)
    case 'esports':
      return { total: esportsStatistics(input), periods: [] }
    case 'anchor':
      return NONE
  }
}

interface Story {
  readonly input: StoryInput
  /** Number of attacks so far in each half. */
  readonly halves: readonly number[]
}

function storyOf(kind: HalvedKind, { match, events, now }: StatisticsInput): Story {
  return {
    input: { seed: match.fixture.matchId, kind, events },
    halves: spellsPlayed(kind, match.state.clock, now, HALF_MINUTES[kind]),
  }
}

/** Number of attacks per side for which `counts` returns true. */
function countSpells(
  { input, halves }: Story,
  counts: (spell: ReturnType<typeof spellAt>, half: number, index: number) => boolean,
): Record<Side, number> {
  const found = { home: 0, away: 0 }
  for (const [half, spells] of halves.entries()) {
    for (let index = 0; index < spells; index += 1) {
      const spell = spellAt(input, half, index)
      if (counts(spell, half, index)) found[spell.side] += 1
    }
  }
  return found
}

function footballStatistics(input: StatisticsInput): Statistic[] {
  const story = storyOf('football', input)
  const { seed } = story.input
  const { homeShare, dangers } = tally(story.input, story.halves)
  const { homeScore, guestScore } = input.match.state
  const roll = (word: string, half: number, index: number): number => chance(seed, half, index, word)
  const misses = countSpells(
    story,
    ({ stage }, half, index) => stage === 'danger' && roll('shot', half, index) < SHOT_SHARE,
  )
  const saves = countSpells(
    story,
    ({ stage }, half, index) => stage === 'danger' && roll('shot', half, index) < ON_TARGET_SHARE,
  )
  // Against the attacking side.
  const stopped = countSpells(story, (_spell, half, index) => roll('foul', half, index) < FOUL_SHARE)
  const events = (type: MatchEvent['type']) => pair((side) => countEvents(input.events, type, side))
  const [yellow, red] = [events('yellow-card'), events('red-card')]
  const home = Math.round(homeShare * 100)
  return [
    { key: 'possession', home, away: 100 - home },
    { key: 'dangers', ...dangers },
    { key: 'shots', home: misses.home + homeScore, away: misses.away + guestScore },
    { key: 'shots-on-target', home: saves.home + homeScore, away: saves.away + guestScore },
    { key: 'corners', ...events('corner') },
    {
      key: 'fouls',
      home: stopped.away + yellow.home + red.home,
      away: stopped.home + yellow.away + red.away,
    },
    { key: 'yellow-cards', ...yellow },
    { key: 'red-cards', ...red },
    { key: 'substitutions', ...events('substitution') },
  ]
}

/** Points of each quarter that is played or over; the sum is the current score. */
export function quarterScores({ state }: Match): readonly Score[] {
  const { periods } = factsOf('basketball', state)
  // In a break the next quarter has begun, but nothing of it is played.
  return state.clock.phase === 'half-time' ? periods.slice(0, -1) : periods
}

function basketballStatistics(input: StatisticsInput): MatchStatistics {
  const story = storyOf('basketball', input)
  const periods = quarterScores(input.match).map((points, period) => basketballPeriod(story, points, period))
  const keys = ['points', 'rebounds', 'assists', 'fouls'] as const
  const sum = (key: Statistic['key'], side: Side): number =>
    periods.reduce((total, list) => total + (list.find((one) => one.key === key)?.[side] ?? 0), 0)
  return { total: keys.map((key) => ({ key, ...pair((side) => sum(key, side)) })), periods }
}

/** Statistics of one period: two per half, of equal length. */
function basketballPeriod({ input, halves }: Story, [homePoints, awayPoints]: Score, period: number): Statistic[] {
  const half = Math.floor(period / 2)
  const whole = spellsPlayed('basketball', { phase: 'ended', phaseStartedAt: 0 }, 0, HALF_MINUTES.basketball)[half] ?? 0
  const middle = Math.floor(whole / 2)
  const played = halves[half] ?? 0
  const [from, to] = period % 2 === 0 ? [0, Math.min(played, middle)] : [middle, played]
  const count = (word: string, share: number, isOther: boolean): Record<Side, number> => {
    const found = { home: 0, away: 0 }
    for (let index = from; index < to; index += 1) {
      const { side } = spellAt(input, half, index)
      if (chance(input.seed, half, index, word) < share) found[isOther ? other(side) : side] += 1
    }
    return found
  }
  // Most baskets count two points, and about every second one has an assist.
  const assists = (points: number, side: Side) =>
    Math.floor(points * (0.2 + chance(input.seed, period, side, 'assists') * 0.09))
  return [
    { key: 'points', home: homePoints, away: awayPoints },
    { key: 'rebounds', ...count('rebound', REBOUND_SHARE, true) },
    { key: 'assists', home: assists(homePoints, 'home'), away: assists(awayPoints, 'away') },
    { key: 'fouls', ...count('foul', BASKETBALL_FOUL_SHARE, true) },
  ]
}

function esportsStatistics({ match, now }: StatisticsInput): Statistic[] {
  const { homeScore, guestScore, clock } = match.state
  const half = TEMPO.esports.halfMinutes
  const minute =
    matchMinute('esports', clock, now) ?? (clock.phase === 'ended' ? half * 2 : clock.phase === 'half-time' ? half : 0)
  const kills = { home: homeScore, away: guestScore }
  // A tower falls with about every third kill; the side with more kills takes more of them.
  const towers = pair((side) =>
    Math.min(TOWERS, Math.floor(kills[side] * (0.22 + chance(match.fixture.matchId, side, 'towers') * 0.1))),
  )
  const economy = pair((side) => minute * GOLD.minute + kills[side] * GOLD.kill + towers[side] * GOLD.tower)
  return [
    { key: 'kills', ...kills },
    { key: 'towers', ...towers },
    { key: 'economy', ...economy },
  ]
}

function countEvents(events: readonly MatchEvent[], type: MatchEvent['type'], side: Side): number {
  return events.filter((event) => event.type === type && event.side === side).length
}

function pair(value: (side: Side) => number): Record<Side, number> {
  const [home, away] = SIDES
  return { home: value(home), away: value(away) }
}

function other(side: Side): Side {
  return side === 'home' ? 'away' : 'home'
}
