import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { giftEndpoints } from '#protocol/endpoints/gift.ts'
import type { Result } from '#protocol/result.ts'
import { ENTRY_DATA } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { giftCalls } from '#server/calls/gift.ts'
import type { Appended, CallContext, EntryDraft, GiftCommand, GiftReceipt } from '#server/context.ts'
import { createGiftService } from '#server/ledger/gift-service.ts'
import type { GiftService } from '#server/ledger/gift-service.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import type { LedgerHome } from '#server/ledger/ledger.ts'
import { createMembers } from '#server/members/members.ts'
import type { Store } from '#server/store/database.ts'
import { writeRoomEntries } from '#server/store/room-entries.ts'
import { expectInvariants } from '../support/ledger.ts'
import { memberWith, newKey } from '../support/ledger-members.ts'
import { testLog } from '../support/logs.ts'
import { openTestStore, STORE_KINDS, testClock } from '../support/store.ts'

/** Rooms as the service needs them: `append` writes the entries of a draft to the store, as the real hub does. */
class WritingRooms {
  readonly closed = new Set<string>()
  #seq = 0
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  has(chatRoomNo: string): boolean {
    return !chatRoomNo.startsWith('gone')
  }

  async append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    if (this.closed.has(chatRoomNo)) throw new Error('the room does not take entries now')
    const epoch = Number(process.hrtime.bigint() % 1_000_000_000n)
    const rows = drafts.map(({ kind, data, author }) => {
      this.#seq += 1
      const id = `entry-${epoch}-${this.#seq}`
      const json = JSON.stringify({ id, at: 1, content: { msgType: MSG_TYPES[kind] }, data, ...author })
      return { chatRoomNo, epoch, seq: this.#seq, id, at: 1, kind: MSG_TYPES[kind], authorUserId: null, json }
    })
    await writeRoomEntries(this.#store.db, rows)
    return rows
  }
}

describe.each(STORE_KINDS)('gifts on %s', (kind) => {
  const clock = testClock()
  const services: GiftService[] = []
  let store: Store
  let rooms: WritingRooms
  let ledger: LedgerHome
  beforeAll(async () => {
    store = await openTestStore(kind)
    ledger = createLedger(store, { now: clock.now })
  })
  beforeEach(() => {
    rooms = new WritingRooms(store)
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()))
    await expectInvariants(store)
  })
  afterAll(() => store.close())

  function serviceOn(over: Partial<LedgerHome> = {}, log = testLog()): GiftService {
    const members = createMembers(store, { now: clock.now })
    const service = createGiftService({ ledger: { ...ledger, ...over }, members, rooms, log })
    services.push(service)
    return service
  }
  async function command(chatRoomNo: string, more: Partial<GiftCommand> = {}): Promise<GiftCommand> {
    return {
      memberId: await memberWith(store, 10_000),
      anchorRoomId: 'anchor-1',
      chatRoomNo,
      giftId: 4,
      count: 2,
      comboId: 'combo-0001',
      idempotencyKey: newKey(),
      ...more,
    }
  }
  async function shown(chatRoomNo: string): Promise<{ data: { giftOrderNo: string }; memberName: string }[]> {
    const { rows } = await store.db.execute<{ json: string }>(
      sql`select json from room_entry where chat_room_no = ${chatRoomNo} order by epoch, seq`,
    )
    return rows.map(({ json }) => JSON.parse(json) as { data: { giftOrderNo: string }; memberName: string })
  }
  const orderOf = (result: Result<GiftReceipt>): string => (result.ok ? result.data.giftOrderNo : '')
  const left = async (): Promise<string[]> => (await ledger.undelivered()).map(({ giftOrderNo }) => giftOrderNo)

  it('shows a paid gift in the log of its room before it answers, in the shape of the wire', async () => {
    const sent = await serviceOn().send(await command('shown'))
    const [entry, ...more] = await shown('shown')
    expect(more).toEqual([])
    expect(ENTRY_DATA.gift.parse(entry?.data)).toEqual({
      giftOrderNo: orderOf(sent),
      giftId: 4,
      giftName: '战鼓',
      giftIcon: '/art/gift-drum.svg',
      count: 2,
      comboId: 'combo-0001',
      comboCount: 2,
      total: 198,
    })
    expect(entry?.memberName).toBe('看客')
    expect(await left()).toEqual([])
  })

