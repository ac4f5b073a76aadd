import { BoundedMap } from '#protocol/bounded-map.ts'
import { hashText } from '#protocol/random.ts'
import type { Match, MatchState } from '../../matches/match.ts'
import { matchMinute, TEMPO } from '../world/tempo.ts'

/** Periods of a basketball match. */
const PERIODS = 4

/** More than the matches of two days. */
const MAX_MATCHES = 200

export type Points = readonly [home: number, away: number]

interface Seen {
  readonly kickOffAt: number
  /** Score at the end of each finished period. */
  readonly ends: readonly Points[]
}

/**
 * Points per period of basketball matches, whose state has the total only. The totals are observed while the match
 * runs; periods before the first observation are divided by a fixed share.
 */
export class PeriodScores {
  readonly #seen = new BoundedMap<string, Seen>(MAX_MATCHES)

  /** Called every few seconds during a match, so that the ends of periods are exact within that time. */
  observe(match: Match, now: number): void {
    const { eid } = match.fixture
    const period = periodOf(match, now)
    if (period === null) return
    const known = this.#seen.get(eid)
    const isSame = known !== undefined && isSameMatch(known.kickOffAt, match.kickOffAt)
    const ends = isSame ? known.ends : []
    if (isSame && ends.length >= Math.min(period, PERIODS)) return
    this.#seen.set(eid, { kickOffAt: match.kickOffAt, ends: withEnds(match, ends, Math.min(period, PERIODS)) })
  }

  /** Points of each period that has begun; the sum is the current score. */
  periods(match: Match, now: number): Points[] {
    this.observe(match, now)
    const period = periodOf(match, now)
    if (period === null) return []
    const ends = this.#seen.get(match.fixture.eid)?.ends ?? []
    const totals = [...ends.slice(0, Math.min(period, PERIODS - 1)), scoreOf(match.state)]
    return totals.map(([home, away], index): Points => {
      const [homeBefore, awayBefore] = totals[index - 1] ?? [0, 0]
      return [Math.max(0, home - homeBefore), Math.max(0, away - awayBefore)]
    })
  }
}

/** Fills in the ends of periods up to `period`. The last one is the current score if it has just ended. */
function withEnds({ fixture, state }: Match, known: readonly Points[], period: number): Points[] {
  const ends = [...known]
  const [home, away] = scoreOf(state)
  const isOver = state.clock.phase === 'ended' || state.clock.phase === 'half-time'
  for (let index = ends.length; index < period; index += 1) {
    const [homeBefore, awayBefore] = ends.at(-1) ?? [0, 0]
    // A period that ends now has all points; earlier ones get an equal part, a little more or less.
    const left = isOver || known.length > 0 ? period - index : period - index + 0.5
    const part = (side: string) =>
      Math.min(1, (0.94 + (hashText(`${fixture.matchId} ${side} ${index}`) % 13) / 100) / left)
    const isLast = left === 1
    ends.push([
      isLast ? home : homeBefore + Math.round((home - homeBefore) * part('home')),
      isLast ? away : awayBefore + Math.round((away - awayBefore) * part('away')),
    ])
  }
  return ends
}

function scoreOf({ homeScore, guestScore }: MatchState): Points {
  return [homeScore, guestScore]
}

/** Number of finished periods; null before the match. */
function periodOf({ fixture: { kind }, state: { clock } }: Match, now: number): number | null {
  if (clock.phase === 'before') return null
  if (clock.phase === 'ended') return PERIODS
  const half = TEMPO[kind].halfMinutes
  if (clock.phase === 'half-time') return PERIODS / 2
  const minute = matchMinute(kind, clock, now) ?? 0
  return Math.min(PERIODS - 1, Math.floor(minute / (half / 2)))
}

/** The kick-off moves by a few seconds when phases begin a little late. */
function isSameMatch(one: number, other: number): boolean {
  return Math.abs(one - other) < 10 * 60_000
}
