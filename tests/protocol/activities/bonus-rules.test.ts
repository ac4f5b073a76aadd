import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitionOfId, definitionOfSlug, kindsOfPage, ruleProblem } from '#protocol/activities/definitions.ts'
import {
  bonusTurnover,
  countedDeposit,
  depositBonus,
  type DepositBonusRule,
  FIRST_DEPOSIT,
} from '#protocol/activities/deposit-bonus.ts'
import { dividendOf, type DividendRule, lastPeriod, WEEKLY_DIVIDEND } from '#protocol/activities/dividend.ts'
import { DAY_MS, dayOfDate, siteDateOf, timeOfSiteDay } from '#protocol/time.ts'
import { turnoverLeft } from '#server/wallet/orders/turnover-rule.ts'

const DEPOSIT_RULE = FIRST_DEPOSIT.example as DepositBonusRule
const DIVIDEND_RULE = WEEKLY_DIVIDEND.example as DividendRule
const NOON = Date.UTC(2026, 10, 25, 4)

describe('S7.105 Annex J the bonus of a deposit', () => {
  it('pays 20 % up to 200 and requires five times the deposit and the bonus', () => {
    expect([99_99, 100_00, 1_000_00, 5_000_00].map((deposit) => depositBonus(DEPOSIT_RULE, deposit))).toEqual([
      0, 20_00, 200_00, 200_00,
    ])
    expect(bonusTurnover(DEPOSIT_RULE, 1_000_00)).toBe(6_000_00)
  })

  it('requires no turnover for the part of a deposit that earns nothing', () => {
    expect(bonusTurnover(DEPOSIT_RULE, 5_000_00)).toBe(6_000_00)
    const rule = fc.record({
      share: fc.integer({ min: 1, max: 100 }),
      limit: fc.integer({ min: 1, max: 1e11 }),
      least: fc.integer({ min: 1, max: 1e11 }),
      multiple: fc.integer({ min: 1, max: 30 }),
      days: fc.integer({ min: 1, max: 90 }),
    })
    const deposit = fc.integer({ min: 1, max: 1e14 })
    fc.assert(
      fc.property(rule, deposit, deposit, (one, first, second) => {
        const [small, large] = [Math.min(first, second), Math.max(first, second)]
        expect(depositBonus(one, small)).toBeLessThanOrEqual(depositBonus(one, large))
        expect(depositBonus(one, large)).toBeLessThanOrEqual(Math.min(one.limit, (large * one.share) / 100))
        const counted = countedDeposit(one, large)
        expect(counted).toBeLessThanOrEqual(large)
        if (large >= one.least && counted >= one.least) {
          expect(depositBonus(one, counted)).toBe(depositBonus(one, large))
        }
        expect(Number.isSafeInteger(bonusTurnover(one, large))).toBe(true)
      }),
    )
  })

  it('refuses a rule whose smallest deposit earns nothing', () => {
    expect(ruleProblem('firstDeposit', { ...DEPOSIT_RULE, share: 1, least: 99 }, 1e9)).toEqual({
      field: 'rule.least',
      reason: 'noReward',
    })
    expect(ruleProblem('firstDeposit', DEPOSIT_RULE, 199_99)).toEqual({ field: 'budget', reason: 'overBudget' })
  })
})

describe('S4.14 Annex J dividends', () => {
  it('pay the share of the tier, at most the maximum', () => {
    expect([999_99, 1_000_00, 10_000_00, 1e9].map((base) => dividendOf(DIVIDEND_RULE, base))).toEqual([
      0, 1_00, 15_00, 588_00,
    ])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 52 }), (base) => {
        const paid = dividendOf(DIVIDEND_RULE, base)
        expect(paid).toBeLessThanOrEqual(DIVIDEND_RULE.limit)
        expect(paid * 10_000).toBeLessThanOrEqual(base * 20)
      }),
    )
  })

  it('refuse tiers that are not in order or pay nothing, and name the field', () => {
    const rule = (tiers: DividendRule['tiers']) => ({ ...DIVIDEND_RULE, tiers })
    const tier = { from: 1_000_00, share: 10 }
    expect(ruleProblem('weeklyDividend', rule([tier, tier]), 1e9)).toEqual({
      field: 'rule.tiers.1.from',
      reason: 'order',
    })
    expect(ruleProblem('monthlyDividend', rule([{ from: 999, share: 10 }]), 1e9)).toEqual({
      field: 'rule.tiers.0.share',
      reason: 'noReward',
    })
  })

  it('count the last whole week and month of Shanghai, claimable from noon of its first day', () => {
    const monday = timeOfSiteDay(dayOfDate('2026-11-30') ?? 0)
    const week = lastPeriod('week', monday)
    expect(week.cycle).toBe('2026-11-23')
    expect([siteDateOf(week.from), siteDateOf(week.to), siteDateOf(week.until)]).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
    ])
    expect(week.opensAt).toBe(monday + DAY_MS / 2)
    expect(lastPeriod('week', monday - 1).cycle).toBe('2026-11-16')
    const first = timeOfSiteDay(dayOfDate('2027-03-01') ?? 0)
    const month = lastPeriod('month', first)
    expect([month.cycle, siteDateOf(month.to), siteDateOf(month.until)]).toEqual([
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
    ])
    expect(lastPeriod('month', first - 1).cycle).toBe('2027-01-01')
  })

  it('count every moment in one period', () => {
    const time = fc.integer({ min: NOON, max: NOON + 2_000 * DAY_MS })
    fc.assert(
      fc.property(time, fc.constantFrom('week' as const, 'month' as const), (now, length) => {
        const period = lastPeriod(length, now)
        expect(period.from < period.to && period.to <= now && now < period.until).toBe(true)
        expect(lastPeriod(length, period.until)).toMatchObject({ from: period.to, to: period.until })
      }),
    )
  })
})

describe('S7.105 S7.70 turnover before a withdrawal', () => {
  it('is the same as for stakes that serve the oldest requirement first', () => {
    const step = fc.oneof(
      fc.record({ needed: fc.integer({ min: 1, max: 1_000 }) }),
      fc.record({ stake: fc.integer({ min: 1, max: 1_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const requirements = steps.flatMap((one, index) => {
          if (!('needed' in one)) return []
          const done = steps.slice(index).reduce((sum, other) => sum + ('stake' in other ? other.stake : 0), 0)
          return [{ since: index, until: 100, needed: one.needed, done }]
        })
        // A queue: requirements add to what is left, stakes take from it.
        const left = steps.reduce((sum, one) => ('needed' in one ? sum + one.needed : Math.max(0, sum - one.stake)), 0)
        expect(turnoverLeft(requirements, 50)).toBe(left)
        expect(turnoverLeft(requirements, 100)).toBe(0)
      }),
    )
  })
})

it('S1.17 dividends and deposit bonuses share a page with tabs, and an id names its kind', () => {
  expect(definitionOfSlug('deposit')?.name).toBe('firstDeposit')
  expect(definitionOfSlug('continue-deposit')?.name).toBe('continueDeposit')
  expect(kindsOfPage({ page: 'dividend' }).map(({ name }) => name)).toEqual(['weeklyDividend', 'monthlyDividend'])
  expect(kindsOfPage({})).toEqual([])
  expect(definitionOfId('continue-deposit-0a1b2c3d')?.name).toBe('continueDeposit')
  expect(definitionOfId('nothing-0a1b2c3d')).toBeNull()
})
