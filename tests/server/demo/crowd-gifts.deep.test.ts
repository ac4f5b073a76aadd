import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import type { GiftPrice } from '#server/wallet/ledger/gift-orders.ts'
import { authorOf } from '#server/rooms/author.ts'
import { RoomCrowd } from '#server/demo/world/crowd.ts'
import { CrowdGifts, unwatchedShare } from '#server/demo/world/crowd-gifts.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { createSchedule } from '#server/demo/world/schedule.ts'
import { PEOPLE, testRooms } from '../rooms/rooms-support.ts'
import { crowdBasics } from './crowd-support.ts'

const HOURS = 10
const GIFT: GiftPrice = { giftId: 1, giftName: '加油棒', giftPrice: 1, status: '1' } as GiftPrice

/** The gifts of the demo viewers of a room in ten hours, with this many sockets in it; a combo counts once. */
async function combos(appeal: number, sockets: number): Promise<number> {
  const { hub, clock } = await testRooms({}, [])
  const fixture = { ...planWorld(createRandom(5))[0]!, appeal }
  const room = new MatchRoom(fixture, hub, createRandom(1), clock.now())
  await room.open(clock.now(), [])
  hub.setCrowdViewers(fixture.chatRoomNo, 12_000)
  for (let socket = 0; socket < sockets; socket += 1) hub.enter(hub.room(fixture.chatRoomNo)!, `socket-${socket}`, null)
  const seen = new Set<string>()
  const schedule = createSchedule()
  const crowd = new RoomCrowd(
    {
      // Messages are not counted here.
      rooms: {
        listeners: (chatRoomNo) => hub.listeners(chatRoomNo),
        room: () => null,
        chat: { say: async () => success({ id: 'e', seq: 1 }) },
        append: async () => [],
      },
      calls: {
        'gift.reward': async ({ comboId }) => {
          seen.add(comboId)
          return success({ giftOrderNo: 'g', total: 1, balance: 1, comboCount: 1 })
        },
        'coin.buy': async () => success({ balance: 1, orderNo: 'o' } as never),
      },
      gifts: async () => [GIFT],
      schedule,
      ...crowdBasics(),
    },
    room,
    400,
  )
  for (let second = 0; second < HOURS * 3_600; second += 1) {
    crowd.step(clock.now(), 1_000)
    clock.move(1_000)
    schedule.runDue(clock.now())
    await Promise.resolve()
  }
  await hub.close()
  return seen.size
}

describe('gifts of demo viewers', () => {
  it('are about twenty times rarer in a room without real viewers', async () => {
    const [watched, unwatched] = [await combos(1, 1), await combos(1, 0)]
    expect(watched).toBeGreaterThan(6_000)
    expect(watched / unwatched).toBeGreaterThan(15)
    expect(watched / unwatched).toBeLessThan(27)
  })

  it('are frequent enough in a quiet room for its hourly ranking', async () => {
    expect((await combos(0.02, 0)) / HOURS).toBeGreaterThan(3)
    expect(unwatchedShare(720)).toBe(0.05)
    expect(unwatchedShare(12)).toBe(0.5)
    expect(unwatchedShare(3)).toBe(1)
  })

  it.each([
    [CODES.BALANCE_NOT_ENOUGH, 1],
    [CODES.GIFT_OFF, 0],
    [CODES.ROOM_CLOSED, 0],
    [CODES.CURRENT_LIMITING_A, 0],
  ])('are followed by a coin purchase only if the balance is too low: %i', async (code, perGift) => {
    const schedule = createSchedule()
    const [refused, bought] = [new Set<string | null>(), new Set<string | null>()]
    const gifts = new CrowdGifts(
      {
        rooms: { listeners: () => 1 },
        calls: {
          'gift.reward': async (_params, { idempotencyKey }) => {
            refused.add(idempotencyKey)
            return failure(code, '')
          },
          'coin.buy': async (_params, { idempotencyKey }) => {
            bought.add(idempotencyKey)
            return success({ balance: 1, orderNo: 'o' } as never)
          },
        },
        gifts: async () => [GIFT],
        schedule,
        onError: (error) => expect(error).toBeUndefined(),
      },
      planWorld(createRandom(5))[0]!,
      createRandom(3),
      100,
    )
    const [one] = PEOPLE
    for (let combo = 0; combo < 10; combo += 1) {
      await gifts.start({ ...one!, site: CONFIG_DEFAULTS, author: authorOf(one!.member) }, `combo-${combo}`, 0)
    }
    schedule.runDue(60_000)
    await setImmediate()
    expect(bought.size).toBe(refused.size * perGift)
    expect(refused.size).toBeGreaterThanOrEqual(10)
  })
})
