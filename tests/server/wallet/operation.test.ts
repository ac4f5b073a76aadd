import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { operationCalls } from '#server/calls/wallet/operation.ts'
import type { MemberCall } from '#server/http/context.ts'
import { RemoteVenues } from '#server/venues/remote-venue.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import type { Database } from '#server/database/database.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { testClub } from '../../support/club.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { testRounds } from '../../support/rounds.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'
import { openFunds } from '../../support/wallet-funds.ts'
import { openTestWallet } from '../../support/wallet.ts'
import { sessionMember } from '../http/router-support.ts'

describe.each(STORE_KINDS)('settled 7: the outcome of a money call on %s', (kind) => {
  const clock = testClock()
  let database: Database
  let ledger: Ledger
  beforeAll(async () => {
    database = await openTestStore(kind)
    ledger = new Ledger(database, { now: clock.now })
  })
  afterAll(() => database.close())

  async function ask(memberId: string, idempotencyKey: string, endpoint: string) {
    const session = { ...sessionMember(memberId), memberId }
    const call = { now: clock.now(), session } as MemberCall
    const { wallet, limits: playLimits } = openTestWallet(database, clock.now)
    const funds = openFunds(database, clock.now, () => null)
    const club = testClub(database, clock.now)
    const services = {
      database,
      wallet,
      playLimits,
      venues: [],
      remoteVenues: new RemoteVenues(),
      now: clock.now,
      conversions: funds.conversions,
      interestWallet: funds.interest,
      rounds: testRounds(database, clock.now),
      claims: club.claims,
      club,
    }
    const result = await operationCalls(services)['operation.result']({ idempotencyKey, endpoint }, call)
    return result.ok ? ENDPOINTS['operation.result'].data.parse(result.data) : result
  }

  const gift = (memberId: string, idempotencyKey: string, count = 2) =>
    ledger.sendGift({
      memberId,
      anchorRoomId: 'anchor-1',
      chatRoomNo: 'room-1',
      giftId: 2,
      count,
      comboId: 'combo-1',
      idempotencyKey,
    })

  it('is the first response for a booked gift or purchase', async () => {
    const member = await memberWith(database, 100, clock.now)
    const [giftKey, coinKey] = [newKey(), newKey()]
    const sent = await gift(member, giftKey)
    const order = sent.ok ? sent.data.giftOrderNo : ''
    await ledger.buyCoins({ memberId: member, coins: 5, idempotencyKey: coinKey })
    expect(await ask(member, giftKey, 'gift.reward')).toEqual({
      state: 'settled',
      code: 0,
      message: '',
      data: { giftOrderNo: order, total: 20, balance: 80, comboCount: 2 },
    })
    expect(await ask(member, coinKey, 'coin.buy')).toMatchObject({ state: 'settled', code: 0, data: { balance: 85 } })
  })

  it('is the code of a refusal', async () => {
    const member = await memberWith(database, 1, clock.now)
    const key = newKey()
    await gift(member, key)
    expect(await ask(member, key, 'gift.reward')).toEqual({
      state: 'settled',
      code: CODES.BALANCE_NOT_ENOUGH,
      message: '余额不足',
      data: null,
    })
  })

  it('is unknown if it was never booked; a late copy can no longer be booked', async () => {
    const member = await memberWith(database, 100, clock.now)
    const key = newKey()
    const unknown = { state: 'unknown', code: CODES.NOT_FOUND, message: '这笔操作没有入账', data: null }
    expect(await ask(member, key, 'gift.reward')).toEqual(unknown)
    expect(await gift(member, key)).toMatchObject({ ok: false, code: CODES.IDEMPOTENCY_CONFLICT })
    expect(await ask(member, key, 'gift.reward')).toEqual(unknown)
    expect(await ledger.coinBalance(member)).toBe(100)
  })

  it('is consistent for a concurrent query and call', async () => {
    const member = await memberWith(database, 10_000, clock.now)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const key = newKey()
        const [sent, outcome] = await Promise.all([gift(member, key, 1), ask(member, key, 'gift.reward')])
        expect('state' in outcome && outcome.state === 'settled').toBe(sent.ok)
      }),
    )
    await expectInvariants(database)
  })

  it('treats the key of another member as unused', async () => {
    const [owner, stranger] = [await memberWith(database, 100, clock.now), await memberWith(database, 100, clock.now)]
    const key = newKey()
    await gift(owner, key)
    expect(await ask(stranger, key, 'gift.reward')).toMatchObject({ state: 'unknown', data: null })
    expect(await ask(owner, key, 'gift.reward')).toMatchObject({ state: 'settled', code: 0 })
  })

  it('is not available for a key of another call', async () => {
    const member = await memberWith(database, 100, clock.now)
    const key = newKey()
    await gift(member, key)
    expect(await ask(member, key, 'coin.buy')).toMatchObject({ state: 'unknown', data: null })
  })

  it.each(['site.perInfo', 'toString', '__proto__', ''])('is not available for %s', async (endpoint) => {
    expect(await ask(await memberWith(database, 0, clock.now), newKey(), endpoint)).toMatchObject({
      code: CODES.PARAM_ERROR,
    })
  })
})
