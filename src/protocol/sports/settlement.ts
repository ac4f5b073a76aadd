import type { LegResult } from './bet-terms.ts'
import {
  type BetSport,
  CORRECT_SCORE_MAX,
  type MarketKind,
  type MatchFacts,
  outcomesOf,
  type Score,
} from './market-keys.ts'

/** What decides a leg: its market within the match, and the outcome that was bet on. */
export interface LegKey {
  readonly kind: MarketKind
  readonly line: number
  readonly outcome: string
}

/** Why a leg has its result. Each has a text in the records. */
export const SETTLEMENT_RULES = [
  /** Score at the end: football without, basketball with extra time; kills of all maps in esports. */
  'final-score',
  /** Score at the end with the line added; `quarter-line` if half of the stake was decided and half returned. */
  'handicap',
  'map-handicap',
  'quarter-line',
  /** The score and the line are equal, or a sport without draws ended level. */
  'push',
  'total',
  'parity',
  'both-score',
  'correct-score',
  'half-score',
  'quarter-score',
  'map-score',
  'next-goal',
  /** The match ended without this goal. */
  'no-goal',
  'abandoned',
  'postponed',
  /** The match ended without this period. */
  'not-played',
  /** The match ended, but its source did not deliver the scores of periods or the order of goals. */
  'unknown',
  /** The sport has no such market. */
  'not-offered',
] as const
type SettlementRule = (typeof SETTLEMENT_RULES)[number]

interface Decision {
  readonly result: LegResult
  readonly rule: SettlementRule
}

/** Decides a leg. Null: further play can change the result. */
type Rule = (leg: LegKey, match: MatchTally) => Decision | null

/** The facts as the rules read them. */
interface MatchTally {
  readonly hasEnded: boolean
  readonly score: Score
  readonly periods: readonly Score[]
  readonly goals: MatchFacts['goals']
}

type Side = 'home' | 'draw' | 'away'
const leader = ([home, away]: Score): Side => (home > away ? 'home' : home < away ? 'away' : 'draw')
const sum = ([home, away]: Score): number => home + away
const decided = (isWon: boolean, rule: SettlementRule): Decision => ({ result: isWon ? 'won' : 'lost', rule })

/** The leg wins if it names the leader. A level score is an outcome with draws, and returns the stake without them. */
function winnerOf(score: Score, { outcome }: LegKey, hasDraw: boolean, rule: SettlementRule): Decision {
  const side = leader(score)
  return side === 'draw' && !hasDraw ? { result: 'push', rule: 'push' } : decided(outcome === side, rule)
}

/** Result of a leg that is ahead of its line by this many quarter points. */
function byMargin(quarters: number, rule: SettlementRule): Decision {
  if (quarters === 0) return { result: 'push', rule: 'push' }
  if (Math.abs(quarters) === 1) return { result: quarters > 0 ? 'half-won' : 'half-lost', rule: 'quarter-line' }
  return decided(quarters > 0, rule)
}

const winner =
  (hasDraw: boolean): Rule =>
  (leg, { hasEnded, score }) =>
    hasEnded ? winnerOf(score, leg, hasDraw, 'final-score') : null

/** By the score `of` the match, at the end. */
const handicap =
  (of: (match: MatchTally) => Score | null, rule: SettlementRule): Rule =>
  (leg, match) => {
    if (!match.hasEnded) return null
    const score = of(match)
    if (!score) return { result: 'void', rule: 'unknown' }
    const quarters = (score[0] - score[1]) * 4 + leg.line
    return byMargin(leg.outcome === 'home' ? quarters : -quarters, rule)
  }

/** Maps won by each side; null if they are not known. */
function mapsOf({ periods }: MatchTally): Score | null {
  if (periods.length < 2) return null
  const leaders = periods.map(leader)
  return [leaders.filter((side) => side === 'home').length, leaders.filter((side) => side === 'away').length]
}

/** Decided at the end, or once the score is half a point above the line, since scores only grow. */
const total: Rule = (leg, { hasEnded, score }) => {
  const quarters = sum(score) * 4 - leg.line
  if (!hasEnded && quarters < 2) return null
  return byMargin(leg.outcome === 'over' ? quarters : -quarters, 'total')
}

