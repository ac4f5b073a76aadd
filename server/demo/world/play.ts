import type { MatchState } from '../../matches/match.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { AnchorStatus, MatchClock, MatchEvent, MatchOdds, MatchPhase } from '#protocol/room/feed.ts'
import { homeShare, moveOdds, quoteOdds } from './odds.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import { matchMinute, NEXT_PHASE, phaseEnd, TEMPO, type Tempo, WARM_UP_MINUTES } from './tempo.ts'

/** The clock of a match that kicked off `plan.minutesAtStart` minutes ago. */
function clockAfter(fixture: MatchPlan, now: number): MatchClock {
  const { halfMinutes, breakMinutes } = TEMPO[fixture.kind]
  const minutes = fixture.minutesAtStart
  const begun = (phase: MatchPhase, minutesAgo: number): MatchClock => ({
    phase,
    phaseStartedAt: now - minutesAgo * MINUTE_MS,
  })
  if (minutes < 0) return begun('before', minutes)
  if (minutes < halfMinutes) return begun('first-half', minutes)
  if (minutes < halfMinutes + breakMinutes) return begun('half-time', minutes - halfMinutes)
  const second = minutes - halfMinutes - breakMinutes
  return second < halfMinutes ? begun('second-half', second) : begun('ended', 0)
}

/** Anchor status of a phase: absent before the match, ended after it. */
export function scheduledAnchorStatus(phase: MatchPhase): AnchorStatus {
  return phase === 'before' ? 0 : phase === 'ended' ? 3 : 1
}

/** The state of a match at start. */
export function openingState(fixture: MatchPlan, now: number, random: Random): MatchState {
  const tempo = TEMPO[fixture.kind]
  const minutes = fixture.minutesAtStart
  const clock = clockAfter(fixture, now)
  const played = Math.max(0, Math.min(minutes, tempo.halfMinutes * 2))
  const score = (share: number): number =>
    Math.round(random.poisson(Math.min(60, tempo.scoresPerMinute * played * share)) * averagePoints(tempo))
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

/** Scorer and kind of a goal; in esports the team. */
export function goalText(fixture: MatchPlan, isHome: boolean, minute: number, random: Random): string {
  const team = isHome ? fixture.home : fixture.away
  return fixture.kind === 'football'
    ? `${random.pick(team.players)} ${minute}′ ${random.pick(HOW_GOALS_FALL)}`
    : `${team.name} 拿下一个人头`
}

function createEvent(
  fixture: MatchPlan,
  state: MatchState,
  details: { now: number; minute: number; type: MatchEvent['type']; isHome: boolean; text: string; ordinal: number },
): MatchEvent {
  return {
    id: `${fixture.matchId}-${details.now.toString(36)}-${details.type}-${details.ordinal}`,
    type: details.type,
    side: details.isHome ? 'home' : 'away',
    minute: details.minute,
    text: details.text,
    homeScore: state.homeScore,
    awayScore: state.guestScore,
  }
}

/** A part of a match that is simulated. */
interface PlayedTime {
  readonly fixture: MatchPlan
  readonly now: number
  /** Minute of the match. */
  readonly minute: number
  /** Length of the part. */
  readonly minutes: number
  readonly random: Random
}

function playScores({ fixture, now, minute, minutes, random }: PlayedTime, before: MatchState) {
  const tempo = TEMPO[fixture.kind]
  const events: MatchEvent[] = []
  let state = before
  for (let left = random.poisson(tempo.scoresPerMinute * minutes); left > 0; left -= 1) {
    const isHome = random.chance(homeShare(fixture.edge))
    const points = random.pick(tempo.points)
    state = isHome
      ? { ...state, homeScore: state.homeScore + points }
      : { ...state, guestScore: state.guestScore + points }
    if (fixture.kind === 'basketball') continue
    const text = goalText(fixture, isHome, minute, random)
    events.push(createEvent(fixture, state, { now, minute, type: 'goal', isHome, text, ordinal: left }))
  }
  return { state, events }
}

function playCards({ fixture, now, minute, minutes, random }: PlayedTime, state: MatchState) {
  return Array.from({ length: random.poisson(TEMPO[fixture.kind].cardsPerMinute * minutes) }, (_, ordinal) => {
    const isHome = random.chance(0.5)
    const isRed = random.chance(0.06)
    const player = random.pick((isHome ? fixture.home : fixture.away).players)
    const text = `${player} ${minute}′ ${isRed ? '红牌罚下' : '吃到黄牌'}`
    return createEvent(fixture, state, { now, minute, type: isRed ? 'red-card' : 'yellow-card', isHome, text, ordinal })
  })
}

function playCorners({ fixture, now, minute, minutes, random }: PlayedTime, state: MatchState) {
  return Array.from({ length: random.poisson(TEMPO[fixture.kind].cornersPerMinute * minutes) }, (_, ordinal) => {
    const isHome = random.chance(0.5 + fixture.edge * 0.15)
    const text = `${(isHome ? fixture.home : fixture.away).name} 角球`
    return createEvent(fixture, state, { now, minute, type: 'corner', isHome, text, ordinal })
  })
}

function playSubstitutions({ fixture, now, minute, minutes, random }: PlayedTime, state: MatchState) {
  if (fixture.kind !== 'football' || minute <= 55 || !random.chance(0.09 * minutes)) return []
  const isHome = random.chance(0.5)
  const team = isHome ? fixture.home : fixture.away
  const on = random.pick(team.players)
  const off = random.pick(team.players)
  if (on === off) return []
  const text = `换人：${team.name} ${on}上，${off}下`
  return [createEvent(fixture, state, { now, minute, type: 'substitution', isHome, text, ordinal: 0 })]
}

/** Simulates the `elapsedMs` of a match that end at `now`. Pure; randomness comes from `random`. */
export function playMatch(fixture: MatchPlan, state: MatchState, now: number, elapsedMs: number, random: Random): Step {
  if (now >= phaseEnd(fixture.kind, state.clock)) return changePhase(state, now)
  const minute = matchMinute(fixture.kind, state.clock, now)
  if (minute === null) return { state, events: [], hasPhaseChanged: false }

  const minutes = elapsedMs / MINUTE_MS
  const played = { fixture, now, minute, minutes, random }
  const scored = playScores(played, state)
  const cards = playCards(played, scored.state)
  const substitutions = playSubstitutions(played, scored.state)
  const corners = playCorners(played, scored.state)
  const events = [...scored.events, ...cards, ...substitutions, ...corners]
  return { state: scored.state, events, hasPhaseChanged: false }
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
