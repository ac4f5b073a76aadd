import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountKey, MAX_ACCOUNTS, shownAccounts } from '#protocol/rules/wallet.ts'
import { DAY_MS, MINUTE_MS, timeOfSiteDay } from '#protocol/time.ts'
import { convert, valueInCny } from '#protocol/wallet/conversion.ts'
import { accrualTime, interestOfDay, minimumPrincipal } from '#protocol/wallet/interest.ts'

const rates = fc.integer({ min: 10_000, max: 200_000 })

describe('conversion between CNY and USDT', () => {
  it('S7.69 takes the least amount for what it gives, and less than a unit of value is lost', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('CNY' as const, 'USDT' as const),
        fc.integer({ min: 1, max: 100_000_000_000 }),
        rates,
        (from, amount, rate) => {
          const { debit, receive } = convert(from, amount, rate)
          expect(debit).toBeLessThanOrEqual(amount)
          expect(convert(from, debit, rate)).toEqual({ debit, receive })
          if (debit > 0) expect(convert(from, debit - 1, rate).receive).toBeLessThan(receive)
          expect(convert(from, amount, rate).receive).toBe(receive)
        },
      ),
    )
  })

  it('S7.69 a round trip never yields more than it began with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), rates, (amount, rate) => {
        for (const [from, to] of [
          ['CNY', 'USDT'],
          ['USDT', 'CNY'],
        ] as const) {
          const there = convert(from, amount, rate)
          expect(convert(to, there.receive, rate).receive).toBeLessThanOrEqual(there.debit)
        }
      }),
    )
  })

  it('S7.69 one million conversions neither create nor lose a unit', () => {
    const member = { CNY: 5_000_000_000, USDT: 700_000_000 }
    const house = { CNY: 0, USDT: 0 }
    const [cny, usdt] = [member.CNY, member.USDT]
    let state = 20_261_126
    let rate = 72_000
    let isExact = true
    for (let at = 0; at < 1_000_000; at += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      rate = Math.min(80_000, Math.max(64_000, rate + (state % 41) - 20))
      const [from, to] = state & 65_536 ? (['CNY', 'USDT'] as const) : (['USDT', 'CNY'] as const)
      const amount = 1 + (state % Math.max(1, Math.floor(member[from] / 8)))
      const { debit, receive } = convert(from, amount, rate)
      member[from] -= debit
      house[from] += debit
      member[to] += receive
      house[to] -= receive
      if (debit > amount || member[from] < 0) isExact = false
    }
    expect(isExact).toBe(true)
    expect([member.CNY + house.CNY, member.USDT + house.USDT]).toEqual([cny, usdt])
  })

  it('values USDT in CNY, rounded up', () => {
    expect(valueInCny('USDT', 1_000_000, 72_156)).toBe(722)
    expect(valueInCny('USDT', 1, 72_156)).toBe(1)
    expect(valueInCny('CNY', 5, 72_156)).toBe(5)
  })
})

describe('interest of a day', () => {
  it('Annex E.6 pays and carries exactly the micro-units of all days', () => {
    const days = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1_000 }), (principals, ppm) => {
        let carried = 0
        let paid = 0n
        let due = 0n
        for (const principal of principals) {
          const day = interestOfDay(principal, ppm, carried)
          carried = day.carried
          paid += BigInt(day.paid)
          due += BigInt(principal) * BigInt(ppm)
          expect(carried).toBeLessThan(1_000_000)
        }
        expect(paid * 1_000_000n + BigInt(carried)).toBe(due)
      }),
    )
  })

  it('Annex E.6 counts the least principal, and the interest of the day before from 00:05 on', () => {
    const day = 20_783
    const midnight = timeOfSiteDay(day)
    expect(accrualTime(day - 1)).toBe(midnight + 5 * MINUTE_MS)
    const least = (moves: { at: number; amount: number }[]) =>
      minimumPrincipal(day, { opening: 1_000, paid: 10, moves })
    expect(least([])).toBe(1_000)
    expect(least([{ at: midnight + MINUTE_MS, amount: -400 }])).toBe(600)
    expect(least([{ at: midnight + 5 * MINUTE_MS - 1, amount: -400 }])).toBe(600)
    expect(least([{ at: midnight + 5 * MINUTE_MS, amount: -400 }])).toBe(610)
    expect(least([{ at: midnight + DAY_MS / 2, amount: -1_010 }])).toBe(0)
    expect(
      least([
        { at: midnight + DAY_MS / 3, amount: -400 },
        { at: midnight + DAY_MS / 2, amount: 900 },
      ]),
    ).toBe(610)
  })
})

describe('S9.11 shown cards and addresses', () => {
  const entry = fc.record({
    key: fc.constantFrom('1', '2', '3', '4', '5'),
    isDefault: fc.boolean(),
    createdAt: fc.integer({ min: 0, max: 50 }),
  })

  it('S9.11 are at most three different ones, the default first, then the newest', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const shown = shownAccounts(entries)
        const keys = shown.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(shown.length).toBe(Math.min(MAX_ACCOUNTS, new Set(entries.map(({ key }) => key)).size))
        const places = shown.map(({ isDefault, createdAt }) => (isDefault ? 1_000 : 0) + createdAt)
        expect(places).toEqual([...places].sort((a, b) => b - a))
      }),
    )
  })

  it('S9.11 ignores spaces of a card number and the case of an ERC20 address', () => {
    expect(accountKey('card', '6222 0000 1234')).toBe('622200001234')
    expect(accountKey('ERC20', '0xAB')).toBe('0xab')
    expect(accountKey('TRC20', 'TAb')).toBe('TAb')
  })
})
