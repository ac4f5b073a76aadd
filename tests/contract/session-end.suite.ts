import { DAY_MS } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import { FAN, ROOM, texts } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

/** End of a session, and sessions with a wrong local clock. */
export function sessionEndSuite(suite: Suite): void {
  describe('end of a session', () => {
    it('S4.15 S8.9 happens once for a hundred concurrent 401 responses', async () => {
      const page = await suite.openSignedIn()
      await suite.control.fail(
        'coin/v1/balance',
        Array.from({ length: 100 }, () => 'status-401' as const),
      )
      const calls = Array.from({ length: 100 }, () => page.client.calls.call('coin.balance', {}))
      for (const response of await Promise.all(calls))
        expect(response).toMatchObject({ ok: false, code: CODES.AUTH_ERROR })
      await page.notice('session', 1)
      expect(page.seen('outcome').map((notice) => notice.code)).toEqual([CODES.AUTH_ERROR])
      expect(page.seen('session').map((notice) => notice.session?.member.userId ?? null)).toEqual(['id-fan001', null])
      expect(page.profile.session.getItem('tb-token')).toBeNull()
    })

    for (const code of [CODES.LOGIN_ELSEWHERE_ERROR, CODES.PASSWORD_CHANGED, CODES.ACCOUNT_BLOCKADE] as const) {
      it(`S4.15 settled 31 by ${code} is reported once, and the room continues for a visitor`, async () => {
        const page = await suite.openSignedIn()
        const room = page.join(ROOM)
        await suite.control.whenInRoom(ROOM, 1)
        await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
        await suite.control.endSession(code)
        expect(await page.notice('outcome')).toMatchObject({ code, message: codeText(code) })
        await page.notice('session', 1)
        await suite.control.append(ROOM, texts(1, 1))
        await room.reached(1)
        expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
        expect(page.seen('outcome').filter((notice) => notice.code === code)).toHaveLength(1)
        expect(page.seen('session').at(-1)?.session).toBeNull()
      })
    }

    it('S7.49 settled 26 by sign-out is not reported', async () => {
      const page = await suite.openSignedIn()
      page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      const signedOut = page.client.signOut()
      await suite.control.whenCalled('member/v1/logout', 1)
      await suite.control.endSession(CODES.AUTH_ERROR)
      expect(await signedOut).toMatchObject({ ok: true })
      await page.notice('session', 1)
      expect(page.seen('outcome')).toEqual([])
    })

    for (const shiftMs of [DAY_MS, -DAY_MS]) {
      const where = shiftMs < 0 ? 'ahead' : 'behind'
      it(`S9.20 settled 35 does not happen to a client whose clock is a day ${where}`, async () => {
        await suite.control.shiftClock(shiftMs)
        const page = await suite.openSignedIn()
        expect(Math.abs(page.client.clock.now() - Date.now() - shiftMs)).toBeLessThan(60_000)
        expect((await page.notice('session')).session?.expireAt).toBeGreaterThan(page.client.clock.now())
        expect(await page.client.calls.call('gift.reward', gift)).toMatchObject({ ok: true, data: { balance: 990 } })
        const room = page.join(ROOM)
        await suite.control.whenInRoom(ROOM, 1)
        await suite.control.append(ROOM, texts(1, 1))
        await room.reached(1)
        expect(Math.abs((room.rows[0]?.at ?? 0) - page.client.clock.now())).toBeLessThan(120_000)
        page.client.close()
        const again = suite.make(page.profile)
        expect(await again.start(suite.control)).toMatchObject({
          ok: true,
          data: { session: { member: { userId: `id-${FAN.name}` } } },
        })
        expect([...page.seen('outcome'), ...again.seen('outcome')]).toEqual([])
      })
    }
  })
}

const gift = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
