import { expect } from 'vitest'
import type { SettleCurrency } from '#protocol/currency.ts'
import { DAY_MS, HOUR_MS, siteDayOf } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { interestDay, interestPosition } from '#server/database/schema/funds.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { expectInvariants } from './ledger.ts'
import { memberWith, newKey } from './ledger-members.ts'
import { testClock } from './store.ts'
import { balanceOf, credit, openFunds } from './wallet-funds.ts'
import { seeded, type WalkPlan } from './wallet-walk.ts'

const RETRIES = 0.2
const CURRENCIES = ['CNY', 'USDT'] as const
const START = { CNY: 1_000_000_00, USDT: 100_000_000_000 } as const

/**
 * Random conversions, transfers and days with repeated calls. A crash opens everything again. After each crash the
 * invariants hold, no unit is created or lost, and each day of a member has one interest.
 */
export async function walkFunds(store: Database, { operations, crashEvery, seed }: WalkPlan): Promise<void> {
  const random = seeded(seed)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] ?? items[0]
  const clock = testClock()
  let rate = 72_000
  const open = () => openFunds(store, clock.now, () => ({ rate, source: 'walk', at: clock.now() }))
  let funds = open()
  const members: [string, ...string[]] = [await memberWith(store, 0), await memberWith(store, 0)]
  for (const member of members) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    for (const currency of CURRENCIES) await credit(store, member, currency, START[currency])
  }

  /** Calls, and for one in five a copy with the same result. */
  async function repeated(call: () => Promise<{ ok: boolean; code?: number; data?: unknown }>): Promise<void> {
    const first = await call()
    if (random() >= RETRIES) return
    const again = await call()
    expect(again).toMatchObject(first.ok ? { ok: true, data: first.data } : { ok: false, code: first.code })
  }

  async function convertSome(memberId: string, from: SettleCurrency): Promise<void> {
    const amount = 1 + Math.floor(random() * START[from] * 0.3)
    const quote = await funds.conversions.quote(memberId, from, amount)
    if (!quote.ok) return
    if (random() < 0.1) clock.move(HOUR_MS)
    const call = { memberId, quoteId: quote.data.id, from, amount: quote.data.amount, idempotencyKey: newKey() }
    await repeated(() => funds.conversions.accept(call))
  }

  async function step(): Promise<void> {
    const [memberId, currency, chance] = [pick(members), pick(CURRENCIES), random()]
    rate = Math.min(80_000, Math.max(64_000, rate + Math.floor(random() * 41) - 20))
    if (chance < 0.45) return convertSome(memberId, currency)
    if (chance < 0.9) {
      const call = {
        memberId,
        currency,
        amount: 1 + Math.floor(random() * START[currency] * 0.2),
        idempotencyKey: newKey(),
      }
      return repeated(() => funds.interest.move(chance < 0.68 ? 'to' : 'from', call))
    }
    clock.move(Math.floor(random() * (chance < 0.98 ? 8 * HOUR_MS : 4 * DAY_MS)))
    await Promise.all([funds.interest.accrue(), random() < RETRIES ? funds.interest.accrue() : null])
  }

  for (let at = 1; at <= operations; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- operations follow each other
    await step()
    if (at % crashEvery !== 0 && at !== operations) continue
    funds = open()
    // oxlint-disable-next-line no-await-in-loop -- operations follow each other
    await checkFunds(store, members, siteDayOf(clock.now()))
  }
}

async function checkFunds(store: Database, members: readonly string[], today: number): Promise<void> {
  await expectInvariants(store)
  expect(await reconcile(store.db)).toEqual([])
  const days = await store.db.select().from(interestDay)
  const positions = await store.db.select().from(interestPosition)
  for (const { memberId, currency, lastDay, carriedMicro } of positions) {
    const own = days.filter((day) => day.memberId === memberId && day.currency === currency)
    const due = own.reduce((sum, { least, dailyPpm }) => sum + BigInt(least) * BigInt(dailyPpm), 0n)
    const paid = own.reduce((sum, day) => sum + day.paid, 0)
    expect(BigInt(paid) * 1_000_000n + BigInt(carriedMicro)).toBe(due)
    expect(lastDay).toBeLessThanOrEqual(today)
    for (const { day } of own) expect(day).toBeLessThan(today)
  }
  for (const memberId of members) {
    for (const currency of CURRENCIES) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      expect(await balanceOf(store, memberId, 'main', currency)).toBeGreaterThanOrEqual(0)
    }
  }
}
