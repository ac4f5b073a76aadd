import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divided, greatestAmount, limitProblem, obstacle } from '#features/wallet/withdraw/terms.ts'
import { eventText, nextText } from '#features/wallet/order/order-texts.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { isTerminal, ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { NOON } from '../support/feed-fixtures.ts'

const minor = fc.integer({ min: 0, max: 20_000_000 })
const limits = fc
  .record({ available: minor, dailyLeft: minor, max: minor, min: fc.integer({ min: 1, max: 1_000_000 }) })
  .filter(({ min, max }) => min <= max)

describe('terms of a withdrawal', () => {
  it('S7.70 the greatest amount is allowed, one unit more is not', () => {
    fc.assert(
      fc.property(limits, (terms) => {
        const all = greatestAmount(terms)
        expect(limitProblem(all, terms)).toEqual(all < terms.min ? { limit: 'min', value: terms.min } : null)
        expect(limitProblem(all + 1, terms)?.value).toBe(all)
      }),
    )
  })

  it('S7.70 an obstacle is shown exactly if no amount is allowed', () => {
    fc.assert(
      fc.property(limits, (terms) => {
        expect(obstacle({ ...terms, turnoverLeft: 0 }) === null).toBe(greatestAmount(terms) >= terms.min)
        expect(obstacle({ ...terms, turnoverLeft: 1 })).toBe('turnover')
      }),
    )
  })

  it('S7.70 fee and net add up to the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 0, max: 9_999 }), (amount, rate) => {
        const { fee, net } = divided(amount, rate)
        expect(fee + net).toBe(amount)
        expect(fee >= 0 && net > 0).toBe(true)
      }),
    )
  })
})

describe('Annex E.3 Annex E.4 the timeline', () => {
  const order = (kind: 'fastWithdraw' | 'withdraw', status: string): WalletOrder => ({
    orderNo: 'W2611270000000001',
    kind,
    status,
    currency: 'CNY',
    amount: 50_000,
    fee: 0,
    channel: 'bank',
    account: '招商银行 **** 1111',
    pay: null,
    proofs: [],
    createdAt: NOON,
    updatedAt: NOON,
    expireAt: null,
  })

  it.each(['withdraw', 'fastWithdraw'] as const)('%s has words for every transition and every open state', (kind) => {
    const { states, transitions } = ORDER_STATES[kind]
    for (const { from, to, event, actors } of transitions) {
      for (const actor of actors) {
        expect(eventText(kind, { from, to, event, actor, note: '', at: NOON }), `${from} ${event}`).toMatch(
          /^\P{ASCII}/u,
        )
      }
    }
    for (const status of Object.keys(states)) {
      const next = nextText(order(kind, status), NOON)
      if (isTerminal(kind, status)) expect(next).toBeNull()
      else expect(next).toMatch(/^接下来：\P{ASCII}/u)
    }
  })

  it('Annex E.3 shows when an order completes by itself', () => {
    const due = new Date(NOON + 32 * HOUR_MS).toISOString()
    expect(nextText(order('withdraw', '4'), NOON)).toContain(`${due.slice(11, 16)} 会自动完成`)
  })
})
