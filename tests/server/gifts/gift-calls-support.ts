import { beforeEach, expect } from 'vitest'
import type { Result } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { giftCalls } from '#server/calls/room/gift.ts'
import type { MoneyCall } from '#server/http/context.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import type { EntryDraft } from '#server/rooms/log/entries.ts'
import { Members } from '#server/members/members.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import type { GiftWorld } from '../wallet/gift-support.ts'

/** Gift calls on a {@link GiftWorld} with signed-in members. */
export function giftCallsOn(world: GiftWorld) {
  async function caller(coins: number, more: Partial<MoneyCall> = {}): Promise<MoneyCall> {
    const memberId = await memberWith(world.store, coins)
    const member = await new Members(world.store, { now: world.clock.now }).profile(memberId)
    if (!member) throw new Error('no member was made')
    return {
      traceId: 'trace',
      now: world.clock.now(),
      siteId: 5009,
      site: CONFIG_DEFAULTS,
      clientType: 1,
      deviceId: 'device-1',
      address: '192.0.2.1',
      session: { sessionId: 'session-1', memberId, expireAt: world.clock.now() + 1, member },
      idempotencyKey: newKey(),
      wdKey: null,
      safety: null,
      ...more,
    }
  }
  const reward = { giftId: 4, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
  /** Notices of the site. */
  const announced: EntryDraft[] = []
  beforeEach(() => announced.splice(0))
  /** `revision` is that of the changes of operators. */
  const content = { revision: '' }
  const callsOn = (isOpen = true, acceptsGifts = true) =>
    giftCalls({
      database: world.store,
      content,
      liveRooms: { acceptsGifts: () => acceptsGifts },
      matchOfAnchor: (anchorRoomId) =>
        anchorRoomId.startsWith('anchor') ? { eid: '7', chatRoomNo: 'r7', title: '北港联 对 梅州' } : null,
      rooms: {
        isOpen: () => isOpen,
        post: async (chatRoomNo, drafts) => {
          expect(chatRoomNo).toBe('site')
          announced.push(...drafts)
          return []
        },
      },
      onError: (error) => {
        throw error
      },
      ledger: world.ledger,
      playLimits: new Limits(world.store, { now: world.clock.now, rates: null }),
      members: new Members(world.store, { now: world.clock.now }),
      gifts: world.serviceOn(),
      roomOfAnchor: (anchorRoomId) => (anchorRoomId.startsWith('anchor') ? `room-of-${anchorRoomId}` : null),
      now: world.clock.now,
    })
  const parsed = <Data>(shape: { parse: (data: unknown) => Data }, result: Result<unknown>): Data =>
    shape.parse(result.ok ? result.data : result)
  return { caller, reward, announced, callsOn, parsed, content }
}
