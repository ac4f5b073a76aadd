import { MINUTE_MS } from '#protocol/time.ts'
import type { AnchorStatus, MatchClock, MatchEvent, MatchPhase } from '#protocol/room/feed.ts'
import type { Score } from '#protocol/sports/market-keys.ts'
import type { MatchState } from '../../matches/match.ts'
import { type PlayedState, priceInputOf, ratesOf, withPrices } from './prices.ts'
import { onPitchAfter } from './on-pitch.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import { interrupted, reviewed, scored } from './reviews.ts'
import {
  addedMinute,
  matchLength,
  matchMinute,
  minutesPlayed,
  NEXT_PHASE,
  phaseEnd,
  TEMPO,
  type Tempo,
  WARM_UP_MINUTES,
} from './tempo.ts'

/** The clock of a match that kicked off `plan.minutesAtStart` minutes ago. */
function clockAfter(fixture: MatchPlan, now: number): MatchClock {
  const { halfMinutes, breakMinutes, addedMinutes } = TEMPO[fixture.kind]
  const firstHalf = halfMinutes + addedMinutes[0]
  const minutes = fixture.minutesAtStart
  const begun = (phase: MatchPhase, minutesAgo: number): MatchClock => ({
    phase,
    phaseStartedAt: now - minutesAgo * MINUTE_MS,
  })
  if (minutes < 0) return begun('before', minutes)
  if (minutes < firstHalf) return begun('first-half', minutes)
  if (minutes < firstHalf + breakMinutes) return begun('half-time', minutes - firstHalf)
  const second = minutes - firstHalf - breakMinutes
  const sinceEnd = minutes - matchLength(fixture.kind)
  return sinceEnd < 0 ? begun('second-half', second) : begun('ended', sinceEnd)
}

/** Anchor status of a phase: absent before the match, ended after it. */
export function scheduledAnchorStatus(phase: MatchPhase): AnchorStatus {
  return phase === 'before' ? 0 : phase === 'ended' ? 3 : 1
}

/** Spread of the score of a match under way at start, relative to a played one. */
const OPENING_SPREAD = 0.6

/** The state of a match at start. */
export function openingState(fixture: MatchPlan, now: number, random: Random): PlayedState {
  const tempo = TEMPO[fixture.kind]
  const minutes = fixture.minutesAtStart
  const clock = clockAfter(fixture, now)
  const played = Math.max(0, Math.min(minutes, tempo.halfMinutes * 2))
  // Less spread than a played match, so that the first matches that a visitor sees are close ones.
  const score = (share: number): number => {
    const expected = Math.min(60, tempo.scoresPerMinute * played * share)
    const scores = expected + (random.poisson(expected) - expected) * OPENING_SPREAD
    return Math.round(scores * averagePoints(tempo))
  }
  const homePoints = score(0.5 + fixture.edge * 0.15)
  const guestScore = score(0.5 - fixture.edge * 0.15)
  const isLevel = fixture.kind === 'basketball' && clock.phase === 'ended' && homePoints === guestScore
  const homeScore = isLevel ? homePoints + 2 : homePoints
  const periods = dividedScore([homeScore, guestScore], minutesPlayed(fixture.kind, clock, now), random.fork('periods'))
  const state: PlayedState = {
    clock,
    homeScore,
    guestScore,
    anchorStatus: scheduledAnchorStatus(clock.phase),
    odds: null,
    periods,
    ...(fixture.kind === 'football' && { goals: goalOrder(periods, random.fork('goals')) }),
  }
  const input = priceInputOf(fixture, state, [], now)
  return input ? withPrices(state, input) : state
}

/** Divides the points of a match over its periods, each point by the minutes that were played. */
export function dividedScore(score: Score, minutes: readonly number[], random: Random): Score[] {
  const periods = minutes.map((): [number, number] => [0, 0])
  const played = minutes.reduce((sum, each) => sum + each, 0)
  for (const side of [0, 1] as const) {
    for (let left = score[side]; left > 0; left -= 1) {
      let at = random.next() * played
      const index = minutes.findIndex((each) => (at -= each) < 0)
      const period = periods.at(index)
      if (period) period[side] += 1
    }
  }
  return periods
}

/** Sides of the goals; within a period each order is equally likely. */
function goalOrder(periods: readonly Score[], random: Random): ('home' | 'away')[] {
  return periods.flatMap(([home, away]) => {
    let homeLeft = home
    return Array.from({ length: home + away }, (_, index) => {
      const isHome = random.chance(homeLeft / (home + away - index))
      if (isHome) homeLeft -= 1
      return isHome ? 'home' : 'away'
    })
  })
}

