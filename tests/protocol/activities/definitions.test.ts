import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFINITIONS, ruleProblem } from '#protocol/activities/definitions.ts'
import { daysToMakeUp, SIGN_IN, signInPosition, signInReward, type SignInRule } from '#protocol/activities/sign-in.ts'
import { dateOfDay, dayOfDate } from '#protocol/time.ts'

const ALL = Object.values(DEFINITIONS)
const RULE: SignInRule = { rewards: [1, 1, 2, 2, 3, 3, 8], missed: 'continue', makeUpDays: 0 }
const days = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })

describe('rules of activities', () => {
  it.each(ALL.map((one) => [one.name, one] as const))('S1.17 the example of %s can be used', (name, definition) => {
    expect(ruleProblem(name, definition.example, definition.leastBudget(definition.example as never))).toBeNull()
    expect(definition.slug).toMatch(/^[a-z-]{1,16}$/)
  })

  it.each(ALL.map((one) => [one.name, one] as const))(
    'refuses each missing or unknown field of %s by its name',
    (name, { fields, example }) => {
      for (const field of fields) {
        const { [field.name]: _, ...rest } = example as Record<string, unknown>
        expect(ruleProblem(name, rest, 1e9)).toEqual({ field: `rule.${field.name}`, reason: 'missing' })
      }
      expect(ruleProblem(name, { ...example, more: 1 }, 1e9)).toEqual({ field: 'rule.more', reason: 'unknown' })
    },
  )

  it('refuses rules that contradict themselves or their budget', () => {
    expect(ruleProblem('signIn', { ...RULE, rewards: [1, 2, -3] }, 100)).toEqual({
      field: 'rule.rewards.2',
      reason: 'range',
    })
    expect(ruleProblem('signIn', { ...RULE, rewards: [] }, 100)).toEqual({ field: 'rule.rewards', reason: 'items' })
    expect(ruleProblem('signIn', { rewards: [1, 2], missed: 'restart', makeUpDays: 2 }, 100)).toEqual({
      field: 'rule.makeUpDays',
      reason: 'order',
    })
    expect(ruleProblem('signIn', RULE, 7)).toEqual({ field: 'budget', reason: 'overBudget' })
    const none = { phone: 0, realName: 0, card: 0, signIn: 0, chat: 0, days: 30 }
    expect(ruleProblem('novice', none, 100)).toEqual({ field: 'rule.phone', reason: 'noReward' })
    expect(ruleProblem('guess', {}, 100)).not.toBeNull()
  })
})

describe('S1.19 S7.95 sign-in', () => {
  it('Annex J pays 1, 1, 2, 2, 3, 3 and 8 on seven days, and begins again', () => {
    const paid = Array.from({ length: 9 }, (_, day) =>
      signInReward(
        RULE,
        Array.from({ length: day }, (__, one) => one),
        day,
      ),
    )
    expect(paid).toEqual([1, 1, 2, 2, 3, 3, 8, 1, 1])
  })

  it('S1.19 a missed day costs nothing of the cycle, unless the rule says so', () => {
    expect(signInPosition(RULE, [1, 2, 4], 7)).toBe(3)
    expect(signInPosition({ ...RULE, missed: 'restart' }, [1, 2, 4], 7)).toBe(0)
    expect(signInPosition({ ...RULE, missed: 'restart' }, [1, 5, 6], 7)).toBe(2)
  })

  it('S1.19 the position is within the cycle and does not depend on the day itself', () => {
    fc.assert(
      fc.property(days, fc.nat(60), fc.constantFrom('continue', 'restart'), (signed, day, missed) => {
        const rule = { ...RULE, missed } as const
        const position = signInPosition(rule, signed, day)
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThan(RULE.rewards.length)
        expect(signInPosition(rule, [...signed, day], day)).toBe(position)
        expect(SIGN_IN.leastBudget(rule)).toBeGreaterThanOrEqual(signInReward(rule, signed, day))
      }),
    )
  })

  it('S1.19 make-up is off by default, and else only for missed days of the month since the start', () => {
    const today = dayOfDate('2026-11-10') ?? 0
    expect(daysToMakeUp(RULE, { signed: [], madeUp: 0, first: 0, today })).toEqual([])
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 7 }), fc.nat(7), fc.nat(30), (gone, makeUpDays, madeUp, age) => {
        const signed = gone.map((one) => today - one)
        const found = daysToMakeUp({ ...RULE, makeUpDays }, { signed, madeUp, first: today - age, today })
        expect(found.length).toBeLessThanOrEqual(Math.max(0, makeUpDays - madeUp))
        for (const day of found) {
          expect(day).toBeLessThan(today)
          expect(day).toBeGreaterThanOrEqual(today - age)
          expect(dateOfDay(day)).toMatch(/^2026-11/)
          expect(signed).not.toContain(day)
        }
      }),
    )
  })
})
