import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { DAY_MS, HOUR_MS, startOfSiteDay } from '#protocol/time.ts'
import type { OrderEvent } from '#protocol/wallet/order-states.ts'
import type { OrderRow } from '#server/database/schema/wallet.ts'
import { EXCLUSION_CONFIRM_TEXT } from '#protocol/wallet/limits.ts'
import { usageOf } from '#server/wallet/limits/usage.ts'
import { openTestWallet, walletWorld } from '../../support/wallet.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'

const YUAN_100 = 100_00

describe.each(STORE_KINDS)('deposit limits and late payments on %s', (kind) => {
  const world = walletWorld(kind)
  const { clock } = world

  /** A new member, whose payments arrive after a cancellation. */
  async function payer() {
    const memberId = await world.member()
    await world.bank.choose(memberId, 'late')
    const deposit = (payTypeId = 'demo-bank') =>
      world.wallet.deposit(payTypeId, { memberId, amount: YUAN_100, idempotencyKey: newKey() })
    const end = (order: OrderRow, event: 'cancel' | 'close' = 'cancel') => world.runner.end(order, event, 'member')
    const setLimit = (amount: number) => world.limits.setLimit(memberId, { kind: 'deposit', period: 'day', amount })
    const used = async () =>
      (await usageOf(world.store.db, memberId, { period: 'day', now: clock.now(), rate: null })).deposit
    return { memberId, deposit, end, setLimit, used }
  }
  const noteOf = async ({ orderNo }: OrderRow, event: OrderEvent) =>
    (await world.wallet.orders.events(orderNo)).find((one) => one.event === event)
  /** So that the next minutes are of one site day. */
  const atNoon = () => clock.move(startOfSiteDay(clock.now()) + DAY_MS + 12 * HOUR_MS - clock.now())

  it('60001 eight orders that are created, cancelled and paid late credit no more than the limit', async () => {
    atNoon()
    const { memberId, deposit, end, setLimit, used } = await payer()
    await setLimit(YUAN_100)
    const results: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const created = await deposit()
      results.push(created.ok ? 0 : created.code)
      if (created.ok) await end(created.data.order)
    }
    // The payment of the first one may still arrive.
    expect(results).toEqual([0, ...Array.from({ length: 7 }, () => CODES.RG_DEPOSIT_LIMIT)])
    expect(await used()).toBe(YUAN_100)
    await world.pass(HOUR_MS, 60_000)
    expect(await world.balance(memberId)).toBe(YUAN_100)
    expect(await used()).toBe(YUAN_100)
    expect(await deposit()).toMatchObject({ code: CODES.RG_DEPOSIT_LIMIT })
    // A late payment counts on the day of its credit.
    atNoon()
    expect(await used()).toBe(0)
    expect((await deposit()).ok).toBe(true)
  })

  it('60001 late payments above a limit that was set later are returned with a text, and credit nothing', async () => {
    atNoon()
    const { memberId, deposit, end, setLimit, used } = await payer()
    const orders = [await world.created(await deposit()), await world.created(await deposit())]
    for (const order of orders) await end(order, 'close')
    await setLimit(YUAN_100)
    expect(await used()).toBe(2 * YUAN_100)
    await world.pass(60_000)
    const statuses = await Promise.all(orders.map((order) => world.statusOf(order)))
    expect(new Set(statuses)).toEqual(new Set(['10', '3']))
    expect(await world.balance(memberId)).toBe(YUAN_100)
    const [returned] = orders.filter((_order, index) => statuses[index] === '10')
    if (!returned) throw new Error('no payment was returned')
    expect(await noteOf(returned, 'return')).toMatchObject({ actor: 'system', note: '超过你设定的存款限额' })
    expect(await noteOf(returned, 'returned')).toMatchObject({ actor: 'system' })
    expect(await world.wallet.orders.postings(returned)).toEqual([])
  })

  it('60001 credits a payment in time above a limit that was set later', async () => {
    atNoon()
    const { memberId, deposit, setLimit, used } = await payer()
    await world.bank.choose(memberId, 'normal')
    const order = await world.created(await deposit())
    await setLimit(1)
    await world.claim(order)
    await world.pass(60_000)
    expect(await world.balance(memberId)).toBe(YUAN_100)
    expect(await used()).toBe(YUAN_100)
  })

  it('60001 returns a late payment that exceeds one of two limits', async () => {
    atNoon()
    const { memberId, deposit, end, setLimit } = await payer()
    const order = await world.created(await deposit())
    await end(order, 'close')
    await world.limits.setLimit(memberId, { kind: 'deposit', period: 'month', amount: 10 * YUAN_100 })
    await setLimit(1)
    await world.pass(60_000)
    expect(await world.statusOf(order)).toBe('10')
    expect(await world.balance(memberId)).toBe(0)
  })

  it('60001 a cancelled order counts for the 24 hours in which its payment may arrive, and no longer', async () => {
    atNoon()
    const { memberId, deposit, end, setLimit } = await payer()
    await world.bank.choose(memberId, 'normal')
    await setLimit(YUAN_100)
    await end(await world.created(await deposit()))
    clock.move(DAY_MS - HOUR_MS)
    expect(await deposit()).toMatchObject({ code: CODES.RG_DEPOSIT_LIMIT })
    clock.move(HOUR_MS)
    expect((await deposit()).ok).toBe(true)
  })

  const EXCLUDE = [
    ['timeOut', (memberId: string) => world.limits.timeOut(memberId, 24), '你正在休息期，期间不能存款'],
    [
      'selfExclusion',
      (memberId: string) => world.limits.selfExclude(memberId, 6, EXCLUSION_CONFIRM_TEXT),
      '你已自我排除，期间不能存款',
    ],
  ] as const

  it.each(EXCLUDE)(
    'Annex H I10 deposits that were opened before a %s are returned, paid in time or late',
    async (_kind, exclude, text) => {
      const { memberId, deposit, end } = await payer()
      const late = await world.created(await deposit())
      await end(late)
      await world.bank.choose(memberId, 'normal')
      const [paid, speed] = [await world.created(await deposit()), await world.created(await deposit('demo-speed'))]
      await world.pass(5_000)
      for (const { orderNo } of [paid, speed]) {
        const order = await world.wallet.orders.find(orderNo)
        if (!order) throw new Error('the order is missing')
        expect(await world.wallet.orders.apply(order, 'claim', { actor: 'member', dueAt: clock.now() })).not.toBeNull()
      }
      expect(await exclude(memberId)).toBeNull()
      await world.pass(60_000)
      expect(await Promise.all([late, paid, speed].map((order) => world.statusOf(order)))).toEqual(['10', '10', '9'])
      for (const order of [late, paid, speed]) expect((await noteOf(order, 'return'))?.note).toBe(text)
      expect(await world.balance(memberId)).toBe(0)
      expect(await deposit()).toMatchObject({ ok: false })
    },
  )

  it('Annex H I9 Annex H I10 the return continues after a crash between its state and the call of the bank', async () => {
    const { memberId, deposit, end } = await payer()
    const order = await world.created(await deposit())
    await end(order)
    await world.limits.timeOut(memberId, 24)
    clock.move(10_000)
    const giveBack = world.bank.giveBack.bind(world.bank)
    world.bank.giveBack = () => Promise.reject(new Error('the bank does not respond'))
    await world.pass(20_000)
    expect(await world.statusOf(order)).toBe('9')
    world.bank.giveBack = giveBack
    world.restart()
    await world.pass(20_000)
    expect(await world.statusOf(order)).toBe('10')
  })

  it('a late payment waits for an operator outside demo mode, who cannot credit it above the limit', async () => {
    atNoon()
    const { deposit, end, setLimit } = await payer()
    const order = await world.created(await deposit())
    await end(order)
    await setLimit(1)
    clock.move(10_000)
    const { wallet } = openTestWallet(world.store, clock.now)
    const found = async () => (await wallet.orders.find(order.orderNo)) as OrderRow
    const closed = await found()
    const late = await wallet.orders.apply(closed, 'late', { actor: 'adapter', dueAt: null })
    if (!late) throw new Error('the payment was not reported')
    const decide = (event: 'paid' | 'return') =>
      world.store.transaction((tx) =>
        wallet.orders.applyIn(tx, late, event, { actor: 'operator', note: '核对', dueAt: clock.now() }),
      )
    expect(await decide('paid')).toBeNull()
    expect((await found()).status).toBe('8')
    expect((await decide('return'))?.status).toBe('9')
    await world.pass(5_000)
    expect((await found()).status).toBe('10')
  })
})
