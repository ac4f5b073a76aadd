import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { recordRows } from '#features/wallet/records/all-records.ts'
import type { BankScript } from '#protocol/endpoints/demo.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { eventsOf } from '#protocol/wallet/order-states.ts'
import { POSTING_TYPES } from '#protocol/wallet/records.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { grantCoins } from '#server/wallet/ledger/postings.ts'
import { recordsOf } from '#server/wallet/records/records.ts'
import { statementOf } from '#server/wallet/records/statement.ts'
import { newKey } from '../../support/ledger-members.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { openFunds } from '../../support/wallet-funds.ts'
import { allRecords, expectRecordsAgree } from '../../support/wallet-records.ts'
import { walletWorld } from '../../support/wallet.ts'
import { walletCallsOn } from './wallet-calls-support.ts'

const CARD = { id: 'demo-card', name: '演示银行', masked: '6200****0005', kind: 'bank', currency: 'CNY' } as const
const ADDRESS = { id: 'demo-address', name: 'TRC20', masked: 'TDem****emo1', kind: 'usdt', currency: 'USDT' } as const
const VENUE = { venueEnName: 'YBTY', currency: 'CNY' } as const

describe.each(SHORT_KINDS)('records on %s', (kind) => {
  const world = walletWorld(kind)

  /** Everything that a member can do with money. */
  function opened(memberId: string) {
    const { store, clock, wallet, runner, bank } = world
    const { now } = clock
    const funds = openFunds(store, now, () => ({ rate: 72_000, source: 'test', at: now() }))
    const ledger = new Ledger(store, { now })
    const money = (amount: number) => ({ memberId, amount, idempotencyKey: newKey() })
    return {
      async script(script: BankScript) {
        await bank.choose(memberId, script)
      },
      async deposit(amount: number, type = 'demo-bank') {
        const created = await wallet.deposit(type, money(amount))
        if (!created.ok) return
        const claimed = await wallet.orders.apply(created.data.order, 'claim', { actor: 'member', dueAt: now() })
        if (claimed) await wallet.advance(claimed)
      },
      async withdraw(amount: number, to: typeof CARD | typeof ADDRESS = CARD) {
        const created = await wallet.withdraw('withdraw', to, money(amount))
        return created.ok ? created.data.order : null
      },
      async fastWithdraw(amount: number) {
        await wallet.withdraw('fastWithdraw', CARD, money(amount))
      },
      async transfer(direction: 'transferIn' | 'transferOut', amount: number) {
        await wallet.transfer(direction, VENUE, money(amount))
      },
      async convert(from: 'CNY' | 'USDT', amount: number) {
        const quote = await funds.conversions.quote(memberId, from, amount)
        if (!quote.ok) return
        const { id: quoteId, amount: debit } = quote.data
        await funds.conversions.accept({ memberId, quoteId, from, amount: debit, idempotencyKey: newKey() })
      },
      async save(direction: 'to' | 'from', amount: number) {
        await funds.interest.move(direction, { ...money(amount), currency: 'CNY' })
      },
      async coins(coins: number) {
        await ledger.buyCoins({ memberId, coins, idempotencyKey: newKey() })
      },
      async adjust(coins: number) {
        await store.transaction((tx) => ledger.adjustCoins(tx, { memberId, coins, key: newKey() }))
      },
      async gift() {
        const gift = { anchorRoomId: 'r', chatRoomNo: 'r', giftId: 1, count: 1, comboId: newKey() }
        await ledger.sendGift({ memberId, ...gift, idempotencyKey: newKey() })
      },
      /** Something that the member may do with the newest order: cancel, close, confirm, appeal, … */
      async act(choice: number) {
        const [order] = await wallet.orders.list(memberId, {}, 1)
        const events = order ? eventsOf(order.kind, order.status, 'member') : []
        const event = events[choice % Math.max(1, events.length)]
        if (!order || !event) return
        if (event === 'cancel' || event === 'close') await runner.end(order, event, 'member')
        else await wallet.orders.apply(order, event, { actor: 'member', dueAt: now() })
      },
      async pass(ms: number) {
        await world.pass(ms, Math.max(5 * SECOND_MS, ms / 4))
        await funds.interest.accrue()
      },
    }
  }

  it('S7.75 Annex I statement: a cancelled, rejected or open withdrawal is no withdrawal', async () => {
    const memberId = await world.member()
    const account = opened(memberId)
    await account.deposit(1_000_00)
    await account.pass(20 * SECOND_MS)
    const paid = await account.withdraw(120_00)
    await account.pass(20 * SECOND_MS)
    await account.pass(DAY_MS)
    expect(paid && (await world.statusOf(paid))).toBe('5')
    const cancelled = await account.withdraw(200_00)
    world.clock.move(SECOND_MS)
    if (cancelled) await world.runner.end(cancelled, 'cancel', 'member')
    expect(cancelled && (await world.statusOf(cancelled))).toBe('6')
    await account.script('reject')
    const failed = await account.withdraw(150_00)
    await account.pass(MINUTE_MS)
    expect(failed && (await world.statusOf(failed))).toBe('8')
    await account.withdraw(110_00)
    const { currencies } = await statementOf(world.store, memberId, { period: '30d', now: world.clock.now() })
    expect(currencies[0]).toEqual({
      currency: 'CNY',
      opening: 0,
      closing: 880_00,
      lines: [
        { type: 'deposit', amount: 1_000_00, count: 1 },
        { type: 'withdraw', amount: -120_00, count: 1 },
      ],
    })
    const records = await allRecords(world.store, memberId, { type: 'withdraw' })
    expect(records.map(({ amount, change, status }) => [amount, change, status])).toEqual([
      [110_00, 0, '1'],
      [150_00, 0, '8'],
      [200_00, 0, '6'],
      [120_00, -120_00, '5'],
    ])
    await expectRecordsAgree(world.store, memberId, world.clock.now())
  })

  /** One operation of a history. `n` chooses amount and variant. */
  const steps: Readonly<Record<string, (member: ReturnType<typeof opened>, n: number) => Promise<void>>> = {
    script: (member, n) => member.script((['normal', 'reject', 'late'] as const)[n % 3] ?? 'normal'),
    deposit: (member, n) => member.deposit(100_00 + n, (['demo-bank', 'demo-qr', 'demo-speed'] as const)[n % 3]),
    withdraw: async (member, n) => void (await member.withdraw(100_00 + n)),
    fastWithdraw: (member, n) => member.fastWithdraw(100_00 + n),
    transfer: (member, n) => member.transfer(n % 3 === 0 ? 'transferOut' : 'transferIn', 1 + n),
    convert: (member, n) => member.convert(n % 2 === 0 ? 'CNY' : 'USDT', n % 2 === 0 ? 100 + n : 1_000_000 + n),
    save: (member, n) => member.save(n % 3 === 0 ? 'from' : 'to', 100 + n),
    coins: (member, n) => member.coins(1 + (n % 99)),
    adjust: (member, n) => member.adjust((n % 99) - 50),
    gift: (member) => member.gift(),
    act: (member, n) => member.act(n),
    pass: (member, n) => member.pass([20 * SECOND_MS, HOUR_MS, DAY_MS, 20 * DAY_MS][n % 4] ?? 0),
  }

  it('S7.75 Annex I statement: rows, summary and balance agree for random histories', async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(800_00))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (history) => {
        const memberId = await world.member()
        const member = opened(memberId)
        await member.deposit(5_000_00)
        await member.pass(20 * SECOND_MS)
        // oxlint-disable-next-line no-await-in-loop -- operations follow each other
        for (const [name, n] of history) await steps[name]?.(member, n)
        await expectRecordsAgree(world.store, memberId, world.clock.now())
      }),
      { numRuns: 6, seed: 37 },
    )
  })

  it('S7.75 every posting to an account of a member is a record, in the CSV file and in the statement', async () => {
    const { calls, caller, memberId } = await walletCallsOn(world).signedIn()
    const member = opened(memberId)
    const { now } = world.clock
    const start = now()
    await member.deposit(5_000_00, 'demo-qr')
    await member.deposit(1_000_00)
    await member.deposit(500_000_000, 'demo-usdt')
    await member.pass(20 * SECOND_MS)
    await member.transfer('transferIn', 300_00)
    await member.pass(20 * SECOND_MS)
    await member.transfer('transferOut', 100_00)
    await member.convert('CNY', 720_00)
    await member.save('to', 2_000_00)
    await member.save('from', 500_00)
    await grantCoins(world.store.db, [{ memberId, coins: 50 }], now())
    await member.coins(100)
    await member.adjust(20)
    await member.gift()
    const cancelled = await member.withdraw(200_00)
    if (cancelled) await world.runner.end(cancelled, 'cancel', 'member')
    await member.withdraw(100_000_000, ADDRESS)
    await member.pass(MINUTE_MS)
    await member.pass(3 * DAY_MS)

    // What the ledger has, by type. The functions of the database have no other types than those of the program.
    const { rows: sources } = await world.store.db.execute<{ prosrc: string }>(
      sql`select prosrc from pg_proc where prosrc like '%ledger_post(%'`,
    )
    const literals = sources.flatMap(({ prosrc }) => [...prosrc.matchAll(/ledger_post\(\s*p_tx, '([a-z-]+)'/g)])
    const known: readonly string[] = [...POSTING_TYPES, 'wallet-']
    for (const [, type = ''] of literals) expect(known, `type ${type} is no record`).toContain(type)
    const { rows: posted } = await world.store.db.execute<{
      tx: string
      type: string
      order: string | null
      currency: string
      change: number
      moved: number
    }>(sql`
      select t.id as tx, t.type, case when t.ref_type = 'wallet_order' then t.ref_id end as "order", a.currency,
        sum(e.amount)::bigint as change, max(abs(e.amount))::bigint as moved
      from ledger_tx t join ledger_entry e on e.tx_id = t.id join account a on a.id = e.account_id
      where a.owner_type = 'member' and a.owner_id = ${memberId} group by t.id, a.currency`)
    const wallet = ['wallet-reserve', 'wallet-settle', 'wallet-release']
    // Those of play and club: tests/server/sports/settlement.test.ts, tests/server/games/, tests/server/club/ and
    // tests/server/activities/.
    const types = POSTING_TYPES.filter(
      (type) => !/^(bet|table|round|pool|rebate|birthday|points|soccer|activity)/.test(type),
    )
    expect(new Set(posted.map(({ type }) => type))).toEqual(new Set([...types, ...wallet]))

    const pageOf = async (filter: object) => {
      const result = await calls['dealRecord.all'](filter, caller())
      if (!result.ok) throw new Error('refused')
      return result.data
    }
    const records = await allRecords(world.store, memberId)
    expect((await pageOf({})).list).toEqual(records.slice(0, 20))
    expect(
      (await pageOf({ type: 'convert' })).list.map(({ currency, change }) => [currency, Math.sign(change)]),
    ).toEqual([
      ['USDT', 1],
      ['CNY', -1],
    ])
    const csv = recordRows(records)
    const month = await allRecords(world.store, memberId, { by: 'posted', start, end: now() + 1 })
    const { currencies } = await statementOf(world.store, memberId, { period: '30d', now: now() })
    for (const { tx, type, order, currency, change, moved } of posted) {
      const found = records.find(({ id, orderNo }) =>
        order === null ? id === `${tx}:${currency}` : orderNo === order && id === order,
      )
      expect(found, type).toMatchObject(order === null ? { type, currency, change, amount: moved } : { currency })
      expect(csv.find(([number]) => number === (order ?? tx))?.[3]).toBeDefined()
      if (type === 'wallet-reserve' || type === 'wallet-release') continue
      const rows = month.filter((row) => row.id.startsWith(`${tx}:${currency}`))
      expect(
        rows.reduce((sum, row) => sum + row.change, 0),
        type,
      ).toBe(change)
      if (change === 0) continue
      const lines = currencies.find((one) => one.currency === currency)?.lines.map((line) => line.type)
      for (const row of rows) expect(lines, type).toContain(row.type)
    }
    expect(records.filter(({ type }) => type === 'fee').map(({ currency, change }) => [currency, change])).toEqual([
      ['USDT', -100_000],
      ['CNY', -10_00],
    ])
    await expectRecordsAgree(world.store, memberId, now())
  })

  it('S7.75 filters by type, status, currency and time, and begins anew after an unknown record', async () => {
    const memberId = await world.member()
    const member = opened(memberId)
    await member.deposit(500_00)
    await member.pass(20 * SECOND_MS)
    for (let count = 0; count < 25; count += 1) {
      await member.coins(1)
      world.clock.move(SECOND_MS)
    }
    const middle = world.clock.now()
    await member.convert('CNY', 100_00)
    world.clock.move(SECOND_MS)
    const order = await member.withdraw(100_00)
    const of = (filter: Parameters<typeof allRecords>[2]) => allRecords(world.store, memberId, filter)
    expect(await of({ type: 'coin-buy' })).toHaveLength(25)
    expect(await of({ currency: 'COIN' })).toHaveLength(25)
    expect((await of({ status: order?.status ?? '' })).map(({ type }) => type)).toContain('withdraw')
    expect(await of({ type: 'withdraw', status: '6' })).toEqual([])
    expect((await of({ start: middle })).map(({ type }) => type)).toEqual(['withdraw', 'convert', 'convert'])
    expect(await of({ end: middle, type: 'convert' })).toEqual([])
    expect((await of({ type: 'deposit', by: 'posted' })).map(({ change }) => change)).toEqual([500_00])
    const other = await world.member()
    expect(await allRecords(world.store, other)).toEqual([])
    // The cursor of another member's order is none of this member's.
    const foreign = await opened(other)
      .deposit(100_00)
      .then(() => world.wallet.orders.list(other, {}, 1))
    const { list } = await recordsOf(world.store, memberId, { before: foreign[0]?.orderNo ?? '' })
    expect(list).toEqual((await of({})).slice(0, 20))
  })
})
