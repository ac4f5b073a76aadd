import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Fault } from './support/control.ts'
import type { Page } from './support/page.ts'
import { FAN, numbers, ROOM, texts } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

const GIFT = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
const DEAD_LINES: Fault[] = ['lose-request', 'not-json', 'not-an-object', 'status-404', 'status-502']

/** S8.15-S8.17: two origins of one server, the first of which fails. */
export function linesSuite(suite: Suite): void {
  describe('API origins', () => {
    /** A page that has both origins. */
    async function opened(): Promise<Page> {
      await suite.control.serveOrigins({ api: [await suite.control.secondOrigin()], news: [] })
      const page = await suite.open()
      await page.profile.written('dc')
      return page
    }

    it('S8.15 S8.16 Annex F errCount, dc: counts failures of requests without credentials up to the number of origins', async () => {
      const page = await opened()
      expect(page.profile.local.getItem('dc')).toBe('2')
      await suite.control.fail('/timeServer', ['lose-request', 'lose-request', 'lose-request'])
      const codes: unknown[] = []
      for (let round = 0; round < 3; round += 1) {
        const response = await page.client.calls.call('gateway.timeServer', {})
        codes.push(response.ok || response.code)
      }
      expect(codes).toEqual([CODES.LINE_SWITCHING, CODES.NETWORK_ABNORMAL, CODES.LINE_SWITCHING])
      expect(page.profile.session.getItem('errCount')).toBe('1')
      expect(await page.client.calls.call('gateway.timeServer', {})).toMatchObject({ ok: true })
      expect(page.profile.session.getItem('errCount')).toBeNull()
      expect(page.seen('origin').map((notice) => notice.isFirst)).toEqual([false, true, false])
    })

    it.each(DEAD_LINES)('S8.17 repeats a read on the other origin after %s', async (fault) => {
      const page = await opened()
      await suite.control.breakFirstOrigin(fault)
      expect(await page.client.calls.call('live.detail', { eid: 'unknown' })).toMatchObject({ code: CODES.NOT_FOUND })
      expect(await page.notice('origin')).toEqual({
        type: 'origin',
        origin: await suite.control.secondOrigin(),
        isFirst: false,
      })
      expect(await page.client.calls.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
      expect((await suite.control.calls('getSysTime')).at(-1)?.origin).toBe(2)
      expect(page.seen('outcome')).toEqual([])
    })

    it('S8.17 repeats a money call on the other origin with its key and books it once', async () => {
      const page = await opened()
      await page.client.signIn(FAN)
      await suite.control.breakFirstOrigin('status-502')
      expect(await page.client.calls.call('gift.reward', GIFT)).toMatchObject({ ok: true, data: { balance: 990 } })
      expect(await suite.control.bookings()).toBe(1)
    })

    it('S8.17 fails a changing call without a key and uses the other origin for the next try', async () => {
      const page = await opened()
      await page.client.signIn(FAN)
      await suite.control.breakFirstOrigin('lose-request')
      const remove = () => page.client.calls.call('device.remove', { id: 'device-1' })
      expect(await remove()).toMatchObject({ ok: false, code: CODES.NETWORK_FAILURE })
      expect(await remove()).toMatchObject({ ok: true })
    })

    it.each(DEAD_LINES)('S8.17 starts on another origin of the page after: %s', async (fault) => {
      const second = await suite.control.secondOrigin()
      await suite.control.breakFirstOrigin(fault)
      const page = suite.make()
      expect(await page.start(suite.control, { otherOrigins: [second, 'not an origin'] })).toMatchObject({ ok: true })
      expect(page.seen('origin').at(-1)).toEqual({ type: 'origin', origin: second, isFirst: false })
      expect(await page.client.calls.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    })

    it('S8.17 moves rooms to the new origin without loss', async () => {
      const page = await opened()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 3))
      await room.reached(3)
      await suite.control.breakFirstOrigin('lose-request')
      await suite.control.append(ROOM, texts(4, 3))
      await room.reached(6)
      expect(room.texts()).toEqual(numbers(1, 6))
      expect(page.seen('origin').at(-1)).toMatchObject({ isFirst: false })
    })
  })
}
