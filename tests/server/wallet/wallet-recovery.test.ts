import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { RemoteVenues } from '#server/venues/remote-venue.ts'
import { recover } from '#server/calls/wallet/recover.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { credit } from '../../support/wallet-funds.ts'
import { openTestWallet, walletWorld } from '../../support/wallet.ts'

const CURRENCY = 'CNY' as const
/** Open venues with the amounts that a member has there. */
const FUNDS = { YBTY: 300_00, FBTY: 200_00, YBDJ: 100_00 } as const
const WHOLE = 600_00

/** A database whose process dies when its transaction stores this many orders. */
function dyingStore(store: Database, ordersUntilDeath: number): Database {
  const dialect = new PgDialect()
  const dying = (tx: Transaction): Transaction => {
    let left = ordersUntilDeath
    const execute: Transaction['execute'] = (query) => {
      const text = typeof query === 'string' ? query : dialect.sqlToQuery(query.getSQL()).sql
      if (text.includes('wallet_open') && --left < 0) throw new Error('the process died')
      return tx.execute(query)
    }
    return new Proxy(tx, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)) })
  }
  return { ...store, transaction: (work) => store.transaction((tx) => work(dying(tx))) }
}

describe.each(STORE_KINDS)('Annex E.5 S7.57: a one-key recovery on %s', (kind) => {
  const world = walletWorld(kind)

  async function memberInVenues(): Promise<string> {
    const memberId = await world.member()
    await credit(world.store, memberId, CURRENCY, WHOLE)
    for (const [venueEnName, amount] of Object.entries(FUNDS)) await fill(memberId, venueEnName, amount)
    expect(await world.balance(memberId)).toBe(0)
    return memberId
  }
  async function fill(memberId: string, venueEnName: string, amount: number): Promise<void> {
    const money = { memberId, amount, idempotencyKey: newKey() }
    const filled = await world.created(
      await world.wallet.transfer('transferIn', { venueEnName, currency: CURRENCY }, money),
    )
    expect(filled.status).toBe('1')
  }
  const call = (memberId: string, idempotencyKey: string, wallet = world.wallet) =>
    recover(
      { database: world.store, wallet, remoteVenues: new RemoteVenues() },
      { memberId, idempotencyKey, currency: CURRENCY },
    )
  const ordersOf = (memberId: string) => world.wallet.orders.list(memberId, { kind: 'transferOut' }, 20)
  const OPEN_VENUES = Object.keys(FUNDS).map((venueEnName) => ({ venueEnName, refusal: 0 }))

  it('of a process that dies between two venues leaves nothing; its key recovers each venue once', async () => {
    const memberId = await memberInVenues()
    const key = newKey()
    const { wallet } = openTestWallet(dyingStore(world.store, 2), world.clock.now)
    await expect(call(memberId, key, wallet)).rejects.toThrow('the process died')
    expect(await ordersOf(memberId)).toEqual([])
    world.restart()
    expect(await call(memberId, key)).toMatchObject({ ok: true, data: { recovered: WHOLE, failed: [] } })
    expect(await call(memberId, key)).toMatchObject({ isReplay: true, data: { recovered: WHOLE } })
    expect(await ordersOf(memberId)).toHaveLength(3)
    expect(await world.balance(memberId)).toBe(WHOLE)
  })

  it('of a process that dies before the venues are called is finished by the runner', async () => {
    const memberId = await memberInVenues()
    const key = newKey()
    await world.wallet.recover(OPEN_VENUES, { memberId, currency: CURRENCY, idempotencyKey: key })
    world.restart()
    expect(await world.balance(memberId, 'locked')).toBe(WHOLE)
    await world.pass(5_000)
    expect(await world.balance(memberId)).toBe(WHOLE)
    expect(await call(memberId, key)).toMatchObject({ isReplay: true, data: { recovered: WHOLE } })
    expect(await ordersOf(memberId)).toHaveLength(3)
  })

  it('of a process that dies before the venues are called is finished by a repetition', async () => {
    const memberId = await memberInVenues()
    const key = newKey()
    await world.wallet.recover(OPEN_VENUES, { memberId, currency: CURRENCY, idempotencyKey: key })
    world.restart()
    // The member gets money that the recovery did not know of.
    await credit(world.store, memberId, CURRENCY, 50_00)
    await fill(memberId, 'FBTY', 50_00)
    expect(await call(memberId, key)).toMatchObject({ isReplay: true, data: { recovered: WHOLE } })
    await world.pass(5_000)
    expect(await world.balance(memberId)).toBe(WHOLE)
    expect(await world.balance(memberId, 'venue:FBTY')).toBe(50_00)
  })

  it('and another one at the same time recover each venue once, whatever their keys', async () => {
    const memberId = await memberInVenues()
    const key = newKey()
    const other = openTestWallet(world.store, world.clock.now).wallet
    const results = await Promise.all([
      call(memberId, key),
      call(memberId, key, other),
      call(memberId, newKey(), other),
    ])
    for (const result of results) expect(result.ok).toBe(true)
    await world.pass(5_000)
    expect(await ordersOf(memberId)).toHaveLength(3)
    expect(await world.balance(memberId)).toBe(WHOLE)
  })

  it('keeps a refusal per venue with the orders, also for the look-up by key', async () => {
    const memberId = await memberInVenues()
    const key = newKey()
    const venues = OPEN_VENUES.map((venue) => ({
      ...venue,
      refusal: venue.venueEnName === 'YBTY' ? CODES.VENUE_MAINTAIN : 0,
    }))
    await world.wallet.recover(venues, { memberId, currency: CURRENCY, idempotencyKey: key })
    expect(await call(memberId, key)).toMatchObject({
      isReplay: true,
      data: { recovered: 300_00, failed: [{ venueEnName: 'YBTY', code: CODES.VENUE_MAINTAIN }] },
    })
    expect(await world.balance(memberId, 'venue:YBTY')).toBe(300_00)
  })
})
