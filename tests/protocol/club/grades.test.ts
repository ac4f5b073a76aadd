import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DayTurnover,
  gradeCourse,
  gradeOf,
  gradeOn,
  inCurrency,
  KEEP_DAYS,
  turnoverValue,
  VIP_GRADES,
} from '#protocol/club/grades.ts'

const YUAN = 100

/** Random turnover by day, in ascending order. */
const turnovers = fc
  .array(fc.record({ day: fc.integer({ min: 0, max: 700 }), turnover: fc.integer({ min: 1, max: 3_000_000_00 }) }), {
    maxLength: 40,
  })
  .map((days) => {
    const byDay = new Map(days.map(({ day, turnover }) => [day, turnover]))
    return [...byDay].map(([day, turnover]): DayTurnover => ({ day, turnover })).toSorted((a, b) => a.day - b.day)
  })
const starts = fc.integer({ min: 0, max: 10 })

/** The rule day by day, in other words. */
function dayByDay(start: number, days: readonly DayTurnover[], last: number) {
  const turnoverOf = new Map(days.map(({ day, turnover }) => [day, turnover]))
  let [grade, counted, kept, age] = [start, gradeOf(start).turnover, 0, 0]
  const grades: number[] = []
  for (let day = 0; day <= last; day += 1) {
    grades.push(grade)
    const turnover = turnoverOf.get(day) ?? 0
    const before = grade
    counted += turnover
    kept += turnover
    age += 1
    while (grade < 10 && counted >= gradeOf(grade + 1).turnover) grade += 1
    if (grade > before) [kept, age] = [0, 0]
    else if (grade > 0 && age === KEEP_DAYS) {
      if (kept < gradeOf(grade).keep) {
        grade -= 1
        counted = gradeOf(grade).turnover
      }
      ;[kept, age] = [0, 0]
    } else if (grade === 0) [kept, age] = [0, 0]
  }
  return { grade, grades }
}

describe('VIP grades (Annex J)', () => {
  it('S7.82 S1.16 Annex J VIP have the turnovers, rates, withdrawals and birthday gifts of the table', () => {
    expect(VIP_GRADES.map(({ turnover }) => turnover / YUAN)).toEqual([
      0, 1_000, 10_000, 50_000, 200_000, 500_000, 1_000_000, 3_000_000, 8_000_000, 20_000_000, 50_000_000,
    ])
    expect(VIP_GRADES.map(({ rebatePpm }) => rebatePpm / 10_000)).toEqual([
      0.2, 0.28, 0.36, 0.44, 0.52, 0.6, 0.68, 0.76, 0.84, 0.92, 1,
    ])
    expect(VIP_GRADES.map(({ withdrawals }) => withdrawals)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
    expect(VIP_GRADES.map(({ birthday }) => birthday / YUAN)).toEqual([
      0, 8, 18, 38, 88, 188, 288, 588, 888, 1_888, 2_888,
    ])
    for (const { turnover, keep } of VIP_GRADES) expect(keep * 2).toBe(turnover)
  })

  it('S7.82 a grade is reached with its turnover, and not with a fen less', () => {
    const reached = (turnover: number) => gradeCourse({ grade: 0, day: 0 }, [{ day: 5, turnover }], 5)
    expect(reached(1_000 * YUAN - 1).state.grade).toBe(0)
    expect(reached(1_000 * YUAN).state).toMatchObject({ grade: 1, since: 6, kept: 0 })
    expect(gradeOn(reached(1_000 * YUAN), 5)).toBe(0)
    expect(gradeOn(reached(1_000 * YUAN), 6)).toBe(1)
    expect(reached(50_000_000 * YUAN).state.grade).toBe(10)
  })

  it('S7.82 half of the turnover in 90 days keeps a grade, and a fen less costs one grade', () => {
    const after = (turnover: number, last: number) =>
      gradeCourse({ grade: 3, day: 0 }, [{ day: 89, turnover }], last).state
    expect(after(25_000 * YUAN, 89)).toMatchObject({ grade: 3, since: 90 })
    expect(after(25_000 * YUAN - 1, 88).grade).toBe(3)
    expect(after(25_000 * YUAN - 1, 89)).toMatchObject({ grade: 2, since: 90, counted: 10_000 * YUAN })
  })

  it('S7.82 is the same as the rule day by day', () => {
    fc.assert(
      fc.property(starts, turnovers, fc.integer({ min: 0, max: 800 }), (grade, days, last) => {
        const course = gradeCourse({ grade, day: 0 }, days, last)
        const wanted = dayByDay(grade, days, last)
        expect(course.state.grade).toBe(wanted.grade)
        expect(wanted.grades.map((_, day) => gradeOn(course, day))).toEqual(wanted.grades)
      }),
    )
  })

  it('S7.82 more turnover on the last day never lowers a grade', () => {
    fc.assert(
      fc.property(starts, turnovers, fc.nat(1_000_000_00), (grade, days, more) => {
        const last = days.at(-1)?.day ?? 0
        const raised = days.map((one) => (one.day === last ? { ...one, turnover: one.turnover + more } : one))
        const before = gradeCourse({ grade, day: 0 }, days, last).state
        expect(gradeCourse({ grade, day: 0 }, raised, last).state.grade).toBeGreaterThanOrEqual(before.grade)
      }),
    )
  })

  it('counts USDT with a fixed value, and never rounds up', () => {
    expect(turnoverValue(1_000_000, 'USDT')).toBe(700)
    expect(inCurrency(700, 'USDT')).toBe(1_000_000)
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        expect(turnoverValue(inCurrency(amount, 'USDT'), 'USDT')).toBeLessThanOrEqual(amount)
        expect(turnoverValue(amount, 'CNY')).toBe(amount)
      }),
    )
  })
})
