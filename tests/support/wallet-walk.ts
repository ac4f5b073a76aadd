import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { BANK_SCRIPTS } from '#protocol/endpoints/demo.ts'
import { eventsOf } from '#protocol/wallet/order-states.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import type { Created } from '#server/wallet/wallet.ts'
import { expectInvariants } from './ledger.ts'
import { memberWith } from './ledger-members.ts'
import { testClock } from './store.ts'
import { credit, openFunds } from './wallet-funds.ts'
import { expectRecordsAgree } from './wallet-records.ts'
import { openTestWallet } from './wallet.ts'

const MEMBERS = 4
const RETRIES = 0.2
const CARD = { id: 'demo-card', name: '演示银行', masked: '6200****0005', kind: 'bank', currency: 'CNY' } as const
const VENUE = { venueEnName: 'YBTY', currency: 'CNY' } as const

export interface WalkPlan {
  readonly operations: number
  /** Operations between two crashes. */
  readonly crashEvery: number
  readonly seed: number
}

/** Mulberry32: numbers from 0 to 1 that follow from the seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Random orders, conversions, interest, gifts, limits, events of members, webhooks and rounds of the runner, with
 * repeated calls. A crash loses everything in memory and what the bank had sent. The invariants are checked at each fifth
 * crash and at the end.
 */
export async function walkWallet(store: Database, { operations, crashEvery, seed }: WalkPlan): Promise<void> {
  const walk = new WalletWalk(store, seed)
  await walk.begin()
  for (let index = 1; index <= operations; index += 1) {
    await walk.operate(index)
    if (index % crashEvery !== 0) continue
    await walk.crash()
    if (index % (crashEvery * 5) === 0) await walk.check()
  }
  await walk.check()
}

