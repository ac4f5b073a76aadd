import { describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import type { MemberCall } from '#server/http/context.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { credit } from '../../support/wallet-funds.ts'
import { walletWorld } from '../../support/wallet.ts'
import { walletCallsOn } from './wallet-calls-support.ts'

const COPIES = 50
const VENUE = { venueEnName: 'YBTY', currency: 'CNY' } as const
const CARD = { accountId: 'demo-card', amount: 200_00 } as const

describe.each(SHORT_KINDS)('simultaneous copies of a money call on %s', (kind) => {
  const world = walletWorld(kind)
  const { signedIn, typed, orderOf } = walletCallsOn(world)

  /** Sends copies with one key at once and one later. All have the data of the first one. */
  async function copies<Data>(call: () => Promise<Result<Data>>): Promise<Data> {
    const sent = await Promise.all(Array.from({ length: COPIES }, call))
    const data = sent.flatMap((result) => (result.ok ? [result.data] : []))
    expect(data).toHaveLength(COPIES)
    expect(new Set(data.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(sent.filter((result) => result.ok && result.isReplay !== true)).toHaveLength(1)
    const later = await call()
    expect(later).toMatchObject({ ok: true, isReplay: true, data: data[0] })
    return data[0]!
  }

  async function rich() {
    const member = await signedIn()
    await world.deposit(member.memberId, 5_000_00)
    await credit(world.store, member.memberId, 'USDT', 500_000_000)
    return member
  }

  it('I4: a deposit has one order', async () => {
    const { calls, caller, memberId } = await signedIn()
    const call = caller()
    const order = await copies(() => calls['pay.create']({ payTypeId: 'demo-bank', amount: 100_00 }, call))
    expect(order).toMatchObject({ status: '1', pay: { kind: 'account' } })
    expect(await world.wallet.orders.count(memberId, 'deposit')).toBe(1)
  })

  it('I4: a deposit of USDT has one order', async () => {
    const { calls, caller, memberId } = await signedIn()
    const call = caller()
    const payment = await copies(() => calls['usdt.pay']({ chain: 'ERC20', amount: 100_000_000 }, call))
    expect(payment).toMatchObject({ chain: 'ERC20', rate: 72_000, pay: { kind: 'address', account: payment.address } })
    expect(await world.wallet.orders.count(memberId, 'deposit')).toBe(1)
  })

  it.each(['withdraw.create', 'fastWithdraw.create'] as const)('I4: %s reserves once', async (name) => {
    const { calls, caller, memberId } = await rich()
    const call = caller()
    await copies(() => calls[name]({ ...CARD, withdrawPwd: typed('246810') }, call))
    expect(await world.balance(memberId, 'locked')).toBe(200_00)
  })

  it.each(['withdraw.create', 'fastWithdraw.create'] as const)(
    'I4: %s is repeated after its account was deleted, and nothing else under its key',
    async (name) => {
      const { calls, caller } = await rich()
      const call = caller()
      const wanted = { ...CARD, withdrawPwd: typed('246810') }
      const order = orderOf(await calls[name](wanted, call))
      const find = vi.spyOn(world.wallet.channel!.accounts, 'find').mockResolvedValue(null)
      expect(await calls[name](wanted, call)).toMatchObject({
        ok: true,
        isReplay: true,
        data: { orderNo: order.orderNo },
      })
      const conflict = { ok: false, code: CODES.IDEMPOTENCY_CONFLICT }
      expect(await calls[name]({ ...wanted, amount: 201_00 }, call)).toMatchObject(conflict)
      expect(await calls[name]({ ...wanted, accountId: 'demo-address' }, call)).toMatchObject(conflict)
      const other = name === 'withdraw.create' ? 'fastWithdraw.create' : 'withdraw.create'
      expect(await calls[other](wanted, call)).toMatchObject(conflict)
      expect(await calls[name](wanted, caller())).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
      find.mockRestore()
    },
  )

  it('I4: transfers in and out, and the recovery of all venues, move money once', async () => {
    const { calls, caller, memberId } = await rich()
    const [into, out, recover] = [caller(), caller(), caller()]
    await copies(() => calls['transfer.in']({ ...VENUE, amount: 300_00 }, into))
    expect(await world.balance(memberId, 'venue:YBTY')).toBe(300_00)
    await copies(() => calls['transfer.out']({ ...VENUE, amount: 100_00 }, out))
    expect(await world.balance(memberId, 'venue:YBTY')).toBe(200_00)
    await copies(() => calls['transfer.oneKeyRecover']({ currency: 'CNY' }, recover))
    expect(await world.balance(memberId)).toBe(5_000_00)
  })

  it('I4: a conversion uses its quote once', async () => {
    const { calls, caller, memberId } = await rich()
    const pair = { from: 'CNY', to: 'USDT' } as const
    const quote = await calls['usdt.quote']({ ...pair, amount: 720_00 }, caller())
    if (!quote.ok) throw new Error('no quote')
    const { quoteId, amount, receive } = quote.data
    const call = caller()
    await copies(() => calls['usdt.transfer']({ ...pair, amount, quoteId }, call))
    expect(await world.balance(memberId)).toBe(5_000_00 - amount)
    expect(await world.balance(memberId, 'main', 'USDT')).toBe(500_000_000 + receive)
  })

  it('I4: transfers to and from the interest wallet happen once', async () => {
    const { calls, caller, memberId } = await rich()
    const [to, from] = [caller(), caller()]
    await copies(() => calls['interest.to']({ currency: 'CNY', amount: 1_000_00 }, to))
    await copies(() => calls['interest.from']({ currency: 'CNY', amount: 400_00 }, from))
    expect(await world.balance(memberId, 'interest')).toBe(600_00)
    expect(await world.balance(memberId)).toBe(4_400_00)
  })

  it('Annex E.2 Annex E.3: one of the copies of a step changes the order, and cancel against claim has one winner', async () => {
    const { calls, caller, memberId } = await rich()
    const created = await calls['pay.create']({ payTypeId: 'demo-bank', amount: 100_00 }, caller())
    const { orderNo } = orderOf(created)
    const step = (name: 'speedDeposit.confirm' | 'deposit.cancel') => (call: MemberCall) =>
      calls[name]({ orderNo }, call)
    const racing = [step('speedDeposit.confirm'), step('deposit.cancel')]
    const sent = await Promise.all(Array.from({ length: COPIES }, (_, index) => racing[index % 2]!(caller())))
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of sent) if (!result.ok) expect(result.code).toBe(CODES.ORDER_STATE_CHANGED)
    const withdrawal = await calls['withdraw.create']({ ...CARD, withdrawPwd: typed('246810') }, caller())
    const payout = orderOf(withdrawal)
    const cancelled = await Promise.all(
      Array.from({ length: COPIES }, () => calls['withdraw.cancel']({ orderNo: payout.orderNo }, caller())),
    )
    expect(cancelled.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.balance(memberId)).toBe(5_000_00)
    expect(await world.balance(memberId, 'locked')).toBe(0)
  })
})
