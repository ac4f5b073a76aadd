import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { giftEndpoints } from '#protocol/endpoints/gift.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { gift } from '#server/database/schema/gift.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { giftCallsOn } from './gift-calls-support.ts'
import { giftWorld } from '../wallet/gift-support.ts'

describe.each(STORE_KINDS)('gift calls on %s', (kind) => {
  const world = giftWorld(kind)
  const { caller, reward, callsOn, parsed, content } = giftCallsOn(world)

  it('S3.21 list new prices at once after a change of operators', async () => {
    const calls = callsOn()
    const prices = async () => {
      const result = parsed(giftEndpoints['gift.list'].data, await calls['gift.list']({}, await caller(0)))
      return result.list.map(({ giftPrice }) => giftPrice)
    }
    const setPrice = (price: number) => world.store.db.update(gift).set({ priceCoin: price }).where(eq(gift.id, 1))
    expect((await prices())[0]).toBe(1)
    await setPrice(2)
    content.revision = '1'
    expect((await prices())[0]).toBe(2)
    await setPrice(1)
  })

  it('S3.21 list the visible gifts without a session', async () => {
    const { list } = parsed(giftEndpoints['gift.list'].data, await callsOn()['gift.list']({}, await caller(0)))
    expect(list.map(({ giftPrice }) => giftPrice)).toEqual([1, 10, 30, 99, 520, 1_888])
    for (const gift of list) {
      expect(gift).toEqual({
        giftId: expect.any(Number) as number,
        oldId: expect.any(Number) as number,
        giftType: expect.any(Number) as number,
        giftPrice: gift.giftPrice,
        giftName: expect.stringMatching(/\p{Script=Han}/u) as string,
        giftIcon: expect.stringMatching(/^\/art\//) as string,
        giftIconWeb: expect.stringMatching(/^\/art\//) as string,
        status: '1',
      })
    }
  })

  it('S9.14 refuse gifts while disabled, but repeat earlier responses', async () => {
    const context = await caller(500)
    const sent = await callsOn()['gift.reward'](reward, context)
    expect(sent.ok).toBe(true)
    const site = { ...CONFIG_DEFAULTS, giftSwitch: 0 } as const
    expect(await callsOn()['gift.reward'](reward, { ...context, site })).toMatchObject(sent)
    const fresh = { ...context, idempotencyKey: newKey() }
    const refused = await callsOn()['gift.reward'](reward, { ...fresh, site })
    expect(refused).toMatchObject({ ok: false, code: CODES.GIFT_OFF })
    expect(parsed(giftEndpoints['coin.balance'].data, await callsOn()['coin.balance']({}, context))).toEqual({
      balance: 401,
    })
    expect(await callsOn()['gift.reward'](reward, fresh)).toMatchObject({ ok: true, data: { balance: 302 } })
  })

  it('S3.12 refuse a gift to a closed room, but repeat earlier responses', async () => {
    const context = await caller(500)
    const sent = await callsOn()['gift.reward'](reward, context)
    expect(await callsOn(false)['gift.reward'](reward, context)).toMatchObject(sent)
    const fresh = { ...context, idempotencyKey: newKey() }
    expect(await callsOn(false)['gift.reward'](reward, fresh)).toMatchObject({ ok: false, code: CODES.ROOM_CLOSED })
    expect(await callsOn()['gift.reward'](reward, fresh)).toMatchObject({ ok: true, data: { balance: 302 } })
  })

  it('S7.111 S7.112 charge three identical requests once, as the balance shows', async () => {
    const calls = callsOn()
    const context = await caller(500)
    const responses = [
      await calls['gift.reward'](reward, context),
      await calls['gift.reward'](reward, context),
      await calls['gift.reward'](reward, context),
    ].map((result) => parsed(giftEndpoints['gift.reward'].data, result))
    expect(responses[1]).toEqual(responses[0])
    expect(responses[2]).toEqual(responses[0])
    expect(responses[0]).toMatchObject({ total: 99, balance: 401, comboCount: 1 })
    const balance = await calls['coin.balance']({}, context)
    expect(parsed(giftEndpoints['coin.balance'].data, balance)).toEqual({ balance: 401 })
    expect(await calls['gift.reward']({ ...reward, count: 2 }, context)).toMatchObject({
      code: CODES.IDEMPOTENCY_CONFLICT,
    })
  })

  it('S6.5 refuse a gift for an unknown anchor', async () => {
    const sent = await callsOn()['gift.reward']({ ...reward, anchorRoomId: 'nobody' }, await caller(500))
    expect(sent).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('ignore prices and refuse invalid counts from the client', () => {
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

  it('S6.6 I10 say that an excluded member gets no coins', async () => {
    const calls = callsOn()
    const context = await caller(0)
    const limits = new Limits(world.store, { now: world.clock.now, rates: null })
    expect(await limits.timeOut(context.session?.memberId ?? '', 24)).toBeNull()
    expect(await calls['coin.checkPermission']({}, context)).toMatchObject({
      ok: true,
      data: { allowed: false, reason: '你正在休息期，期间不能领取金币' },
    })
    expect(await calls['coin.buy']({ coins: 1 }, context)).toMatchObject({ code: CODES.RG_TIME_OUT })
  })

  it('S6.6 return whether coins are available, and why not', async () => {
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
