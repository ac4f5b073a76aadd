import { describe, expect, it } from 'vitest'
import { ENTRY_DATA } from '#protocol/room/feed.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { giftCallsOn } from './gift-calls-support.ts'
import { giftWorld } from '../wallet/gift-support.ts'

describe.each(STORE_KINDS)('banners of expensive gifts on %s', (kind) => {
  const world = giftWorld(kind)
  const { caller, reward, announced, callsOn } = giftCallsOn(world)

  it('settled 10 are published to the site once: member, gift and room', async () => {
    const calls = callsOn()
    const context = await caller(100_000)
    const cup = { ...reward, giftId: 6 }
    await calls['gift.reward'](cup, context)
    await calls['gift.reward'](cup, context)
    expect(announced).toHaveLength(1)
    expect(ENTRY_DATA.notice.parse(announced[0]?.data)).toEqual({
      text: '看客 在“北港联 对 梅州”送出金杯 ×1',
      gift: {
        eid: '7',
        chatRoomNo: 'r7',
        title: '北港联 对 梅州',
        giftName: '金杯',
        giftIcon: '/art/gift-cup.svg',
        count: 1,
        comboId: 'combo-0001',
      },
    })
    expect(announced[0]?.author?.memberName).toBe('看客')
  })

  it('settled 10 are published for a combo at each thousand coins, and not for cheap gifts', async () => {
    const calls = callsOn()
    const context = await caller(100_000)
    for (let posting = 0; posting < 21; posting += 1) {
      await calls['gift.reward'](reward, { ...context, idempotencyKey: newKey() })
    }
    // 99 coins each: the eleventh exceeds 1,000 and the twenty-first 2,000.
    expect(announced.map(({ data }) => ('gift' in data ? data.gift?.count : null))).toEqual([11, 21])
  })

  it('settled 10 are limited in rate, and do not affect the charge', async () => {
    const calls = callsOn()
    const context = await caller(100_000)
    for (let posting = 0; posting < 20; posting += 1) {
      const sent = await calls['gift.reward']({ ...reward, giftId: 6 }, { ...context, idempotencyKey: newKey() })
      expect(sent.ok).toBe(true)
    }
    expect(announced).toHaveLength(3)
    // Four a minute: the next one is possible after 15 s.
    for (const [ms, count] of [
      [14_000, 3],
      [1_500, 4],
    ] as const) {
      world.clock.move(ms)
      await calls['gift.reward']({ ...reward, giftId: 6 }, { ...context, idempotencyKey: newKey() })
      expect(announced).toHaveLength(count)
    }
  })
})
