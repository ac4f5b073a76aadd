import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { walletOrder } from '#server/database/schema/wallet.ts'
import { operationResult } from '#server/wallet/ledger/operation-result.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { signWebhook } from '#server/wallet/payments/adapter.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { WEBHOOK_SECRET, walletWorld } from '../../support/wallet.ts'

const CARD = { id: 'demo-card', name: '演示银行', masked: '6200****0005', kind: 'bank', currency: 'CNY' } as const

describe.each(STORE_KINDS)('wallet orders on %s', (kind) => {
  const world = walletWorld(kind)

  it('Annex E.2 S7.67: credits a deposit once, after the bank reports the payment, less the fee', async () => {
    const memberId = await world.member()
    const { wallet, runner, bank, clock } = world
    await bank.choose(memberId, 'duplicate')
    const order = await world.created(
      await wallet.deposit('demo-qr', { memberId, amount: 100_00, idempotencyKey: newKey() }),
    )
    expect(order).toMatchObject({ status: '1', fee: 20, expiresAt: clock.now() + 30 * MINUTE_MS })
    expect(order.orderNo).toMatch(/^D261121\d{10}$/)
    const claimed = await wallet.orders.apply(order, 'claim', { actor: 'member', dueAt: clock.now() })
    expect(claimed?.status).toBe('2')
    await wallet.advance(claimed ?? order)
    expect(await world.balance(memberId)).toBe(0)
    await world.pass(20_000)
    expect(await world.statusOf(order)).toBe('3')
    expect(await world.balance(memberId)).toBe(99_80)
    const events = await wallet.orders.events(order.orderNo)
    expect(events.map(({ event, actor }) => `${event} ${actor}`)).toEqual([
      'create member',
      'start adapter',
      'claim member',
      'paid adapter',
    ])
    expect(await runner.report((await wallet.orders.find(order.orderNo)) ?? order, 'paid')).toBeNull()
  })

  it('the behaviour of the demo bank that a member has chosen survives a restart, and is of this member only', async () => {
    const [memberId, other] = [await world.member(), await world.member()]
    await world.bank.choose(memberId, 'slow')
    await world.bank.choose(memberId, 'silent')
    world.restart()
    expect(await world.bank.scriptOf(memberId)).toBe('silent')
    expect(await world.bank.scriptOf(other)).toBe('normal')
  })

  it('Annex E.2: a payment after the cancellation is credited after a review', async () => {
    const memberId = await world.member()
    await world.bank.choose(memberId, 'late')
    const order = await world.created(
      await world.wallet.deposit('demo-bank', { memberId, amount: 50_00, idempotencyKey: newKey() }),
    )
    expect((await world.runner.end(order, 'cancel', 'member'))?.status).toBe('4')
    await world.pass(5_000)
    expect(await world.statusOf(order)).toBe('8')
    await world.pass(10_000)
    expect(await world.statusOf(order)).toBe('3')
    expect(await world.balance(memberId)).toBe(50_00)
  })

  it('Annex E.2: closes an unpaid deposit after 30 minutes, and rejects one that the bank does not know of', async () => {
    const memberId = await world.member()
    const deposit = { memberId, amount: 50_00 }
    const unpaid = await world.created(
      await world.wallet.deposit('demo-bank', { ...deposit, idempotencyKey: newKey() }),
    )
    await world.bank.choose(memberId, 'reject')
    const rejected = await world.created(
      await world.wallet.deposit('demo-bank', { ...deposit, idempotencyKey: newKey() }),
    )
    await world.wallet.orders.apply(rejected, 'claim', { actor: 'member', dueAt: world.clock.now() })
    await world.pass(31 * MINUTE_MS, MINUTE_MS)
    expect(await world.statusOf(unpaid)).toBe('5')
    expect(await world.statusOf(rejected)).toBe('7')
    expect(await world.balance(memberId)).toBe(0)
  })

  it('Annex E.3: reserves a withdrawal, pays it out once, and settles it 24 hours later without a confirmation', async () => {
    const memberId = await world.member()
    await world.deposit(memberId, 500_00)
    const order = await world.created(
      await world.wallet.withdraw('withdraw', CARD, { memberId, amount: 200_00, idempotencyKey: newKey() }),
    )
    expect(await world.balance(memberId)).toBe(300_00)
    expect(await world.balance(memberId, 'locked')).toBe(200_00)
    await world.pass(40_000)
    expect(await world.statusOf(order)).toBe('4')
    expect(await world.balance(memberId, 'locked')).toBe(200_00)
    await world.pass(24 * HOUR_MS + MINUTE_MS, HOUR_MS)
    expect(await world.statusOf(order)).toBe('5')
    expect(await world.balance(memberId, 'locked')).toBe(0)
    expect(await world.balance(memberId)).toBe(300_00)
  })

  it('Annex E.3: a withdrawal continues after a restart, and a silent bank is queried under the same number', async () => {
    const memberId = await world.member()
    await world.deposit(memberId, 500_00)
    await world.bank.choose(memberId, 'silent')
    const order = await world.created(
      await world.wallet.withdraw('withdraw', CARD, { memberId, amount: 200_00, idempotencyKey: newKey() }),
    )
    await world.pass(10_000)
    world.restart()
    await world.pass(40_000)
    expect(await world.statusOf(order)).toBe('4')
    const { rows } = await world.store.db.execute(sql`select 1 from demo_payment where order_no = ${order.orderNo}`)
    expect(rows).toHaveLength(1)
  })

  it('Annex E.3: releases a cancelled and a failed withdrawal, and cancels only until the approval', async () => {
    const memberId = await world.member()
    await world.deposit(memberId, 500_00)
    const withdraw = async () =>
      world.created(
        await world.wallet.withdraw('withdraw', CARD, { memberId, amount: 200_00, idempotencyKey: newKey() }),
      )
    const cancelled = await withdraw()
    expect((await world.runner.end(cancelled, 'cancel', 'member'))?.status).toBe('6')
    expect(await world.balance(memberId)).toBe(500_00)
    await world.bank.choose(memberId, 'reject')
    const failed = await withdraw()
    await world.pass(10_000)
    const paying = await world.wallet.orders.find(failed.orderNo)
    expect(await world.runner.end(paying ?? failed, 'cancel', 'member')).toBeNull()
    await world.pass(30_000)
    expect(await world.statusOf(failed)).toBe('8')
    expect(await world.balance(memberId)).toBe(500_00)
    expect(await world.balance(memberId, 'locked')).toBe(0)
  })

  it('Annex E.4: a fast withdrawal is matched and paid, and a speed deposit is credited', async () => {
    const memberId = await world.member()
    const speed = await world.created(
      await world.wallet.deposit('demo-speed', { memberId, amount: 300_00, idempotencyKey: newKey() }),
    )
    expect(speed.orderNo).toMatch(/^P/)
    await world.wallet.orders.apply(speed, 'claim', { actor: 'member', dueAt: world.clock.now() })
    await world.pass(30_000)
    expect(await world.balance(memberId)).toBe(300_00)
    const fast = await world.created(
      await world.wallet.withdraw('fastWithdraw', CARD, { memberId, amount: 100_00, idempotencyKey: newKey() }),
    )
    await world.pass(20_000)
    const paid = await world.wallet.orders.find(fast.orderNo)
    expect(paid?.status).toBe('2')
    const confirmed = await world.wallet.orders.apply(paid ?? fast, 'confirm', { actor: 'member', dueAt: null })
    expect(confirmed?.status).toBe('3')
    expect(await world.balance(memberId)).toBe(200_00)
  })

  it('Annex E.5: transfers to a venue and back; an unknown result is queried until it is known', async () => {
    const memberId = await world.member()
    await world.deposit(memberId, 500_00)
    const venue = { venueEnName: 'YBTY', currency: 'CNY' } as const
    const there = await world.created(
      await world.wallet.transfer('transferIn', venue, { memberId, amount: 200_00, idempotencyKey: newKey() }),
    )
    expect(there.status).toBe('1')
    expect(await world.balance(memberId, 'venue:YBTY')).toBe(200_00)
    await world.bank.choose(memberId, 'silent')
    const back = await world.created(
      await world.wallet.transfer('transferOut', venue, { memberId, amount: 50_00, idempotencyKey: newKey() }),
    )
    expect(back.status).toBe('0')
    await world.pass(20_000)
    expect(await world.statusOf(back)).toBe('1')
    expect(await world.balance(memberId)).toBe(350_00)
    const tooMuch = await world.wallet.transfer('transferOut', venue, {
      memberId,
      amount: 200_00,
      idempotencyKey: newKey(),
    })
    expect(tooMuch).toMatchObject({ ok: false, code: CODES.BALANCE_NOT_ENOUGH })
  })

  it('I4 settled 7: copies of a call create one order, and other content under the key is a conflict', async () => {
    const memberId = await world.member()
    await world.deposit(memberId, 500_00)
    const key = newKey()
    const copies = await Promise.all(
      Array.from({ length: 50 }, () =>
        world.wallet.withdraw('withdraw', CARD, { memberId, amount: 100_00, idempotencyKey: key }),
      ),
    )
    const orders = new Set(copies.map((copy) => (copy.ok ? copy.data.order.orderNo : copy.code)))
    expect(orders.size).toBe(1)
    expect(copies.filter((copy) => copy.ok && !copy.data.isReplay)).toHaveLength(1)
    expect(await world.balance(memberId, 'locked')).toBe(100_00)
    expect(
      await world.wallet.withdraw('withdraw', CARD, { memberId, amount: 101_00, idempotencyKey: key }),
    ).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    const gift = { anchorRoomId: 'a', chatRoomNo: 'c', giftId: 1, count: 1, comboId: 'combo-0001' }
    const ledger = new Ledger(world.store, { now: world.clock.now })
    expect(await ledger.sendGift({ ...gift, memberId, idempotencyKey: key })).toMatchObject({
      code: CODES.IDEMPOTENCY_CONFLICT,
    })
    const asked = { memberId, idempotencyKey: key, endpoint: 'withdraw.create' } as const
    expect(await operationResult(world.store, asked, world.clock.now())).toMatchObject({
      state: 'settled',
      data: { orderNo: [...orders][0] },
    })
  })

  it('I4: a refusal is stored under its key', async () => {
    const memberId = await world.member()
    const command = { memberId, amount: 100_00, idempotencyKey: newKey() }
    const refused = await world.wallet.withdraw('withdraw', CARD, command)
    expect(refused).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    await world.deposit(memberId, 500_00)
    expect(await world.wallet.withdraw('withdraw', CARD, command)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
  })

  it('20002 and 20008: refuses amounts outside of the limits and a fourth open deposit', async () => {
    const memberId = await world.member()
    const deposit = (amount: number) =>
      world.wallet.deposit('demo-bank', { memberId, amount, idempotencyKey: newKey() })
    expect(await deposit(9_99)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    expect(await deposit(50_000_01)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    for (let count = 0; count < 3; count += 1) expect(await deposit(10_00)).toMatchObject({ ok: true })
    expect(await deposit(10_00)).toMatchObject({ code: CODES.PENDING_ORDER_EXISTS })
  })

  it('I5: of 50 parallel confirmations one changes the order', async () => {
    const memberId = await world.member()
    await world.deposit(memberId, 500_00)
    const order = await world.created(
      await world.wallet.withdraw('withdraw', CARD, { memberId, amount: 200_00, idempotencyKey: newKey() }),
    )
    await world.pass(40_000)
    const paid = (await world.wallet.orders.find(order.orderNo)) ?? order
    const moves = await Promise.all(
      Array.from({ length: 50 }, () => world.wallet.orders.apply(paid, 'confirm', { actor: 'member', dueAt: null })),
    )
    expect(moves.filter(Boolean)).toHaveLength(1)
  })

  it('Annex H I6: the database refuses to change a final order, its amount or its events', async () => {
    const memberId = await world.member()
    const order = await world.deposit(memberId, 500_00)
    const change = (set: Partial<typeof walletOrder.$inferInsert>) =>
      world.store.db.update(walletOrder).set(set).where(eq(walletOrder.orderNo, order.orderNo))
    await expect(change({ status: '7', version: 9 })).rejects.toThrow()
    await expect(change({ amount: 1 })).rejects.toThrow()
    await expect(world.store.db.execute(sql`update order_event set note = 'x'`)).rejects.toThrow()
  })

  it('accepts only signed webhooks of the last five minutes', async () => {
    const memberId = await world.member()
    const order = await world.created(
      await world.wallet.deposit('demo-bank', { memberId, amount: 50_00, idempotencyKey: newKey() }),
    )
    const now = world.clock.now()
    const event = { id: 'w1', orderNo: order.orderNo, state: 'paid' } as const
    expect(await world.runner.receive(signWebhook(event, 'another secret', now))).toBe(false)
    expect(await world.runner.receive(signWebhook(event, WEBHOOK_SECRET, now - 6 * MINUTE_MS))).toBe(false)
    expect(await world.runner.receive({ ...signWebhook(event, WEBHOOK_SECRET, now), body: '{}' })).toBe(false)
    expect(await world.statusOf(order)).toBe('1')
    expect(await world.runner.receive(signWebhook(event, WEBHOOK_SECRET, now))).toBe(true)
    expect(await world.runner.receive(signWebhook(event, WEBHOOK_SECRET, now))).toBe(true)
    expect(await world.balance(memberId)).toBe(50_00)
  })
})