const parity: Rule = (leg, { hasEnded, score }) =>
  hasEnded ? decided((sum(score) % 2 === 1) === (leg.outcome === 'odd'), 'parity') : null

const bothScore: Rule = (leg, { hasEnded, score: [home, away] }) => {
  const haveBoth = home > 0 && away > 0
  return haveBoth || hasEnded ? decided(haveBoth === (leg.outcome === 'yes'), 'both-score') : null
}

/**
 * Decided at the end, as members expect: a score that cannot be reached any more stays open with the others. Only a score
 * beyond the listed ones decides the whole market at once.
 */
const correctScore: Rule = (leg, { hasEnded, score: [home, away] }) => {
  const isOther = Math.max(home, away) > CORRECT_SCORE_MAX
  if (!hasEnded && !isOther) return null
  return decided(leg.outcome === (isOther ? 'other' : `${home}-${away}`), 'correct-score')
}

/** Decided when the period is over. */
const periodWinner =
  (hasDraw: boolean, rule: SettlementRule): Rule =>
  (leg, { hasEnded, periods }) => {
    const score = periods[leg.line - 1]
    const isOver = periods.length > leg.line || (hasEnded && periods.length > 1)
    if (score && isOver) return winnerOf(score, leg, hasDraw, rule)
    return hasEnded ? { result: 'void', rule: periods.length > 1 ? 'not-played' : 'unknown' } : null
  }

const nextGoal: Rule = (leg, { hasEnded, score, goals }) => {
  const side = goals[leg.line - 1]
  if (side) return decided(leg.outcome === side, 'next-goal')
  if (!hasEnded) return null
  return leg.line > sum(score) ? decided(leg.outcome === 'none', 'no-goal') : { result: 'void', rule: 'unknown' }
}

const pointsOf = ({ score }: MatchTally): Score => score

/** The rule of each market. All selections of a market are decided at the same moment. */
const RULES: Readonly<Record<BetSport, Readonly<Partial<Record<MarketKind, Rule>>>>> = {
  football: {
    winner: winner(true),
    handicap: handicap(pointsOf, 'handicap'),
    total,
    'period-winner': periodWinner(true, 'half-score'),
    'next-goal': nextGoal,
    'both-score': bothScore,
    parity,
    'correct-score': correctScore,
  },
  basketball: {
    winner: winner(false),
    handicap: handicap(pointsOf, 'handicap'),
    total,
    'period-winner': periodWinner(false, 'quarter-score'),
  },
  esports: {
    winner: winner(false),
    handicap: handicap(mapsOf, 'map-handicap'),
    'period-winner': periodWinner(false, 'map-score'),
  },
}

/** Kinds whose markets count from line 1; the other kinds without a line have line 0. */
const NUMBERED: readonly MarketKind[] = ['period-winner', 'next-goal']
const LINED: readonly MarketKind[] = ['handicap', 'total']

/** True if the sport has such a market with this outcome. */
export function isOffered(sport: BetSport, { kind, line, outcome }: LegKey): boolean {
  const isLine = LINED.includes(kind) || (NUMBERED.includes(kind) ? line >= 1 : line === 0)
  return isLine && outcomesOf(sport, kind).includes(outcome)
}

/**
 * The result of a leg and the rule that decided it; null if further play can change it. It depends on the facts only:
 * corrected facts give the result that they would have given at first, which is null again if a goal that decided the
 * market is taken back. An abandoned or postponed match returns the markets that its score has not decided.
 */
export function decideLeg(leg: LegKey, facts: MatchFacts): Decision | null {
  const { sport, state, periods, goals } = facts
  const rule = RULES[sport][leg.kind]
  if (!rule || !isOffered(sport, leg)) return { result: 'void', rule: 'not-offered' }
  if (state === 'before') return null
  const score = periods.reduce<Score>(([home, away], each) => [home + each[0], away + each[1]], [0, 0])
  const decision = rule(leg, { hasEnded: state === 'ended', score, periods, goals })
  if (decision || state === 'live' || state === 'ended') return decision
  return { result: 'void', rule: state }
}