/** Points of one score on average. */
function averagePoints({ points }: Tempo): number {
  return points.reduce((sum, each) => sum + each, 0) / points.length
}

export interface Step {
  readonly state: PlayedState
  readonly events: readonly MatchEvent[]
  readonly hasPhaseChanged: boolean
}

const HOW_GOALS_FALL = ['头球破门', '推射入网', '远射得手', '点球命中']

/** Text and scorer of a goal; in esports the team. */
export function goalOf(
  fixture: MatchPlan,
  isHome: boolean,
  earlier: readonly MatchEvent[],
  random: Random,
): Pick<MatchEvent, 'text' | 'players'> {
  const team = isHome ? fixture.home : fixture.away
  if (fixture.kind !== 'football') return { text: `${team.name} 拿下一个人头` }
  const scorer = random.pick(onPitchAfter(team.key, isHome ? 'home' : 'away', earlier).players.slice(1))
  return { text: `${scorer} ${random.pick(HOW_GOALS_FALL)}`, players: [scorer] }
}

/** A part of a match that is simulated. */
interface PlayedTime {
  readonly fixture: MatchPlan
  readonly now: number
  /** Minute of the match. */
  readonly minute: number
  /** Minutes of added time. */
  readonly added: number
  /** Length of the part. */
  readonly minutes: number
  readonly random: Random
  /** Events of this match so far; the players of later ones depend on them. Each part adds its own. */
  readonly events: MatchEvent[]
}

interface EventDetails extends Pick<MatchEvent, 'type' | 'text' | 'players'> {
  readonly isHome: boolean
  readonly ordinal: number
}

function addEvent({ fixture, now, minute, added, events }: PlayedTime, state: MatchState, details: EventDetails): void {
  const { type, text, players, isHome, ordinal } = details
  events.push({
    id: `${fixture.matchId}-${now.toString(36)}-${type}-${ordinal}`,
    type,
    side: isHome ? 'home' : 'away',
    minute,
    ...(added > 0 && { added }),
    text,
    homeScore: state.homeScore,
    awayScore: state.guestScore,
    ...(players && { players }),
  })
}

function playScores(played: PlayedTime, before: PlayedState): PlayedState {
  const { fixture, minutes, random, events } = played
  const [home, away] = ratesOf(fixture, events)
  let state = before
  for (let left = random.poisson((home + away) * minutes); left > 0; left -= 1) {
    const isHome = random.chance(home / (home + away))
    state = scored(state, isHome ? 'home' : 'away', random.pick(TEMPO[fixture.kind].points))
    if (fixture.kind === 'basketball') continue
    addEvent(played, state, { type: 'goal', isHome, ordinal: left, ...goalOf(fixture, isHome, events, random) })
  }
  return state
}

/** The last score of a match that is level at its end, in a sport without draws. It falls at once: the teams have a next match. */
function withLastScore(fixture: MatchPlan, state: PlayedState, random: Random): PlayedState {
  const isLevel = state.clock.phase === 'second-half' && state.homeScore === state.guestScore
  if (fixture.kind !== 'basketball' || !isLevel) return state
  const [home, away] = ratesOf(fixture, [])
  const side = random.chance(home / (home + away)) ? 'home' : 'away'
  return scored(state, side, random.pick(TEMPO.basketball.points))
}

/** Side, team and present eleven of a random side. */
function randomSide({ fixture, random, events }: PlayedTime, homeChance = 0.5) {
  const isHome = random.chance(homeChance)
  const team = isHome ? fixture.home : fixture.away
  return { isHome, team, eleven: () => onPitchAfter(team.key, isHome ? 'home' : 'away', events) }
}

function playCards(played: PlayedTime, state: MatchState): void {
  const { fixture, minutes, random } = played
  for (let left = random.poisson(TEMPO[fixture.kind].cardsPerMinute * minutes); left > 0; left -= 1) {
    const { isHome, eleven } = randomSide(played)
    const isRed = random.chance(0.02)
    const { players, booked } = eleven()
    const player = random.pick(players)
    const isSecond = !isRed && booked.has(player)
    // A booked player is careful: most second fouls have no card.
    if (isSecond && random.chance(0.7)) continue
    const what = isSecond ? '两黄变一红，罚下' : isRed ? '红牌罚下' : '吃到黄牌'
    const type = isRed || isSecond ? 'red-card' : 'yellow-card'
    addEvent(played, state, { type, isHome, ordinal: left, text: `${player} ${what}`, players: [player] })
  }
}

