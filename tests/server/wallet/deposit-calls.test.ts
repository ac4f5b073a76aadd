import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { UsdtPayment } from '#protocol/endpoints/wallet.ts'
import type { Result } from '#protocol/result.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import { DEMO_PAY_TYPES, offeredPayTypes } from '#server/wallet/payments/channel.ts'
import { signWebhook } from '#server/wallet/payments/adapter.ts'
import { WEBHOOK_SECRET, walletWorld } from '../../support/wallet.ts'
import { walletCallsOn } from './wallet-calls-support.ts'

const AMOUNT = 100_000_000
/** Fits every payment type in CNY. */
const YUAN_100 = 100_00

describe('usdt.pay', () => {
  const world = walletWorld('pglite')
  const { signedIn, orderOf } = walletCallsOn(world)
  const member = (site: Partial<SiteConfig> = {}) => signedIn(world.wallet, { ...CONFIG_DEFAULTS, ...site })

  function paymentOf(result: Result<UsdtPayment>): UsdtPayment {
    if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
    return ENDPOINTS['usdt.pay'].data.parse(result.data)
  }

  it.each([
    ['TRC20', /^T.{33}$/],
    ['ERC20', /^0x.{40}$/],
  ])('Annex D.4 S7.69 S1.14: a deposit on %s has its address, rate and expiry', async (chain, address) => {
    const { calls, caller } = await member()
    const payment = paymentOf(await calls['usdt.pay']({ chain, amount: AMOUNT }, caller()))
    expect(payment).toMatchObject({
      kind: 'deposit',
      status: '1',
      currency: 'USDT',
      channel: 'demo-usdt',
      chain,
      rate: 72_000,
      expireAt: world.clock.now() + 30 * 60_000,
      pay: { kind: 'address', bankName: chain, account: payment.address, qr: payment.qr, rate: 72_000 },
    })
    expect(payment.address).toMatch(address)
    expect(payment.qr).not.toBe('')
  })

  it('Annex E.2: is an ordinary deposit, which is claimed, credited once and recorded', async () => {
    const { calls, caller, memberId } = await member()
    const { orderNo } = paymentOf(await calls['usdt.pay']({ chain: 'ERC20', amount: AMOUNT }, caller()))
    expect(orderOf(await calls['speedDeposit.confirm']({ orderNo }, caller())).status).toBe('2')
    const { now } = world.clock
    const webhook = signWebhook({ id: `${orderNo}-paid`, orderNo, state: 'paid' }, WEBHOOK_SECRET, now())
    for (let copy = 0; copy < 3; copy += 1) expect(await world.runner.receive(webhook)).toBe(true)
    await world.pass(10_000)
    expect(await world.balance(memberId, 'main', 'USDT')).toBe(AMOUNT)
    const list = await calls['dealRecord.list']({ type: 'deposit' }, caller())
    expect(list).toMatchObject({ data: { list: [{ orderNo, status: '3', pay: { bankName: 'ERC20' } }] } })
  })

  it('S4.12 S4.9 closes an unpaid order; one that is claimed can neither be closed nor cancelled', async () => {
    const { calls, caller } = await member()
    const unpaid = paymentOf(await calls['usdt.pay']({ chain: 'ERC20', amount: AMOUNT }, caller()))
    const closed = await calls['deposit.close']({ orderNo: unpaid.orderNo }, caller())
    expect(orderOf(closed).status).toBe('5')
    const claimed = paymentOf(await calls['usdt.pay']({ chain: 'ERC20', amount: AMOUNT }, caller()))
    await calls['speedDeposit.confirm']({ orderNo: claimed.orderNo }, caller())
    for (const name of ['deposit.close', 'deposit.cancel'] as const) {
      const refused = await calls[name]({ orderNo: claimed.orderNo }, caller())
      expect(refused).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    }
  })

  it('settled 7: a repetition returns the first response, and another chain under the key is a conflict', async () => {
    const { calls, caller, memberId } = await member()
    const call = caller()
    const first = paymentOf(await calls['usdt.pay']({ chain: 'TRC20', amount: AMOUNT }, call))
    world.clock.move(1_000)
    const again = await calls['usdt.pay']({ chain: 'TRC20', amount: AMOUNT }, call)
    expect(again).toMatchObject({ ok: true, isReplay: true, data: first })
    for (const params of [
      { chain: 'ERC20', amount: AMOUNT },
      { chain: 'TRC20', amount: AMOUNT + 1 },
    ]) {
      expect(await calls['usdt.pay'](params, call)).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    }
    expect(await world.wallet.orders.count(memberId, 'deposit')).toBe(1)
  })

  it('has the limits of the payment type and the number of open orders', async () => {
    const { calls, caller } = await member()
    const pay = (amount: number) => calls['usdt.pay']({ chain: 'TRC20', amount }, caller())
    expect(await pay(9_999_999)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    expect(await pay(50_000_000_001)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    for (let open = 0; open < 3; open += 1) expect((await pay(AMOUNT)).ok).toBe(true)
    expect(await pay(AMOUNT)).toMatchObject({ code: CODES.PENDING_ORDER_EXISTS })
  })

  it.each<[string, Partial<SiteConfig>, string]>([
    ['a chain that does not exist', {}, 'SOL'],
    ['an empty chain', {}, ''],
    ['a chain that the site does not offer', { usdtChains: ['TRC20'] }, 'ERC20'],
    ['a site without a USDT wallet', { usdtWalletSwitch: 0 }, 'TRC20'],
  ])('is NOT_FOUND for %s', async (_case, site, chain) => {
    const { calls, caller, memberId } = await member(site)
    expect(await calls['usdt.pay']({ chain, amount: AMOUNT }, caller())).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await world.wallet.orders.count(memberId, 'deposit')).toBe(0)
  })

  it('pay.create of a type with chains uses the first chain of the site', async () => {
    const { calls, caller } = await member({ usdtChains: ['ERC20'] })
    const order = orderOf(await calls['pay.create']({ payTypeId: 'demo-usdt', amount: AMOUNT }, caller()))
    expect(order.pay).toMatchObject({ bankName: 'ERC20' })
  })
})

describe('switches of the site', () => {
  const world = walletWorld('pglite')
  const { signedIn, typed, orderOf } = walletCallsOn(world)

  it('Annex C.4: without speedDepositSwitch speed deposits are neither listed nor created', async () => {
    const site: { -readonly [Key in keyof SiteConfig]: SiteConfig[Key] } = { ...CONFIG_DEFAULTS }
    const { calls, caller, memberId } = await signedIn(world.wallet, site)
    const kinds = async () => {
      const types = await calls['payType.list']({ currency: 'CNY' }, caller())
      return types.ok && types.data.list.map(({ kind }) => kind)
    }
    const create = (call = caller()) => calls['pay.create']({ payTypeId: 'demo-speed', amount: YUAN_100 }, call)
    const first = caller()
    const { orderNo } = orderOf(await create(first))
    expect(await kinds()).toContain('speed')
    // An operator switches it off while the server runs.
    site.speedDepositSwitch = 0
    expect(await kinds()).toEqual(['bank', 'qr'])
    expect(await create()).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await create(first)).toMatchObject({ isReplay: true, data: { orderNo } })
    expect(await world.wallet.orders.count(memberId, 'speedDeposit')).toBe(1)
    expect(orderOf(await calls['speedDeposit.confirm']({ orderNo }, caller())).kind).toBe('speedDeposit')
    await world.pass(10_000)
    expect(await world.balance(memberId)).toBe(YUAN_100)
  })

  it('Annex C.4: without fastWithdrawSwitch fast withdrawals are not created', async () => {
    const { calls, caller, memberId } = await signedIn(world.wallet, { ...CONFIG_DEFAULTS, fastWithdrawSwitch: 0 })
    await world.deposit(memberId, 500_00)
    const params = { accountId: 'demo-card', amount: YUAN_100, withdrawPwd: typed('246810') }
    expect(await calls['fastWithdraw.create'](params, caller())).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await world.balance(memberId)).toBe(500_00)
  })

  it.each([
    [1, 'auto'],
    [2, 'manual'],
  ] as const)(
    'S7.76: with walletTypeDefault %i transfers are %s until the member chooses',
    async (walletTypeDefault, type) => {
      const { calls, caller } = await signedIn(world.wallet, { ...CONFIG_DEFAULTS, walletTypeDefault })
      expect(await calls['walletType.get']({}, caller())).toMatchObject({ data: { type } })
      const other = type === 'auto' ? 'manual' : 'auto'
      await calls['walletType.set']({ type: other }, caller())
      expect(await calls['walletType.get']({}, caller())).toMatchObject({ data: { type: other } })
    },
  )

  it('Annex C.4: changes of usdtWalletSwitch and interestWalletSwitch count from the next call on', async () => {
    const site: { -readonly [Key in keyof SiteConfig]: SiteConfig[Key] } = { ...CONFIG_DEFAULTS }
    const { calls, caller } = await signedIn(world.wallet, site)
    const quote = () => calls['usdt.quote']({ from: 'CNY', to: 'USDT', amount: YUAN_100 }, caller())
    expect((await quote()).ok).toBe(true)
    site.usdtWalletSwitch = 0
    site.interestWalletSwitch = 0
    expect(await quote()).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await calls['interest.to']({ currency: 'CNY', amount: YUAN_100 }, caller())).toMatchObject({
      code: CODES.NOT_FOUND,
    })
  })

  it('Annex C.4: offers only payment types and chains of the site', () => {
    const site = fc.record({
      speedDepositSwitch: fc.constantFrom<0 | 1>(0, 1),
      usdtWalletSwitch: fc.constantFrom<0 | 1>(0, 1),
      usdtChains: fc.subarray(['TRC20', 'ERC20', 'SOL']),
    })
    fc.assert(
      fc.property(site, (values) => {
        const offered = offeredPayTypes(DEMO_PAY_TYPES, values)
        expect(offered.some(({ kind }) => kind === 'speed')).toBe(values.speedDepositSwitch === 1)
        const chains = offered.flatMap((type) => type.chains)
        const expected = values.usdtWalletSwitch === 1 ? values.usdtChains.filter((chain) => chain !== 'SOL') : []
        expect(chains.toSorted()).toEqual(expected.toSorted())
        for (const { kind, chains: own } of offered) if (kind === 'usdt') expect(own).not.toEqual([])
        expect(offered.filter(({ kind }) => kind === 'bank' || kind === 'qr')).toHaveLength(2)
      }),
    )
  })
})
