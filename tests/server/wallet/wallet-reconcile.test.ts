import { isNotNull, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { interestDay, usdtQuote } from '#server/database/schema/funds.ts'
import { rgExclusion, rgLimit } from '#server/database/schema/limits.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { type Difference, reconcile } from '#server/wallet/reconcile.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { credit, openFunds } from '../../support/wallet-funds.ts'
import { walletWorld } from '../../support/wallet.ts'

const CARD = { id: 'demo-card', name: '演示银行', masked: '6200****0005', kind: 'bank', currency: 'CNY' } as const
const AMOUNT = 200_00

describe.each(STORE_KINDS)('the reconciliation on %s', (kind) => {
  const world = walletWorld(kind)
  /** One of each: what differences name. */
  let made: Readonly<Record<'member' | 'deposit' | 'withdrawal' | 'quote' | 'day' | 'gift' | 'limited', string>>

  beforeAll(async () => {
    const { store, clock, wallet } = world
    const { now } = clock
    const member = await world.member()
    const deposit = await world.deposit(member, 1_000_00)
    const money = { memberId: member, amount: AMOUNT, idempotencyKey: newKey() }
    const withdrawal = await world.created(await wallet.withdraw('withdraw', CARD, money))
    const funds = openFunds(store, now, () => ({ rate: 72_000, source: 'test', at: now() }))
    await credit(store, member, 'USDT', 100_000_000)
    const quote = await funds.conversions.quote(member, 'CNY', 72_00)
    if (!quote.ok) throw new Error('no quote')
    const { id: quoteId, amount } = quote.data
    await funds.conversions.accept({ ...money, quoteId, from: 'CNY', amount, idempotencyKey: newKey() })
    await funds.interest.move('to', { ...money, currency: 'CNY', amount: 100_00, idempotencyKey: newKey() })
    const ledger = new Ledger(store, { now })
    await ledger.buyCoins({ memberId: member, coins: 500, idempotencyKey: newKey() })
    const gift = { anchorRoomId: 'a', chatRoomNo: 'r', giftId: 1, count: 1, comboId: 'combo-0001' }
    const sent = await ledger.sendGift({ memberId: member, ...gift, idempotencyKey: newKey() })
    clock.move(3 * DAY_MS)
    await funds.interest.accrue()
    const limits = new Limits(store, { now, rates: null })
    await limits.setLimit(member, { kind: 'deposit', period: 'day', amount: 300_00 })
    clock.move(MINUTE_MS)
    const limited = await world.deposit(member, 300_00)
    const [day] = await store.db.select().from(interestDay).where(isNotNull(interestDay.txId))
    made = {
      member,
      deposit: deposit.orderNo,
      withdrawal: withdrawal.orderNo,
      quote: quoteId,
      day: `${member}:CNY:${day?.day}`,
      gift: sent.ok ? sent.data.giftOrderNo : '',
      limited: limited.orderNo,
    }
  }, 120_000)

  /** Differences after a change that no rule of the database prevents. The change is undone. */
  async function differencesAfter(change: SQL): Promise<Difference[]> {
    let found: Difference[] = []
    await world.store
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        const { affectedRows, rowCount } = (await tx.execute(change)) as { affectedRows?: number; rowCount?: number }
        expect(affectedRows ?? rowCount).toBeGreaterThan(0)
        found = await reconcile(tx)
        throw new Error('undo')
      })
      .catch((error: Error) => {
        if (error.message !== 'undo') throw error
      })
    return found
  }

  const own = (): SQL => sql`owner_id = ${made.member}`
  const CHANGES: readonly (readonly [invariant: string, subject: () => unknown, change: () => SQL])[] = [
    [
      'I1',
      () => 'CNY',
      () => sql`update account set balance = balance + 1 where ${own()} and kind = 'main' and currency = 'CNY'`,
    ],
    [
      'I2',
      () => expect.any(String),
      () => sql`update account set balance = balance + 1 where ${own()} and kind = 'coin'`,
    ],
    [
      'I3',
      () => expect.any(String),
      () => sql`update account set balance = -5, allow_negative = true where ${own()} and kind = 'coin'`,
    ],
    [
      'I4',
      () => expect.stringContaining(made.member),
      () => sql`insert into ledger_refusal (idem_key, content_hash, code, created_at)
      select idem_key, 'x', 10001, now() from wallet_order where order_no = ${made.deposit}`,
    ],
    [
      'I5',
      () => made.deposit,
      () => sql`update ledger_entry e set amount = e.amount - 1 from wallet_order o
      where o.order_no = ${made.deposit} and e.tx_id = o.settle_tx and e.seq = 1`,
    ],
    [
      'I5',
      () => made.deposit,
      () => sql`update ledger_entry e set amount = e.amount - 1 from wallet_order o
      where o.order_no = ${made.deposit} and e.tx_id = o.settle_tx and e.seq = 2`,
    ],
    [
      'I5',
      () => made.withdrawal,
      () => sql`update wallet_order set reserve_tx = null where order_no = ${made.withdrawal}`,
    ],
    [
      'I5',
      () => made.withdrawal,
      () => sql`delete from order_event where order_no = ${made.withdrawal} and version = 1`,
    ],
    ['I5', () => made.withdrawal, () => sql`update wallet_order set status = '9' where order_no = ${made.withdrawal}`],
    ['I6', () => made.deposit, () => sql`update wallet_order set settle_tx = null where order_no = ${made.deposit}`],
    [
      'I6',
      () => made.member,
      () => sql`update wallet_order set amount = amount + 1 where order_no = ${made.withdrawal}`,
    ],
    ['I7', () => made.gift, () => sql`update gift_order set tx_id = ${uuidV7(1)} where id = ${made.gift}`],
    ['S7.69', () => made.quote, () => sql`update usdt_quote set used_tx = null where id = ${made.quote}`],
    ['S7.69', () => made.quote, () => sql`update usdt_quote set receive = receive + 1 where id = ${made.quote}`],
    [
      'S7.69',
      () => made.quote,
      () => sql`insert into ledger_tx select ${uuidV7(1)}, type, ref_type, ref_id, 'x', content_hash,
      reverses_tx, created_at from ledger_tx where ref_type = 'usdt_quote' and ref_id = ${made.quote}`,
    ],
    ['E.6', () => made.day, () => sql`update interest_day set least = least + 1 where tx_id is not null`],
    [
      'E.6',
      () => made.day,
      () => sql`update ledger_entry e set amount = e.amount * 2 from interest_day d where e.tx_id = d.tx_id`,
    ],
    ['E.6', () => made.day, () => sql`delete from interest_day where tx_id is not null`],
    [
      'E.6',
      () => `${made.member}:CNY`,
      () => sql`update interest_position set carried_micro = 7 where member_id = ${made.member}`,
    ],
    [
      'I8',
      () => made.member,
      () => sql`update ledger_entry e set amount = 100001 from ledger_tx t
      where t.id = e.tx_id and t.type = 'coin-buy' and e.seq = 1`,
    ],
    ['I9', () => made.limited, () => sql`update rg_limit set amount = 200 where member_id = ${made.member}`],
    [
      'I10',
      () => made.limited,
      () => sql`insert into rg_exclusion values (${uuidV7(1)}, ${made.member}, 'timeOut',
      ${new Date(world.clock.now() - HOUR_MS).toISOString()}, ${new Date(world.clock.now() + HOUR_MS).toISOString()})`,
    ],
    [
      'I10',
      () => made.gift,
      () => sql`insert into rg_exclusion values (${uuidV7(1)}, ${made.member}, 'selfExclusion',
      ${new Date(world.clock.now() - 30 * DAY_MS).toISOString()}, null)`,
    ],
  ]

  it.each(CHANGES)('%s: names what differs', async (invariant, subject, change) => {
    expect(await differencesAfter(change())).toContainEqual({
      invariant,
      subject: subject(),
      detail: expect.any(String),
    })
  })

  it('names an order once per invariant', async () => {
    const found = await differencesAfter(sql`update wallet_order set settle_tx = null where order_no = ${made.deposit}`)
    const ofOrder = found.filter(({ invariant, subject }) => invariant === 'I6' && subject === made.deposit)
    expect(ofOrder).toHaveLength(1)
  })

  it('accepts unused and expired quotes, pending limits and ended exclusions', async () => {
    const { store, clock } = world
    const quotes = await store.db.select().from(usdtQuote)
    const limits = await store.db.select().from(rgLimit)
    expect([quotes.length, limits.length]).toEqual([1, 1])
    const ended = { id: uuidV7(clock.now()), memberId: made.member, kind: 'timeOut' as const }
    await store.db
      .insert(rgExclusion)
      .values({ ...ended, since: clock.now() - 60_000 * 2, until: clock.now() - 60_000 })
    expect(await reconcile(store.db)).toEqual([])
  })
})
