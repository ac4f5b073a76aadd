import { describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { ROOM, numbers, texts } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

const JOIN = ENDPOINTS['chatroom.anonJoin'].path

/** Temporary refusals with their details. */
const REFUSALS: readonly (readonly [code: number, details: unknown])[] = [
  [CODES.SYSTEM_MAINTENANCE, { maintainStatus: 0, maintainEnd: 1_795_000_000_000 }],
  [CODES.ACCESS_CAVEAT_CODE, { maintainStatus: 1, isGo: 0, reason: '网络不开放' }],
  [CODES.NEED_ROBOT_CHECK, null],
  [CODES.CURRENT_LIMITING_B, { retryAfterMs: 20 }],
]

/** Rooms lose nothing by interruptions, gaps and dead workers. */
export function roomRecoverySuite(suite: Suite): void {
  /** A page that has five entries of a room and whose connection is refused. */
  async function interrupted() {
    const page = await suite.open()
    const room = page.join(ROOM)
    await suite.control.whenInRoom(ROOM, 1)
    await suite.control.append(ROOM, texts(1, 5))
    await room.reached(5)
    await suite.control.refuseConnections()
    await page.conditions.until(() => page.seen('connection').at(-1)?.state !== 'online')
    return { page, room }
  }

  describe('room recovery', () => {
    it('settled 11 fills a gap without loss, duplicates or reordering', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 2))
      await suite.control.loseFrames(ROOM, 2)
      await suite.control.append(ROOM, texts(3, 2))
      await suite.control.append(ROOM, texts(5, 2))
      await suite.control.append(ROOM, texts(7, 2))
      await suite.control.append(ROOM, texts(9, 2))
      await room.reached(10)
      expect(room.texts()).toEqual(numbers(1, 10))
      expect(room.dividers).toEqual([])
      expect((await page.client.stats())?.gaps).toBeGreaterThan(0)
    })

    it('settled 12 resumes after an interruption with each missed entry once, after a divider', async () => {
      const { page, room } = await interrupted()
      await suite.control.append(ROOM, texts(6, 130))
      await suite.control.acceptConnections()
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      await suite.control.append(ROOM, texts(136, 1))
      await room.reached(136)
      expect(room.receivedRows.map((row) => (row.kind === 'text' ? row.data.text : ''))).toEqual(numbers(1, 136))
      expect(room.dividers).toEqual([{ missed: 130, isLost: false }])
      const divided = room.batches.find((batch) => batch.divider !== null)
      expect(divided?.rows[0]?.seq).toBe(6)
      expect(room.dropped).toBe(0)
      expect((await page.client.stats())?.reconnects).toBe(1)
      expect(page.seen('connection').at(-1)?.state).toBe('online')
    })

    it('settled 12 reports the number of lost entries', async () => {
      const { room } = await interrupted()
      await suite.control.append(ROOM, texts(6, 200))
      await suite.control.forgetBefore(ROOM, 190)
      await suite.control.acceptConnections()
      await room.reached(205)
      expect(room.messages.some((message) => message.type === 'reset')).toBe(true)
      expect(room.dividers).toEqual([{ missed: 200, isLost: true }])
      expect(room.texts()).toEqual(numbers(190, 16))
    })

    it('resets the room if the log is another one', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 5))
      await room.reached(5)
      await suite.control.breakContinuity(ROOM)
      await suite.control.append(ROOM, texts(100, 2))
      await room.conditions.until(() => room.texts().includes('第101句'))
      expect(room.texts()).toEqual(numbers(100, 2))
    })

    for (const [code, details] of REFUSALS) {
      it(`S4.17 S4.22 S4.26 reports a refusal with ${code} after a restart once and continues when it ends`, async () => {
        const page = await suite.open()
        const room = page.join(ROOM)
        await suite.control.whenInRoom(ROOM, 1)
        await suite.control.append(ROOM, texts(1, 1))
        await room.reached(1)
        await suite.control.provoke({ path: JOIN, code, times: 2, data: details })
        await suite.control.restart()
        const reported = await page.notice('outcome')
        expect(reported).toMatchObject({ code, message: codeText(code), path: JOIN })
        expect(reported.details ?? null).toEqual(details)
        await suite.control.whenInRoom(ROOM, 1)
        await suite.control.append(ROOM, texts(2, 1))
        await room.reached(2)
        expect(room.failed).toBeNull()
        expect(room.texts()).toEqual(numbers(1, 2))
        expect(page.seen('outcome')).toHaveLength(1)
        await suite.control.provoke({ path: JOIN, code, times: 1, data: details })
        await suite.control.restart()
        expect(await page.notice('outcome', 1)).toMatchObject({ code })
      })
    }

    it('S6.1 joins as a visitor at once after sign-out, without the delay of the refused member', async () => {
      const page = await suite.openSignedIn()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 1))
      await room.reached(1)
      const path = ENDPOINTS['chatroom.webJoin'].path
      const details = { retryAfterMs: 30_000 }
      await suite.control.provoke({ path, code: CODES.CURRENT_LIMITING_B, times: 1, data: details })
      await suite.control.restart()
      expect(await page.notice('outcome')).toMatchObject({ code: CODES.CURRENT_LIMITING_B })
      const signedOutAt = Date.now()
      await page.client.signOut()
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(2, 1))
      await room.reached(2)
      expect(Date.now() - signedOutAt).toBeLessThan(details.retryAfterMs / 2)
      expect(room.texts()).toEqual(numbers(1, 2))
    })

    it('settled 10 does not report a refusal of the site room while another room is open', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      const news = page.join(SITE_ROOM)
      // The second attempt follows the report of the first one.
      await suite.control.whenCalled(JOIN, 3)
      expect(news.entered).toBeNull()
      expect(page.seen('outcome')).toEqual([])
      expect(room.failed).toBeNull()
    })

    it('S6.1 continues as a visitor without loss when the server ends the session', async () => {
      const page = await suite.openSignedIn()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 2))
      await room.reached(2)
      await suite.control.endSession(CODES.LOGIN_ELSEWHERE_ERROR)
      expect(await page.notice('outcome')).toMatchObject({ code: CODES.LOGIN_ELSEWHERE_ERROR })
      await suite.control.append(ROOM, texts(3, 2))
      await room.reached(4)
      expect(room.texts()).toEqual(numbers(1, 4))
      expect(page.seen('session').at(-1)?.session).toBeNull()
    })

    it('settled 19 continues without loss after the worker was replaced', async () => {
      const page = await suite.open()
      const room = page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await suite.control.append(ROOM, texts(1, 20))
      await room.reached(20)
      page.platform.killWorker()
      await suite.control.append(ROOM, texts(21, 100))
      const response = page.client.calls.call('gateway.getSysTime', {})
      await room.reached(120)
      await suite.control.append(ROOM, texts(121, 1))
      await room.reached(121)
      expect(room.receivedRows.map((row) => row.seq)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1))
      expect((await page.client.stats())?.workersReplaced).toBe(1)
      expect(await response).toMatchObject({ ok: true })
      expect(room.dividers).toEqual([{ missed: 100, isLost: false }])
    })
  })
}