  it('shows one entry for a key that is asked for ten times at once', async () => {
    const service = serviceOn()
    const once = await command('once')
    const sent = await Promise.all(Array.from({ length: 10 }, () => service.send(once)))
    expect(new Set(sent.map(orderOf)).size).toBe(1)
    expect((await shown('once')).length).toBe(1)
  })

  it('shows nothing for a gift that is refused', async () => {
    const sent = await serviceOn().send(await command('refused', { count: 9_999 }))
    expect(sent).toMatchObject({ ok: false, code: CODES.BALANCE_NOT_ENOUGH })
    expect(await shown('refused')).toEqual([])
  })

  it('after a crash between charge and entry shows the gift once', async () => {
    const order = orderOf(await ledger.sendGift(await command('charged')))
    const service = serviceOn()
    await Promise.all([service.deliverAll(), service.deliverAll()])
    await service.deliverAll()
    expect((await shown('charged')).map(({ data }) => data.giftOrderNo)).toEqual([order])
    expect(await left()).toEqual([])
  })

  it('after a crash between entry and mark does not show the gift again', async () => {
    const entryIsWritten = new Promise<void>((reached) => {
      const crashing = serviceOn({
        // The process ends here: the mark is never made and the call never answers.
        markDelivered: () => {
          reached()
          return new Promise(() => {})
        },
      })
      void command('marked').then((gift) => crashing.send(gift))
    })
    await entryIsWritten
    expect(await shown('marked')).toHaveLength(1)
    const afterCrash = serviceOn()
    await afterCrash.deliverAll()
    expect(await shown('marked')).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  it('answers a repeated key after a crash with the first answer, and shows the gift once', async () => {
    const again = await command('again')
    const first = await ledger.sendGift(again)
    const service = serviceOn()
    const [repeated] = await Promise.all([service.send(again), service.deliverAll()])
    expect(orderOf(repeated)).toBe(orderOf(first))
    expect(await shown('again')).toHaveLength(1)
  })

  it('does not show a gift twice when a sweep is faster than the call that charged it', async () => {
    const service = serviceOn({
      // The money is booked and the call has not heard of it: the moment at which a sweep finds the order.
      sendGift: async (gift) => {
        const sent = await ledger.sendGift(gift)
        await service.deliverAll()
        return sent
      },
    })
    await service.send(await command('swept'))
    expect(await shown('swept')).toHaveLength(1)
  })

  it('keeps the money call a success when the room refuses, and shows the gift when it takes entries again', async () => {
    const log = testLog()
    const service = serviceOn({}, log)
    rooms.closed.add('closed')
    const sent = await service.send(await command('closed'))
    expect(sent.ok).toBe(true)
    expect(log.lines.map(({ level }) => level)).toEqual(['error'])
    expect(await left()).toEqual([orderOf(sent)])
    rooms.closed.clear()
    await service.deliverAll()
    expect(await shown('closed')).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  it('waits with the gifts of a room that is not there', async () => {
    const order = orderOf(await ledger.sendGift(await command('gone')))
    await serviceOn().deliverAll()
    expect(await left()).toEqual([order])
    await ledger.markDelivered([order])
  })

  describe('calls', () => {
    async function caller(coins: number, more: Partial<CallContext> = {}): Promise<CallContext> {
      const memberId = await memberWith(store, coins)
      const member = await createMembers(store, { now: clock.now }).profile(memberId)
      if (!member) throw new Error('no member was made')
      return {
        traceId: 'trace',
        now: clock.now(),
        siteId: 5009,
        clientType: 1,
        deviceId: 'device-1',
        address: '192.0.2.1',
        session: { sessionId: 'session-1', memberId, expireAt: clock.now() + 1, member },
        idempotencyKey: newKey(),
        wdKey: null,
        ...more,
      }
    }
    const reward = { giftId: 4, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
    const callsOn = () =>
      giftCalls({
        ledger,
        members: createMembers(store, { now: clock.now }),
        gifts: serviceOn(),
        roomOfAnchor: (anchorRoomId) => (anchorRoomId.startsWith('anchor') ? `room-of-${anchorRoomId}` : null),
        now: clock.now,
      })
    const parsed = <Data>(shape: { parse: (data: unknown) => Data }, result: Result<unknown>): Data =>
      shape.parse(result.ok ? result.data : result)

    it('S3.21 lists the gifts that can be seen, without a session', async () => {
      const { list } = parsed(giftEndpoints['gift.list'].data, await callsOn()['gift.list']({}, await caller(0)))
      expect(list.map(({ giftPrice }) => giftPrice)).toEqual([1, 10, 30, 99, 520, 1_888])
    })

    it('S7.111 charges once for three times the same request', async () => {
      const calls = callsOn()
      const context = await caller(500)
      const answers = [
        await calls['gift.reward'](reward, context),
        await calls['gift.reward'](reward, context),
        await calls['gift.reward'](reward, context),
      ].map((result) => parsed(giftEndpoints['gift.reward'].data, result))
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ total: 99, balance: 401, comboCount: 1 })
      const balance = await calls['coin.balance']({}, context)
      expect(parsed(giftEndpoints['coin.balance'].data, balance)).toEqual({ balance: 401 })
      expect(await calls['gift.reward']({ ...reward, count: 2 }, context)).toMatchObject({
        code: CODES.IDEMPOTENCY_CONFLICT,
      })
    })

    it('S6.5 refuses a gift without session, without key and for a streamer that there is not', async () => {
      const calls = callsOn()
      const context = await caller(500)
      const refused = async (params: typeof reward, more: Partial<CallContext>) =>
        calls['gift.reward'](params, { ...context, ...more })
      expect(await refused(reward, { session: null })).toMatchObject({ code: CODES.NEED_LOGIN })
      expect(await refused(reward, { idempotencyKey: null })).toMatchObject({ code: CODES.PARAM_ERROR })
      expect(await refused({ ...reward, anchorRoomId: 'nobody' }, {})).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('takes no price and no odd count from the client', () => {
      const { request } = giftEndpoints['gift.reward']
      expect(request.safeParse(reward).success).toBe(true)
      for (const wrong of [
        { ...reward, giftPrice: 1 },
        { ...reward, total: 1 },
        { ...reward, count: '1' },
        ...[-1, 0, 0.001, Number('1e999'), Number.NaN, 2 ** 53 + 1, 10_000].map((count) => ({ ...reward, count })),
      ]) {
        expect(request.safeParse(wrong).success).toBe(false)
      }
    })

    it('S7.113 ranks givers by nickname and public id, over an hour, a day and a week', async () => {
      const calls = callsOn()
      const anchorRoomId = 'anchor-ranked'
      const [early, late] = [await caller(5_000), await caller(5_000)]
      await calls['gift.reward']({ ...reward, anchorRoomId, count: 3 }, early)
      clock.move(2 * 3_600_000)
      await calls['gift.reward']({ ...reward, anchorRoomId, count: 2 }, late)
      const totals = async (period: 'hour' | 'day' | 'week') => {
        const ranking = await calls['gift.ranking']({ anchorRoomId, period }, late)
        return parsed(giftEndpoints['gift.ranking'].data, ranking).list.map(({ rank, userId, total }) => [
          rank,
          userId,
          total,
        ])
      }
      const [earlyId, lateId] = [early.session?.member.userId, late.session?.member.userId]
      expect(await totals('hour')).toEqual([[1, lateId, 198]])
      expect(await totals('day')).toEqual([
        [1, earlyId, 297],
        [2, lateId, 198],
      ])
      clock.move(24 * 3_600_000 + 1)
      expect(await totals('day')).toEqual([])
      expect((await totals('week')).length).toBe(2)
      expect(await calls['gift.ranking']({ anchorRoomId: 'nobody', period: 'day' }, late)).toMatchObject({
        code: CODES.NOT_FOUND,
      })
    })

    it('S6.6 says whether coins can be had, and why not', async () => {
      const calls = callsOn()
      const context = await caller(0)
      const permission = async () =>
        parsed(giftEndpoints['coin.checkPermission'].data, await calls['coin.checkPermission']({}, context))
      expect(await permission()).toEqual({ allowed: true, reason: null })
      const bought = await calls['coin.buy']({ coins: 100_000 }, context)
      expect(parsed(giftEndpoints['coin.buy'].data, bought)).toEqual({ balance: 100_000 })
      expect(await calls['coin.buy']({ coins: 100_000 }, context)).toEqual({ ...bought, isReplay: true })
      expect(await permission()).toMatchObject({ allowed: false, reason: expect.stringContaining('上限') })
      expect(await calls['coin.buy']({ coins: 1 }, { ...context, idempotencyKey: newKey() })).toMatchObject({
        code: CODES.LIMIT_EXCEEDED,
      })
    })
  })
})