function playCorners(played: PlayedTime, state: MatchState): void {
  const { fixture, minutes, random } = played
  for (let left = random.poisson(TEMPO[fixture.kind].cornersPerMinute * minutes); left > 0; left -= 1) {
    const { isHome, team } = randomSide(played, 0.5 + fixture.edge * 0.15)
    addEvent(played, state, { type: 'corner', isHome, ordinal: left, text: `${team.name} 角球` })
  }
}

function playSubstitutions(played: PlayedTime, state: MatchState): void {
  const { fixture, minute, minutes, random } = played
  if (fixture.kind !== 'football' || minute <= 55 || !random.chance(0.18 * minutes)) return
  const { isHome, team, eleven } = randomSide(played)
  const { players, bench } = eleven()
  // The goalkeeper stays, and the substitute goalkeeper too.
  const reserves = bench.slice(1)
  if (reserves.length === 0) return
  const on = random.pick(reserves)
  const off = random.pick(players.slice(1))
  const text = `换人：${team.name} ${on}上，${off}下`
  addEvent(played, state, { type: 'substitution', isHome, ordinal: 0, text, players: [on, off] })
}

/**
 * Simulates the `elapsedMs` of a match that end at `now`. `earlier`: the events of the match so far. Pure; randomness
 * comes from `random`.
 */
export function playMatch(
  fixture: MatchPlan,
  state: PlayedState,
  now: number,
  elapsedMs: number,
  random: Random,
  earlier: readonly MatchEvent[] = [],
): Step {
  const step = playStep(fixture, withBegunPeriods(fixture, state, now), now, elapsedMs, random, earlier)
  return step.hasPhaseChanged ? { ...step, state: withBegunPeriods(fixture, step.state, now) } : step
}

/** The state with all periods that have begun. */
function withBegunPeriods({ kind }: MatchPlan, state: PlayedState, now: number): PlayedState {
  const { periods = [] } = state
  const missing = minutesPlayed(kind, state.clock, now).length - periods.length
  if (missing <= 0) return state
  return { ...state, periods: [...periods, ...Array.from({ length: missing }, (): Score => [0, 0])] }
}

function playStep(
  fixture: MatchPlan,
  state: PlayedState,
  now: number,
  elapsedMs: number,
  random: Random,
  earlier: readonly MatchEvent[],
): Step {
  const isOver = now >= phaseEnd(fixture.kind, state.clock)
  if (state.review) {
    const isDecided = isOver || now >= state.review.endsAt
    return isDecided
      ? { ...reviewed(state, earlier), hasPhaseChanged: false }
      : { state, events: [], hasPhaseChanged: false }
  }
  if (isOver) return changePhase(withLastScore(fixture, state, random), now)
  const minute = matchMinute(fixture.kind, state.clock, now)
  if (minute === null) return { state, events: [], hasPhaseChanged: false }

  const added = addedMinute(fixture.kind, state.clock, now)
  const played = { fixture, now, minute, added, minutes: elapsedMs / MINUTE_MS, random, events: [...earlier] }
  const after = playScores(played, state)
  playCards(played, after)
  playSubstitutions(played, after)
  playCorners(played, after)
  const events = played.events.slice(earlier.length)
  return { state: interrupted(played, after, events), events, hasPhaseChanged: false }
}

/** Ends the present phase now. */
export function changePhase(state: PlayedState, now: number): Step {
  const phase = NEXT_PHASE[state.clock.phase]
  const isNewMatch = phase === 'before'
  const next: PlayedState = {
    ...state,
    ...(isNewMatch && { periods: [], ...(state.goals && { goals: [] }) }),
    // The prices of a finished match are over.
    ...(phase === 'ended' && { markets: [] }),
    clock: { phase, phaseStartedAt: isNewMatch ? now + WARM_UP_MINUTES * MINUTE_MS : now },
    homeScore: isNewMatch ? 0 : state.homeScore,
    guestScore: isNewMatch ? 0 : state.guestScore,
    anchorStatus: scheduledAnchorStatus(phase),
    odds: isNewMatch ? null : state.odds,
  }
  return { state: next, events: [], hasPhaseChanged: true }
}
