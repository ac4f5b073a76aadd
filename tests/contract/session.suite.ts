import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { Profile } from './support/page.ts'
import { FAN } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

/** Sign-in, sign-out and the end of a session. */
export function sessionSuite(suite: Suite): void {
  describe('session', () => {
    it('S3.1 signs in with a blank token and notifies the page', async () => {
      const page = await suite.open()
      expect(await page.client.signIn({ ...FAN, password: 'Wrong2026' })).toMatchObject({
        ok: false,
        code: CODES.NAME_OR_PASSWORD_WRONG,
      })
      const signed = await page.client.signIn({ name: ' FAN001 ', password: FAN.password })
      expect(signed).toMatchObject({ ok: true, data: { member: { userId: 'id-fan001' } } })
      expect((await page.notice('session')).session?.member.userId).toBe('id-fan001')
      expect((await suite.control.calls('/login')).map((call) => call.token)).toEqual(['', ''])
      expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: true, data: { balance: 1_000 } })
      expect(JSON.stringify(page.notices)).not.toContain(page.profile.session.getItem('tb-token'))
    })

    it('settled 6 repeats the handshake when the token changes', async () => {
      const page = await suite.openSignedIn()
      await page.client.calls.call('coin.balance', {})
      expect(await suite.control.calls('/vvm')).toHaveLength(2)
    })

    it('S3.35 S6.1 is restored after a reload and removed on sign-out', async () => {
      const profile = new Profile()
      const first = await suite.openSignedIn(profile)
      first.client.close()
      const second = suite.make(profile)
      const report = await second.start(suite.control)
      expect(report).toMatchObject({ ok: true, data: { session: { member: { userId: 'id-fan001' } } } })
      expect(await second.client.signOut()).toMatchObject({ ok: true })
      expect(profile.session.getItem('tb-token')).toBeNull()
      expect(await second.client.calls.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
      expect((await suite.control.calls('coin/v1/balance')).at(-1)?.token).toBe('')
    })

    it('S8.9 settled 1: ends on HTTP 401 and is reported once', async () => {
      const page = await suite.openSignedIn()
      await suite.control.fail('coin/v1/balance', ['status-401'])
      expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.AUTH_ERROR })
      expect(await page.notice('outcome')).toMatchObject({ code: CODES.AUTH_ERROR })
      expect((await page.notice('session', 1)).session).toBeNull()
      expect(page.profile.session.getItem('tb-token')).toBeNull()
      expect(page.seen('outcome')).toHaveLength(1)
    })

    it('settled 1: stays on NEED_LOGIN, which is reported', async () => {
      const page = await suite.open()
      expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
      expect(await page.notice('outcome')).toMatchObject({ code: CODES.NEED_LOGIN })
      expect(page.seen('session')).toHaveLength(0)
    })
  })
}
