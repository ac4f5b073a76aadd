import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { recover } from '#server/calls/wallet/recover.ts'
import { remoteRound } from '#server/database/schema/games.ts'
import type { OrderRow } from '#server/database/schema/wallet.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { requestSignature } from '#server/venues/provider-contract.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { RemoteVenues } from '#server/venues/remote-venue.ts'
import type { FaultKind } from '#provider/faults.ts'
import { newKey } from '../../support/ledger-members.ts'
import { REMOTE } from '../../support/remote-config.ts'
import { LIMIT_MS, remoteWorld } from '../../support/remote-venue.ts'
import { SHORT_KINDS } from '../../support/store.ts'

const CURRENCY = 'CNY' as const
/** Time after which the runner queries a transfer again. */
const NEXT_QUERY_MS = 10_000

/** Faults after which the outcome of a transfer is unknown, although it was executed. */
const UNKNOWN_OUTCOMES: readonly FaultKind[] = [
  'lose',
  'hang',
  'stall',
  'other-amount',
  'other-currency',
  'other-number',
  'malformed',
  'huge',
  'wrong-signature',
  'status',
]

describe.each(SHORT_KINDS)('Annex E.5: a remote venue on %s', (kind) => {
  const remote = remoteWorld(kind)
  const { world } = remote
  const created = async (result: ReturnType<typeof world.wallet.transfer>): Promise<OrderRow> =>
    world.created(await result)
  const eventsOf = async ({ orderNo }: OrderRow) => {
    const events = await world.wallet.orders.events(orderNo)
    return events.map(({ event }) => event)
  }
  const held = (memberId: string) => remote.provider.books.balance(memberId, CURRENCY).balance
  const play = (memberId: string, staked: number, returned: number) =>
    remote.provider.control({
      play: { memberId, currency: CURRENCY, title: '抛硬币', staked, returned, endedAt: world.clock.now() },
    })
  /** Ledger and provider have the same amount, and nothing is reserved. */
  async function expectExact(memberId: string, amount: number): Promise<void> {
    expect(await world.balance(memberId, `venue:${REMOTE}`)).toBe(amount)
    expect(held(memberId)).toBe(amount)
    expect(await world.balance(memberId, 'locked')).toBe(0)
    expect(await remote.differences(memberId)).toEqual([])
  }

  it.each(UNKNOWN_OUTCOMES)('S7.56: queries a transfer after the fault %s under its number', async (fault) => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({ faults: [{ method: 'transfer', kind: fault }] })
    const order = await created(venue.transferIn(money(300_00)))
    expect(order.status).toBe('0')
    expect(held(memberId)).toBe(300_00)
    expect(await world.balance(memberId, 'locked')).toBe(300_00)
    expect(await remote.differences(memberId)).toEqual([])
    await world.pass(NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('1')
    expect(await eventsOf(order)).toEqual(['create', 'paid'])
    await expectExact(memberId, 300_00)
  })

  it('S7.56: sends a transfer whose request was lost again, under its number', async () => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'lose-request' }] })
    const order = await created(venue.transferIn(money(300_00)))
    expect(held(memberId)).toBe(0)
    await world.pass(NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('1')
    await expectExact(memberId, 300_00)
  })

  it('makes a transfer unknown after a minute without an outcome, and reconciles it later', async () => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({
      faults: [
        { method: 'transfer', kind: 'lose' },
        { method: 'transfer-state', kind: 'delay' },
        { method: 'transfer-state', kind: 'other-amount', times: 1_000 },
      ],
    })
    const order = await created(venue.transferIn(money(300_00)))
    await world.pass(80_000)
    expect(await world.statusOf(order)).toBe('3')
    expect(await world.balance(memberId, 'locked')).toBe(300_00)
    remote.provider.control({ faults: [] })
    await world.pass(2 * NEXT_QUERY_MS)
    expect(await eventsOf(order)).toEqual(['create', 'unknown', 'paid'])
    await expectExact(memberId, 300_00)
    expect(await world.wallet.orders.list(memberId, { kind: 'transferIn' }, 9)).toHaveLength(1)
  })

  it('ignores a response that arrives after its time', async () => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'delay', ms: 2 * LIMIT_MS }] })
    const order = await created(venue.transferIn(money(100_00)))
    expect(order.status).toBe('0')
    await world.pass(NEXT_QUERY_MS)
    expect(await eventsOf(order)).toEqual(['create', 'paid'])
    await expectExact(memberId, 100_00)
  })

  it('does not take the second copy of a response for the response to the next request', async () => {
    const { venue, memberId, money } = await remote.opened()
    const { memberId: other } = await remote.opened()
    remote.provider.control({
      faults: [
        { method: 'transfer', kind: 'double' },
        { method: 'balance', kind: 'double' },
      ],
    })
    const order = await created(venue.transferIn(money(100_00)))
    const client = remote.client()
    const read = (id: string) => client.call('balance', { memberId: id, currency: CURRENCY }).catch(() => null)
    const balances = [await read(memberId), await read(other), await read(other)]
    expect(balances.at(-1)).toMatchObject({ memberId: other, balance: 0 })
    for (const [index, balance] of balances.entries()) {
      if (balance) expect(balance.memberId).toBe(index === 0 ? memberId : other)
    }
    await world.pass(NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('1')
    await expectExact(memberId, 100_00)
  })

  it('S7.58: finds money that a provider has taken although it rejected the transfer', async () => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'other-outcome' }] })
    expect(await created(venue.transferIn(money(300_00)))).toMatchObject({ status: '2' })
    expect(await world.balance(memberId)).toBe(500_00)
    expect(await remote.differences(memberId)).toEqual([
      {
        invariant: 'E.5',
        subject: `${REMOTE} ${memberId}`,
        detail: 'the ledger has 0, the provider has 30000 CNY',
      },
    ])
  })

  it('resolves a transfer after the provider was killed between execution and response', async () => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'crash' }] })
    const order = await created(venue.transferIn(money(300_00)))
    await world.pass(NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('0')
    await remote.restartProvider()
    await world.pass(2 * NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('1')
    await expectExact(memberId, 300_00)
  })

  it('resolves a transfer after this server was restarted between request and response', async () => {
    const { venue, memberId, money } = await remote.opened()
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'lose' }] })
    const order = await created(venue.transferIn(money(300_00)))
    world.restart()
    await world.pass(NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('1')
    await expectExact(memberId, 300_00)
  })

  it('S7.57: recovers what was won, each transfer once, also if its response is lost', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(300_00))
    expect(play(memberId, 100_00, 196_00)).toEqual({ isPlayed: true })
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'lose' }] })
    const key = newKey()
    const services = { database: world.store, wallet: world.wallet, remoteVenues: new RemoteVenues([venue]) }
    const call = () => recover(services, { memberId, idempotencyKey: key, currency: CURRENCY })
    expect(await call()).toMatchObject({ ok: true, data: { recovered: 0, orders: [{ amount: 396_00, status: '0' }] } })
    await world.pass(NEXT_QUERY_MS)
    expect(await call()).toMatchObject({ isReplay: true, data: { recovered: 396_00 } })
    expect(await world.balance(memberId)).toBe(596_00)
    await expectExact(memberId, 0)
  })

  it('S7.64: records rounds equal to the ledger, also those that the provider reports twice', async () => {
    const { venue, memberId, money } = await remote.opened()
    const start = world.clock.now()
    await venue.transferIn(money(300_00))
    play(memberId, 100_00, 0)
    world.clock.move(1)
    play(memberId, 50_00, 98_00)
    await Promise.all([venue.pull(), venue.pull(), remote.open().pull()])
    await venue.pull()
    const filter = { memberId, currency: CURRENCY, start, end: world.clock.now() + 1 }
    expect(await venue.totals(filter)).toEqual({ count: 2, staked: 150_00, returned: 98_00, open: 0 })
    expect(await venue.records({ ...filter, status: 'all', pageNum: 1 })).toMatchObject({
      total: 2,
      list: [
        { kind: 'round', venueEnName: REMOTE, title: '抛硬币', stake: 50_00, returned: 98_00, state: 'won' },
        { stake: 100_00, returned: 0, state: 'lost' },
      ],
    })
    expect(await venue.records({ ...filter, status: 'open', pageNum: 1 })).toMatchObject({ total: 0, list: [] })
    const [won] = (await venue.records({ ...filter, status: 'all', pageNum: 1 })).list
    const detail = await venue.round(memberId, won?.id ?? '')
    expect(detail).toMatchObject({
      record: { title: '抛硬币', venueEnName: REMOTE },
      table: null,
      postings: [
        { kind: 'stake', change: -50_00 },
        { kind: 'payout', change: 98_00 },
      ],
    })
    expect(detail?.record).not.toHaveProperty('roundId')
    expect(await venue.round(await world.member(), won?.id ?? '')).toBeNull()
    await expectExact(memberId, 248_00)
  })

  it('S7.64: names a round whose postings are not those of its row', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(300_00))
    play(memberId, 100_00, 196_00)
    await venue.pull()
    const undo = new Error('undo')
    for (const change of ['returned = returned + 1', 'stake_tx = null', 'return_tx = null']) {
      const changed = world.store.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql.raw('alter table remote_round drop constraint remote_round_posted'))
        await tx.execute(sql`update remote_round set ${sql.raw(change)} where member_id = ${memberId}`)
        const found = await reconcile(tx)
        expect(found.map(({ invariant }) => invariant)).toContain('S7.64')
        throw undo
      })
      await expect(changed).rejects.toBe(undo)
    }
  })

  it('posts a loss after a transfer out that the provider refuses because of it', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(300_00))
    // The transfer is reserved before the loss is known.
    remote.provider.control({ faults: [{ method: 'transfer', kind: 'lose-request' }] })
    const order = await created(venue.transferOut(money(300_00)))
    play(memberId, 200_00, 0)
    await venue.pull()
    expect(await world.balance(memberId, 'locked')).toBe(300_00)
    expect(await remote.differences(memberId)).toEqual([])
    await world.pass(NEXT_QUERY_MS)
    expect(await world.statusOf(order)).toBe('2')
    await venue.pull()
    await expectExact(memberId, 100_00)
  })

  it('never posts rounds that contradict earlier ones, of unknown members, or with a gap', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(300_00))
    play(memberId, 10_00, 0)
    await venue.pull()
    const [first] = await world.store.db.select().from(remoteRound).where(eq(remoteRound.memberId, memberId))
    const { seq, roundId } = first!
    const round = { memberId, currency: CURRENCY, title: '抛硬币', staked: 0, returned: 99_00, endedAt: 0 }
    remote.provider.control({ report: { ...round, roundId, seq: seq + 1 } })
    remote.provider.control({ report: { ...round, roundId: newKey(), memberId: uuidV7(0), seq: seq + 2 } })
    await venue.pull()
    expect(await world.balance(memberId, `venue:${REMOTE}`)).toBe(290_00)
    remote.provider.control({ report: { ...round, roundId: newKey(), seq: seq + 4 } })
    await venue.pull()
    await expect(world.store.db.$count(remoteRound, eq(remoteRound.memberId, memberId))).resolves.toBe(1)
    // The balances are equal, but the list of rounds cannot be read any further.
    await remote.restartProvider()
    await world.store.db.execute(sql`update meta set value = ${String(seq)} where key = ${`remote-rounds:${REMOTE}`}`)
    await expectExact(memberId, 290_00)
  })

  it('posts the rounds of others after one that no account can hold', async () => {
    const { venue, memberId, money } = await remote.opened()
    const other = await remote.opened()
    await venue.transferIn(money(100_00))
    await other.venue.transferIn(other.money(100_00))
    const returned = Number.MAX_SAFE_INTEGER
    const seq = remote.provider.books.roundsAfter(0).length + 1
    const round = { seq, roundId: newKey(), memberId, currency: CURRENCY, title: '抛硬币', staked: 1, returned }
    remote.provider.control({ report: { ...round, endedAt: Date.UTC(2100, 0) } })
    play(other.memberId, 100_00, 0)
    await venue.pull()
    await expectExact(other.memberId, 0)
    expect(await world.balance(memberId, `venue:${REMOTE}`)).toBe(100_00)
    const unposted = await world.store.db.select().from(remoteRound).where(eq(remoteRound.memberId, memberId))
    expect(unposted).toMatchObject([{ returned, postedAt: null }])
  })

  it('posts the rounds of others after a thousand rounds of an account that has too little', async () => {
    const { venue, memberId, money } = await remote.opened()
    const other = await remote.opened()
    await other.venue.transferIn(other.money(100_00))
    const seq = remote.provider.books.roundsAfter(0).length
    await world.store.db.insert(remoteRound).values(
      Array.from({ length: 1_000 }, (_, index) => {
        const round = { venue: REMOTE, roundId: newKey(), seq: seq - 1_000 + index, memberId, currency: CURRENCY }
        return { ...round, title: '抛硬币', staked: 1, returned: 0, endedAt: world.clock.now() }
      }),
    )
    play(other.memberId, 100_00, 0)
    await venue.pull()
    expect(await world.balance(other.memberId, `venue:${REMOTE}`)).toBe(0)
    await venue.transferIn(money(10_00))
    await venue.pull()
    expect(await world.balance(memberId, `venue:${REMOTE}`)).toBe(0)
  })

  it('stores a title without characters that the database refuses', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(100_00))
    const seq = remote.provider.books.roundsAfter(0).length + 1
    const round = {
      seq,
      roundId: newKey(),
      memberId,
      currency: CURRENCY,
      title: '抛\ud800硬币😀',
      staked: 0,
      returned: 1,
    }
    remote.provider.books.report({ ...round, endedAt: Date.UTC(2100, 0) })
    await venue.pull()
    const stored = await world.store.db.select().from(remoteRound).where(eq(remoteRound.memberId, memberId))
    expect(stored).toMatchObject([{ title: '抛\ufffd硬币😀' }])
    // The books of the provider do not have the reported round.
    await remote.restartProvider()
    const read = String(seq - 1)
    await world.store.db.execute(sql`update meta set value = ${read} where key = ${`remote-rounds:${REMOTE}`}`)
  })

  it('S7.65: follows the maintenance of the provider, and closes if it cannot be reached', async () => {
    const { venue } = await remote.opened()
    const end = world.clock.now() + 60_000
    remote.provider.control({ maintenance: { status: 1, start: 0, end } })
    await venue.poll()
    expect(venue.maintenance()).toEqual({ status: 1, start: 0, end })
    expect(venue.row()).toMatchObject({ enName: REMOTE, status: 1, maintainEnd: end, isDisplay: 1 })
    remote.provider.control({ maintenance: { status: 0, start: null, end: null } })
    await venue.poll()
    await remote.stopProvider()
    await venue.poll()
    expect(venue.maintenance().status).toBe(0)
    await venue.poll()
    expect(venue.maintenance().status).toBe(1)
    await remote.restartProvider()
    world.clock.move(NEXT_QUERY_MS)
    // A connection from before the restart may cost one poll.
    await vi.waitFor(async () => {
      await venue.poll()
      expect(venue.maintenance().status).toBe(0)
    })
    // A request whose connection was closed is repeated once, because connections that were idle are closed.
    remote.provider.control({ faults: [{ method: 'maintenance', kind: 'lose' }] })
    await expect(venue.provider.call('maintenance', {})).resolves.toMatchObject({ status: 0 })
  })

  it('fails at once while a provider does not respond, so that other orders do not wait', async () => {
    const { memberId } = await remote.opened()
    const client = remote.client()
    remote.provider.control({ faults: [{ method: 'balance', kind: 'hang', times: 4 }] })
    const read = () => client.call('balance', { memberId, currency: CURRENCY })
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(read()).rejects.toThrow('no response in time')
    await expect(read()).rejects.toThrow('has not responded lately')
    remote.provider.control({ faults: [] })
    world.clock.move(NEXT_QUERY_MS)
    await expect(read()).resolves.toMatchObject({ balance: 0 })
  })

  it('keeps transfers of a venue that is not configured any more open', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(100_00))
    const money2 = money(100_00)
    const gone = { venueEnName: 'GONE', currency: CURRENCY }
    const order = await world.created(await world.wallet.transfer('transferIn', gone, money2))
    expect(order.status).toBe('0')
    await world.pass(80_000)
    expect(await world.statusOf(order)).toBe('3')
    const unknown = await world.wallet.orders.find(order.orderNo)
    await world.wallet.orders.apply(unknown!, 'fail', { actor: 'operator', dueAt: null })
    expect(await world.balance(memberId)).toBe(400_00)
    await expectExact(memberId, 100_00)
  })
})

