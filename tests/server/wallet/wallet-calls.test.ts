import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { CallContext } from '#server/http/context.ts'
import { Wallet } from '#server/wallet/wallet.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { walletWorld } from '../../support/wallet.ts'
import { walletCallsOn } from './wallet-calls-support.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('calls of the wallet', () => {
  const world = walletWorld('pglite')

  const { signedIn, typed, orderOf } = walletCallsOn(world)

  it('S7.66 S7.67 S7.72: creates, claims and credits a deposit, and shows it in the records', async () => {
    const { calls, caller, memberId } = await signedIn()
    const types = await calls['payType.list']({ currency: 'CNY' }, caller())
    expect(types.ok && ENDPOINTS['payType.list'].data.parse(types.data).list.map(({ id }) => id)).toEqual([
      'demo-bank',
      'demo-qr',
      'demo-speed',
    ])
    const call = caller()
    const order = orderOf(await calls['pay.create']({ payTypeId: 'demo-bank', amount: 100_00 }, call))
    expect(order.pay).toMatchObject({ kind: 'account' })
    const again = await calls['pay.create']({ payTypeId: 'demo-bank', amount: 100_00 }, call)
    expect(again).toMatchObject({ ok: true, isReplay: true, data: { orderNo: order.orderNo } })
    const readFiles: CallContext['readFiles'] = async () => ({
      ok: true,
      data: [{ name: 'proof.png', type: 'image/png', bytes: PNG }],
    })
    const proven = await calls['speedDeposit.uploadProof']({ orderNo: order.orderNo }, caller({ readFiles }))
    expect(orderOf(proven).proofs).toHaveLength(1)
    expect(orderOf(await calls['speedDeposit.confirm']({ orderNo: order.orderNo }, caller())).status).toBe('2')
    expect(await calls['deposit.cancel']({ orderNo: order.orderNo }, caller())).toMatchObject({
      code: CODES.ORDER_STATE_CHANGED,
    })
    await world.pass(10_000)
    expect(await world.balance(memberId)).toBe(100_00)
    const detail = await calls['dealRecord.detail']({ orderNo: order.orderNo }, caller())
    expect(detail.ok && ENDPOINTS['dealRecord.detail'].data.parse(detail.data)).toMatchObject({
      order: { status: '3' },
      postings: [{ type: 'settle', account: 'main', amount: 100_00, text: '订单入账：中心钱包' }],
    })
    const list = await calls['dealRecord.list']({ type: 'deposit' }, caller())
    expect(list.ok && list.data.list.map(({ orderNo }) => orderNo)).toEqual([order.orderNo])
  })

  it('S7.70: prepares and creates a withdrawal once for 50 parallel copies, and checks the password', async () => {
    const { calls, caller, memberId } = await signedIn()
    await world.deposit(memberId, 1_000_00)
    const prepared = await calls['withdraw.prepare']({ currency: 'CNY' }, caller())
    expect(prepared.ok && ENDPOINTS['withdraw.prepare'].data.parse(prepared.data)).toMatchObject({
      available: 1_000_00,
      hasWithdrawPassword: true,
      accounts: [{ id: 'demo-card' }],
    })
    const wrong = { accountId: 'demo-card', amount: 200_00, withdrawPwd: typed('135790') }
    expect(await calls['withdraw.create'](wrong, caller())).toMatchObject({
      code: CODES.WITHDRAW_PWD_WRONG,
      details: { triesLeft: 4 },
    })
    const right = { ...wrong, withdrawPwd: typed('246810') }
    const call = caller()
    const copies = await Promise.all(Array.from({ length: 50 }, () => calls['withdraw.create'](right, call)))
    const orderNos = new Set(copies.map((copy) => orderOf(copy).orderNo))
    expect(orderNos.size).toBe(1)
    expect(copies.filter((copy) => copy.ok && copy.isReplay !== true)).toHaveLength(1)
    expect(await world.balance(memberId, 'locked')).toBe(200_00)
    const [orderNo = ''] = orderNos
    expect(orderOf(await calls['withdraw.cancel']({ orderNo }, caller())).status).toBe('6')
    expect(await world.balance(memberId)).toBe(1_000_00)
  })

  it('S1.16 S7.70: a grade has a number of withdrawals per site day; a cancelled one does not count', async () => {
    const { calls, caller, memberId } = await signedIn()
    await world.deposit(memberId, 3_000_00)
    const payout = () => ({ accountId: 'demo-card', amount: 100_00, withdrawPwd: typed('246810') })
    const site = { ...CONFIG_DEFAULTS, withdrawCancelSwitch: 1 as const }
    // VIP 1 has four. Each is paid before the next, because one at a time may be open.
    for (let count = 0; count < 4; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const created = await calls[count % 2 === 0 ? 'withdraw.create' : 'fastWithdraw.create'](payout(), caller())
      if (count === 0) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        await calls['withdraw.cancel']({ orderNo: orderOf(created).orderNo }, caller({ site }))
        // oxlint-disable-next-line no-await-in-loop -- as above
        expect(await calls['withdraw.create'](payout(), caller())).toMatchObject({ ok: true })
      } else expect(created).toMatchObject({ ok: true })
      // oxlint-disable-next-line no-await-in-loop -- as above
      await world.pass(60_000)
    }
    const key = caller()
    const refused = await calls['withdraw.create'](payout(), key)
    expect(refused).toMatchObject({
      code: CODES.LIMIT_EXCEEDED,
      message: 'VIP 1 每天可提款 4 次，今日次数已用完',
    })
    expect(await calls['withdraw.create'](payout(), key)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    world.clock.move(timeOfSiteDay(siteDayOf(world.clock.now()) + 1) - world.clock.now())
    expect(await calls['withdraw.create'](payout(), caller())).toMatchObject({ ok: true })
  })

  it.each(['withdraw.create', 'fastWithdraw.create'] as const)(
    'settled 7: the outcome of %s without a response is its order',
    async (endpoint) => {
      const { calls, caller, memberId } = await signedIn()
      await world.deposit(memberId, 500_00)
      const call = caller()
      const params = { accountId: 'demo-card', amount: 200_00, withdrawPwd: typed('246810') }
      const { orderNo } = orderOf(await calls[endpoint](params, call))
      const asked = { endpoint, idempotencyKey: call.idempotencyKey ?? '' }
      const outcome = await calls['operation.result'](asked, call)
      expect(ENDPOINTS[endpoint].data.parse(outcome.ok && outcome.data.data)).toMatchObject({ orderNo, amount: 200_00 })
    },
  )
  it('S4.9: a site can keep members from cancelling a withdrawal', async () => {
    const { calls, caller, memberId } = await signedIn(world.wallet, { ...CONFIG_DEFAULTS, withdrawCancelSwitch: 0 })
    await world.deposit(memberId, 500_00)
    const params = { accountId: 'demo-card', amount: 200_00, withdrawPwd: typed('246810') }
    const { orderNo } = orderOf(await calls['withdraw.create'](params, caller()))
    expect(await calls['withdraw.cancel']({ orderNo }, caller())).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    expect(await world.balance(memberId, 'locked')).toBe(200_00)
  })

  it('S4.10: an appealed payout is settled when the bank proves it', async () => {
    const { calls, caller, memberId } = await signedIn()
    await world.deposit(memberId, 500_00)
    const params = { accountId: 'demo-card', amount: 200_00, withdrawPwd: typed('246810') }
    const { orderNo } = orderOf(await calls['withdraw.create'](params, caller()))
    await world.pass(40_000)
    expect(orderOf(await calls['withdraw.appeal']({ orderNo, reason: '未到账' }, caller())).status).toMatch(/^[59]$/)
    await world.pass(30_000)
    expect((await world.wallet.orders.find(orderNo))?.status).toBe('5')
  })

  it('answers NOT_FOUND for orders of other members', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const { orderNo } = orderOf(await one.calls['pay.create']({ payTypeId: 'demo-bank', amount: 10_00 }, one.caller()))
    const results = [
      await other.calls['deposit.detail']({ orderNo }, other.caller()),
      await other.calls['deposit.cancel']({ orderNo }, other.caller()),
      await other.calls['speedDeposit.confirm']({ orderNo }, other.caller()),
      await other.calls['dealRecord.detail']({ orderNo }, other.caller()),
      await other.calls['withdraw.confirm']({ orderNo }, other.caller()),
    ]
    for (const result of results) expect(result).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('Annex E.5: one-key recovery transfers every venue once per key', async () => {
    const { calls, caller, memberId } = await signedIn()
    await world.deposit(memberId, 500_00)
    for (const venueEnName of ['YBTY', 'FBTY']) {
      orderOf(await calls['transfer.in']({ venueEnName, amount: 100_00, currency: 'CNY' }, caller()))
    }
    expect(await calls['transfer.in']({ venueEnName: 'IMTY', amount: 1, currency: 'CNY' }, caller())).toMatchObject({
      code: CODES.VENUE_MAINTAIN,
    })
    const call = caller()
    const recovered = await calls['transfer.oneKeyRecover']({ currency: 'CNY' }, call)
    expect(recovered).toMatchObject({ ok: true, data: { recovered: 200_00, failed: [] } })
    expect(await calls['transfer.oneKeyRecover']({ currency: 'CNY' }, call)).toMatchObject({
      isReplay: true,
      data: { recovered: 200_00 },
    })
    const balances = await calls['balance.list']({ currency: 'CNY' }, caller())
    expect(balances).toMatchObject({ data: { center: 500_00, locked: 0 } })
  })

  it('Annex E.5 S7.56 S7.57: transfers out and one-key recovery work for the same venues', async () => {
    const { calls, caller, memberId } = await signedIn()
    await world.deposit(memberId, 500_00)
    const currency = 'CNY'
    // Venues that were open when the money came: one is under maintenance, one is being prepared.
    for (const venueEnName of ['IMTY', 'YBBY']) {
      const money = { memberId, amount: 100_00, idempotencyKey: newKey() }
      expect((await world.wallet.transfer('transferIn', { venueEnName, currency }, money)).ok).toBe(true)
    }
    const out = (venueEnName: string) => calls['transfer.out']({ venueEnName, amount: 10_00, currency }, caller())
    expect(await out('IMTY')).toMatchObject({ code: CODES.VENUE_MAINTAIN })
    expect(orderOf(await out('YBBY')).status).toBe('1')
    const into = await calls['transfer.in']({ venueEnName: 'YBBY', amount: 10_00, currency }, caller())
    expect(into).toMatchObject({ code: CODES.VENUE_CLOSED, message: '场馆筹备中，开放后才能转入' })
    expect(await calls['transfer.oneKeyRecover']({ currency }, caller())).toMatchObject({
      data: { recovered: 90_00, failed: [{ venueEnName: 'IMTY', code: CODES.VENUE_MAINTAIN }] },
    })
    expect(await world.balance(memberId)).toBe(400_00)
  })

  it('S4.7 Annex A 20007 Annex E.5: a venue that is not displayed takes no money, and returns what it has', async () => {
    const { calls, caller, memberId } = await signedIn()
    await world.deposit(memberId, 500_00)
    const [venueEnName, currency] = ['AGTY', 'CNY'] as const
    const money = { memberId, amount: 100_00, idempotencyKey: newKey() }
    expect((await world.wallet.transfer('transferIn', { venueEnName, currency }, money)).ok).toBe(true)
    const params = { venueEnName, amount: 10_00, currency }
    expect(await calls['transfer.in'](params, caller())).toMatchObject({ code: CODES.VENUE_CLOSED })
    // The first result of a key stays.
    const known = await calls['transfer.in'](
      { ...params, amount: 100_00 },
      caller({ idempotencyKey: money.idempotencyKey }),
    )
    expect(known).toMatchObject({ ok: true })
    expect(orderOf(await calls['transfer.out'](params, caller())).status).toBe('1')
    expect(await calls['transfer.oneKeyRecover']({ currency }, caller())).toMatchObject({
      data: { recovered: 90_00, failed: [] },
    })
    expect(await world.balance(memberId)).toBe(500_00)
  })

  it('offers and accepts nothing without a payment channel', async () => {
    const { clock, store } = world
    const limits = {
      check: () => Promise.resolve(0),
      creditCode: () => Promise.resolve(0),
      exclusionCode: () => Promise.resolve(0),
    }
    const options = {
      database: store,
      limits,
      rates: null,
      secret: 's',
      reviewsAutomatically: false,
      log: testLog(),
      now: clock.now,
    }
    const { calls, caller } = await signedIn(new Wallet({ ...options, channel: null }))
    expect(await calls['payType.list']({ currency: 'CNY' }, caller())).toMatchObject({ data: { list: [] } })
    expect(await calls['pay.create']({ payTypeId: 'demo-bank', amount: 10_00 }, caller())).toMatchObject({
      code: CODES.NOT_FOUND,
    })
    const params = { venueEnName: 'YBTY', amount: 1, currency: 'CNY' } as const
    expect(await calls['transfer.in'](params, caller())).toMatchObject({ code: CODES.VENUE_MAINTAIN })
  })
})