/** I9, I10: payments that were credited during an exclusion, and gifts beyond a loss limit (10 minor units a coin). */
async function creditsAgainstLimits({ db }: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select o.order_no as subject from wallet_order o join rg_exclusion x on x.member_id = o.member_id
      and o.updated_at >= x.since and (x.until is null or o.updated_at < x.until)
    where o.kind in ('deposit', 'speedDeposit') and o.settle_tx is not null
    union all
    select g.member_id::text from rg_limit l join gift_order g on g.member_id = l.member_id
      and g.created_at >= l.effective_at and site_day(g.created_at) >= rg_first_day('week', l.effective_at)
      and rg_first_day('week', g.created_at) = rg_first_day('week', l.effective_at)
    where l.kind = 'loss' and l.status = 'active'
    group by g.member_id, l.amount having sum(g.total) * 10 > l.amount`)
  return rows
}

type Called = { readonly ok: boolean; readonly code?: number; readonly data?: unknown }

class WalletWalk {
  readonly #store: Database
  readonly #seed: number
  readonly #random: () => number
  readonly #clock = testClock()
  readonly #orderNos: string[] = []
  #members: string[] = []
  #parts: ReturnType<WalletWalk['open']>

  constructor(store: Database, seed: number) {
    this.#store = store
    this.#seed = seed
    this.#random = seeded(seed)
    this.#parts = this.open()
  }

  /** Everything that a new process opens. */
  open() {
    const { now } = this.#clock
    const rate = () => ({ rate: 72_000 + (Math.floor(now() / MINUTE_MS) % 500), source: 'walk', at: now() })
    return {
      ...openTestWallet(this.#store, now),
      ...openFunds(this.#store, now, rate),
      ledger: new Ledger(this.#store, { now }),
      limits: new Limits(this.#store, { now, rates: null }),
    }
  }

  async begin(): Promise<void> {
    const { now } = this.#clock
    this.#members = await Promise.all(Array.from({ length: MEMBERS }, () => memberWith(this.#store, 1_000, now)))
    for (const member of this.#members) await credit(this.#store, member, 'USDT', 1_000_000_000)
  }

  async crash(): Promise<void> {
    await this.#parts.bank.takeWebhooks()
    this.#parts = this.open()
  }

  async check(): Promise<void> {
    expect(await reconcile(this.#store.db)).toEqual([])
    await expectInvariants(this.#store)
    expect(await creditsAgainstLimits(this.#store)).toEqual([])
    for (const member of this.#members) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await expectRecordsAgree(this.#store, member, this.#clock.now())
    }
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)]
  }

  async operate(index: number): Promise<void> {
    const { wallet, bank } = this.#parts
    const memberId = this.#pick(this.#members) ?? ''
    const amount = 100_00 + Math.floor(this.#random() * 400_00)
    const money = { memberId, amount, idempotencyKey: `walk-${this.#seed}-${index}` }
    const kind = this.#random()
    if (kind < 0.15) {
      const type = this.#pick(['demo-bank', 'demo-qr', 'demo-speed', 'demo-usdt']) ?? ''
      const units = type === 'demo-usdt' ? 10_000 : 1
      return this.#create(() => wallet.deposit(type, { ...money, amount: amount * units }))
    }
    if (kind < 0.23) {
      return this.#create(() => wallet.withdraw(index % 2 === 0 ? 'withdraw' : 'fastWithdraw', CARD, money))
    }
    if (kind < 0.31) {
      return this.#create(() => wallet.transfer(index % 3 === 0 ? 'transferOut' : 'transferIn', VENUE, money))
    }
    if (kind < 0.5) return this.#fund(index, money)
    if (kind < 0.75) return this.#act()
    if (kind < 0.79) return bank.choose(memberId, this.#pick(BANK_SCRIPTS) ?? 'normal')
    if (kind < 0.8) return this.#restrict(memberId)
    return this.#pass()
  }

  /** A conversion, a transfer of the interest wallet, coins or a gift. */
  async #fund(index: number, money: { memberId: string; amount: number; idempotencyKey: string }): Promise<void> {
    const { conversions, interest, ledger } = this.#parts
    const { memberId, idempotencyKey } = money
    const currency: SettleCurrency = index % 4 < 2 ? 'CNY' : 'USDT'
    const amount = currency === 'CNY' ? money.amount : money.amount * 1_000
    if (index % 3 === 0) {
      const quote = await conversions.quote(memberId, currency, amount)
      if (!quote.ok) return
      if (this.#random() < 0.1) this.#clock.move(HOUR_MS)
      const accepted = { memberId, quoteId: quote.data.id, from: currency, amount: quote.data.amount, idempotencyKey }
      await this.#repeated(() => conversions.accept(accepted))
    } else if (index % 3 === 1) {
      const direction = this.#random() < 0.6 ? 'to' : 'from'
      await this.#repeated(() => interest.move(direction, { memberId, currency, amount, idempotencyKey }))
    } else if (this.#random() < 0.5) {
      await this.#repeated(() => ledger.buyCoins({ memberId, coins: 1 + (index % 90), idempotencyKey }))
    } else {
      const gift = { anchorRoomId: 'walk', chatRoomNo: 'walk', giftId: 1, count: 1, comboId: `combo-${index}-walk` }
      const sent = () => ledger.sendGift({ memberId, ...gift, idempotencyKey })
      const withoutFlag = async () => {
        const result = await sent()
        return result.ok ? { ok: true, data: { ...result.data, isReplay: null } } : result
      }
      await this.#repeated(withoutFlag)
    }
  }

  /** A limit that is often lower than what the member deposits, or a time-out. */
  async #restrict(memberId: string): Promise<void> {
    const { limits } = this.#parts
    const chance = this.#random()
    if (chance < 0.3) await limits.timeOut(memberId, 24)
    else if (chance < 0.7) await limits.setLimit(memberId, { kind: 'deposit', period: 'day', amount: 1_000_00 })
    else await limits.setLimit(memberId, { kind: 'loss', period: 'week', amount: 500_00 })
  }

  /** Calls, and for one in five a copy with the same result. */
  async #repeated(call: () => Promise<Called>): Promise<void> {
    const first = await call()
    if (this.#random() >= RETRIES) return
    expect(await call()).toMatchObject(first.ok ? { ok: true, data: first.data } : { ok: false, code: first.code })
  }

  /** A creating call, and for one in five a copy that must get the same order or refusal. */
  async #create(call: () => Promise<Created>): Promise<void> {
    const first = await call()
    if (first.ok) this.#orderNos.push(first.data.order.orderNo)
    if (this.#random() >= RETRIES) return
    const again = await call()
    expect(again.ok ? again.data.order.orderNo : again.code).toBe(first.ok ? first.data.order.orderNo : first.code)
    if (again.ok) expect(again.data.isReplay).toBe(true)
  }

  /** Something that the member may do with an order. Simultaneous copies have one effect. */
  async #act(): Promise<void> {
    const { wallet, runner } = this.#parts
    const order = await wallet.orders.find(this.#pick(this.#orderNos.slice(-40)) ?? '')
    const event = order && this.#pick(eventsOf(order.kind, order.status, 'member'))
    if (!event) return
    const apply = () =>
      event === 'cancel' || event === 'close'
        ? runner.end(order, event, 'member')
        : wallet.orders.apply(order, event, { actor: 'member', dueAt: this.#clock.now() })
    const moved = await Promise.all(this.#random() < RETRIES ? [apply(), apply(), apply()] : [apply()])
    expect(moved.filter(Boolean).length).toBeLessThanOrEqual(1)
  }

  async #pass(): Promise<void> {
    const { bank, runner, interest } = this.#parts
    const chance = this.#random()
    this.#clock.move(chance < 0.02 ? 8 * HOUR_MS : chance < 0.1 ? 20 * MINUTE_MS : 10 * SECOND_MS)
    for (const webhook of await bank.takeWebhooks()) await runner.receive(webhook)
    await runner.run()
    await interest.accrue()
  }
}