describe('S7.55 the provider of a remote venue', () => {
  const remote = remoteWorld('pglite')

  it('refuses requests that are forged, repeated, old or malformed', async () => {
    const { memberId } = await remote.opened()
    const record = (headers: Record<string, string>, body: string) =>
      fetch(`${remote.provider.url}/venue/v1/transfer`, { method: 'POST', body, headers }).then(({ status }) => status)
    const body = JSON.stringify({ orderNo: 'T2611210000000001', kind: 'in', memberId, currency: CURRENCY, amount: 1 })
    const signed = (text: string, more: { time?: number; id?: string; secret?: string } = {}) => {
      const { time = remote.world.clock.now(), id = newKey(), secret = remote.client().config.secret } = more
      const at = String(time)
      return {
        'x-venue-time': at,
        'x-venue-id': id,
        'x-venue-signature': requestSignature(secret, { method: 'transfer', time: at, id, body: text }),
      }
    }
    const first = signed(body)
    expect(await record(first, body)).toBe(200)
    expect(await record(first, body)).toBe(401)
    expect(await record(signed(body, { secret: 'another secret of the same length..' }), body)).toBe(401)
    expect(await record(signed(body, { time: remote.world.clock.now() - 6 * 60_000 }), body)).toBe(401)
    expect(await record(signed(body), body.replace('"amount":1', '"amount":2'))).toBe(401)
    const negative = body.replace('"amount":1', '"amount":-1')
    expect(await record(signed(negative), negative)).toBe(400)
    expect(await record(signed('{'), '{')).toBe(400)
    expect(await record(signed(body), 'x'.repeat(300_000))).toBe(413)
    expect(remote.provider.books.balance(memberId, CURRENCY).balance).toBe(1)
  })

  it('is asked for an address that opens a game of this member', async () => {
    const { venue, memberId, money } = await remote.opened()
    await venue.transferIn(money(20_00))
    const { url, mode } = await venue.launch('coin', { memberId, currency: CURRENCY })
    expect(mode).toBe('tab')
    expect(await (await fetch(url)).text()).toContain('¥20.00')
    const toss = () => fetch(url, { method: 'POST', body: new URLSearchParams({ stake: '10', side: 'heads' }) })
    expect(await (await toss()).text()).toMatch(/朝上/)
    expect(await (await toss()).text()).toContain('至少间隔 2.5 秒')
    await venue.pull()
    expect([10_00, 29_60]).toContain(await venue.balance(memberId, CURRENCY))
    expect(await fetch(`${remote.provider.url}/play/unknown`)).toMatchObject({ status: 404 })
    remote.provider.control({ faults: [{ method: 'launch', kind: 'lose', times: 2 }] })
    await expect(venue.launch(undefined, { memberId, currency: CURRENCY })).rejects.toThrow(REMOTE)
  })
})
