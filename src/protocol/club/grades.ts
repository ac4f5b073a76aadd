import type { SettleCurrency } from '../currency.ts'

/** A VIP grade (Annex J). Amounts are minor units of CNY. */
interface VipGrade {
  readonly grade: number
  /** Turnover from which a member has the grade. */
  readonly turnover: number
  /** Turnover in {@link KEEP_DAYS} days that keeps the grade. */
  readonly keep: number
  /** Rebate in parts per million of the turnover. */
  readonly rebatePpm: number
  /** Withdrawals per day. */
  readonly withdrawals: number
  readonly birthday: number
}

/** Days in which {@link KEEP_SHARE} of the turnover of a grade keeps it. */
export const KEEP_DAYS = 90
const KEEP_SHARE = 0.5

const YUAN = 100
const TURNOVERS = [0, 1_000, 10_000, 50_000, 200_000, 500_000, 1_000_000, 3_000_000, 8_000_000, 20_000_000, 50_000_000]
const BIRTHDAYS = [0, 8, 18, 38, 88, 188, 288, 588, 888, 1_888, 2_888]
const FIRST_REBATE_PPM = 2_000
const REBATE_STEP_PPM = 800
const FIRST_WITHDRAWALS = 3
const LAST_WITHDRAWALS = 10

/** All grades, by their number. */
export const VIP_GRADES: readonly VipGrade[] = TURNOVERS.map((turnover, grade) => ({
  grade,
  turnover: turnover * YUAN,
  keep: turnover * YUAN * KEEP_SHARE,
  rebatePpm: FIRST_REBATE_PPM + grade * REBATE_STEP_PPM,
  withdrawals: Math.min(LAST_WITHDRAWALS, FIRST_WITHDRAWALS + grade),
  birthday: (BIRTHDAYS[grade] ?? 0) * YUAN,
}))

const TOP_GRADE = VIP_GRADES.length - 1

/** The grade of a number; the nearest one for a number outside of the table. */
export function gradeOf(grade: number): VipGrade {
  return VIP_GRADES[Math.max(0, Math.min(TOP_GRADE, grade))] as VipGrade
}

/**
 * Value of USDT for grades: 7 CNY. It is fixed, so that a grade does not depend on the day on which it is computed.
 * 700 minor units of CNY are 1,000,000 of USDT.
 */
const USDT_MINOR_PER_CNY_MINOR = { numerator: 10_000n, denominator: 7n } as const

/** A turnover in minor units of CNY, rounded down. */
export function turnoverValue(amount: number, currency: SettleCurrency): number {
  const { numerator, denominator } = USDT_MINOR_PER_CNY_MINOR
  return currency === 'CNY' ? amount : Number((BigInt(amount) * denominator) / numerator)
}

/** An amount of minor units of CNY in another currency, rounded down. */
export function inCurrency(amount: number, currency: SettleCurrency): number {
  const { numerator, denominator } = USDT_MINOR_PER_CNY_MINOR
  return currency === 'CNY' ? amount : Number((BigInt(amount) * numerator) / denominator)
}

/** Where a member stands. */
export interface GradeState {
  readonly grade: number
  /** Turnover that counts for the next grade, in minor units of CNY. A lost grade takes its part away. */
  readonly counted: number
  /** First day of the running keep period. Days are numbers of site days. */
  readonly since: number
  /** Turnover in the keep period. */
  readonly kept: number
}

/** Turnover of a site day in minor units of CNY. */
export interface DayTurnover {
  readonly day: number
  readonly turnover: number
}

/** A grade from a day on. */
interface GradeFrom {
  readonly day: number
  readonly grade: number
}

export interface GradeCourse {
  readonly state: GradeState
  /** The grades in their order, the first from the first day on. */
  readonly grades: readonly GradeFrom[]
}

/** A member with this grade and no turnover yet. */
function startOf(grade: number, day: number): GradeState {
  return { grade, counted: gradeOf(grade).turnover, since: day, kept: 0 }
}

/** Ends the keep periods that are over at the beginning of `day`. Each costs a grade without enough turnover. */
function endPeriods(start: GradeState, day: number, changed: (from: GradeFrom) => void): GradeState {
  let state = start
  while (state.grade > 0 && state.since + KEEP_DAYS <= day) {
    const next = state.since + KEEP_DAYS
    if (state.kept >= gradeOf(state.grade).keep) state = { ...state, since: next, kept: 0 }
    else {
      state = startOf(state.grade - 1, next)
      changed({ day: next, grade: state.grade })
    }
  }
  return state
}

/** Counts the turnover of a day. A reached grade begins on the next day, with a new keep period. */
function countDay(state: GradeState, { day, turnover }: DayTurnover): GradeState {
  const counted = state.counted + turnover
  let { grade } = state
  while (grade < TOP_GRADE && counted >= gradeOf(grade + 1).turnover) grade += 1
  if (grade > state.grade) return { grade, counted, since: day + 1, kept: 0 }
  return { ...state, counted, kept: state.kept + turnover }
}

/**
 * The grade of a member from all turnover since `first`: the one rule of grades (S7.82). The same turnover has the same
 * result, whenever it is computed.
 *
 * @param days turnover by day, in ascending order
 * @param last the last day that counts
 */
export function gradeCourse(
  start: { readonly grade: number; readonly day: number },
  days: readonly DayTurnover[],
  last: number,
): GradeCourse {
  const grades: GradeFrom[] = [start]
  const changed = (from: GradeFrom) => void grades.push(from)
  let state = startOf(start.grade, start.day)
  for (const one of days) {
    if (one.day > last) break
    state = endPeriods(state, one.day, changed)
    const after = countDay(state, one)
    if (after.grade !== state.grade) changed({ day: one.day + 1, grade: after.grade })
    state = after
  }
  return { state: endPeriods(state, last + 1, changed), grades }
}

/** The grade that a member had on a day. */
export function gradeOn({ grades }: Pick<GradeCourse, 'grades'>, day: number): number {
  return grades.findLast((from) => from.day <= day)?.grade ?? grades[0]?.grade ?? 0
}
