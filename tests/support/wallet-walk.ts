import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { BANK_SCRIPTS } from '#protocol/endpoints/demo.ts'
import { eventsOf } from '#protocol/wallet/order-states.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import type { Created } from '#server/wallet/wallet.ts'
import { expectInvariants } from './ledger.ts'
import { memberWith } from './ledger-members.ts'
import { testClock } from './store.ts'
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
 * Random orders, events of members, webhooks and rounds of the runner, with repeated calls. A crash loses everything in
 * memory and what the bank had sent. The invariants are checked at each crash and at the end.
 */
export async function walkWallet(store: Database, { operations, crashEvery, seed }: WalkPlan): Promise<void> {
  const random = seeded(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const clock = testClock()
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => memberWith(store, 0, clock.now)))
  let { wallet, bank, runner } = openTestWallet(store, clock.now)
  const orderNos: string[] = []

  /** A creating call, and for one in five a copy that must get the same order or refusal. */
  async function create(call: () => Promise<Created>): Promise<void> {
    const first = await call()
    if (first.ok) orderNos.push(first.data.order.orderNo)
    if (random() >= RETRIES) return
    const again = await call()
    expect(again.ok ? again.data.order.orderNo : again.code).toBe(first.ok ? first.data.order.orderNo : first.code)
    if (again.ok) expect(again.data.isReplay).toBe(true)
  }

  /** Something that the member may do with an order. Simultaneous copies have one effect. */
  async function act(): Promise<void> {
    const order = await wallet.orders.find(pick(orderNos.slice(-40)) ?? '')
    const event = order && pick(eventsOf(order.kind, order.status, 'member'))
    if (!event) return
    const apply = () =>
      event === 'cancel' || event === 'close'
        ? runner.end(order, event, 'member')
        : wallet.orders.apply(order, event, { actor: 'member', dueAt: clock.now() })
    const moved = await Promise.all(random() < RETRIES ? [apply(), apply(), apply()] : [apply()])
    expect(moved.filter(Boolean).length).toBeLessThanOrEqual(1)
  }

  async function pass(): Promise<void> {
    clock.move(random() < 0.1 ? 20 * MINUTE_MS : 10 * SECOND_MS)
    for (const webhook of await bank.takeWebhooks()) await runner.receive(webhook)
    await runner.run()
  }

  async function check(): Promise<void> {
    expect(await reconcile(store.db)).toEqual([])
    await expectInvariants(store)
  }

  async function operate(index: number): Promise<void> {
    const memberId = pick(members) ?? ''
    const money = { memberId, amount: 100_00 + Math.floor(random() * 400_00), idempotencyKey: `walk-${seed}-${index}` }
    const kind = random()
    if (kind < 0.2) {
      const type = pick(['demo-bank', 'demo-qr', 'demo-speed']) ?? ''
      await create(() => wallet.deposit(type, money))
    } else if (kind < 0.3) {
      await create(() => wallet.withdraw(index % 2 === 0 ? 'withdraw' : 'fastWithdraw', CARD, money))
    } else if (kind < 0.4) {
      await create(() => wallet.transfer(index % 3 === 0 ? 'transferOut' : 'transferIn', VENUE, money))
    } else if (kind < 0.7) await act()
    else if (kind < 0.75) bank.choose(memberId, pick(BANK_SCRIPTS) ?? 'normal')
    else await pass()
  }

  for (let index = 1; index <= operations; index += 1) {
    await operate(index)
    if (index % crashEvery !== 0) continue
    await bank.takeWebhooks()
    ;({ wallet, bank, runner } = openTestWallet(store, clock.now))
    if (index % (crashEvery * 5) === 0) await check()
  }
  await check()
}
