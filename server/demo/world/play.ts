import type { MatchState } from '../../matches/match.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { AnchorStatus, MatchClock, MatchEvent, MatchOdds, MatchPhase } from '#protocol/room/feed.ts'
import { homeShare, moveOdds, quoteOdds } from './odds.ts'
import { onPitchAfter } from './on-pitch.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import {
  addedMinute,
  matchLength,
  matchMinute,
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
export function openingState(fixture: MatchPlan, now: number, random: Random): MatchState {
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
  const state: MatchState = {
    clock,
    homeScore: score(0.5 + fixture.edge * 0.15),
    guestScore: score(0.5 - fixture.edge * 0.15),
    anchorStatus: scheduledAnchorStatus(clock.phase),
    odds: null,
  }
  return { ...state, odds: oddsOf(fixture, state, now) }
}

/** Points of one score on average. */
function averagePoints({ points }: Tempo): number {
  return points.reduce((sum, each) => sum + each, 0) / points.length
}

/** Odds from score and time; null for talk shows and finished matches. */
export function oddsOf(fixture: MatchPlan, state: MatchState, now: number): MatchOdds | null {
  if (fixture.kind === 'anchor' || state.clock.phase === 'ended') return null
  const tempo = TEMPO[fixture.kind]
  const minute =
    matchMinute(fixture.kind, state.clock, now) ?? (state.clock.phase === 'half-time' ? tempo.halfMinutes : 0)
  const quote = quoteOdds({
    edge: fixture.edge,
    lead: state.homeScore - state.guestScore,
    progress: minute / (tempo.halfMinutes * 2),
    scores: tempo.scoresPerMinute * tempo.halfMinutes * 2,
    points: averagePoints(tempo),
    hasDraw: tempo.hasDraw,
  })
  return moveOdds(state.odds, quote, 6)
}

export interface Step {
  readonly state: MatchState
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

function playScores(played: PlayedTime, before: MatchState): MatchState {
  const { fixture, minutes, random, events } = played
  const tempo = TEMPO[fixture.kind]
  let state = before
  for (let left = random.poisson(tempo.scoresPerMinute * minutes); left > 0; left -= 1) {
    const isHome = random.chance(homeShare(fixture.edge))
    const points = random.pick(tempo.points)
    state = isHome
      ? { ...state, homeScore: state.homeScore + points }
      : { ...state, guestScore: state.guestScore + points }
    if (fixture.kind === 'basketball') continue
    addEvent(played, state, { type: 'goal', isHome, ordinal: left, ...goalOf(fixture, isHome, events, random) })
  }
  return state
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
  state: MatchState,
  now: number,
  elapsedMs: number,
  random: Random,
  earlier: readonly MatchEvent[] = [],
): Step {
  if (now >= phaseEnd(fixture.kind, state.clock)) return changePhase(state, now)
  const minute = matchMinute(fixture.kind, state.clock, now)
  if (minute === null) return { state, events: [], hasPhaseChanged: false }

  const added = addedMinute(fixture.kind, state.clock, now)
  const played = { fixture, now, minute, added, minutes: elapsedMs / MINUTE_MS, random, events: [...earlier] }
  const scored = playScores(played, state)
  playCards(played, scored)
  playSubstitutions(played, scored)
  playCorners(played, scored)
  return { state: scored, events: played.events.slice(earlier.length), hasPhaseChanged: false }
}

/** Ends the present phase now. */
export function changePhase(state: MatchState, now: number): Step {
  const phase = NEXT_PHASE[state.clock.phase]
  const isNewMatch = phase === 'before'
  const next: MatchState = {
    ...state,
    clock: { phase, phaseStartedAt: isNewMatch ? now + WARM_UP_MINUTES * MINUTE_MS : now },
    homeScore: isNewMatch ? 0 : state.homeScore,
    guestScore: isNewMatch ? 0 : state.guestScore,
    anchorStatus: scheduledAnchorStatus(phase),
    odds: isNewMatch ? null : state.odds,
  }
  return { state: next, events: [], hasPhaseChanged: true }
}
