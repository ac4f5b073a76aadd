import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import { RIGHT_CODE } from './support/lt1-safety.ts'
import type { Page } from './support/page.ts'
import { FAN } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

const CODE_ID = 'code-0123456789abcdef'
const RIGHT: VerificationResult = { safeType: 'imageCode', codeId: CODE_ID, imgCode: RIGHT_CODE }
const WRONG: VerificationResult = { ...RIGHT, imgCode: 'wrong' }
const GIFT = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
const EVERY_TYPE = { imageCode: 1, afs: 1, anji: 1 }

/** The safety check (S4.18-S4.21): one dialog for all calls, the risk token, and the outcome of the calls. */
export function safetySuite(suite: Suite): void {
  describe('safety check', () => {
    async function protectedPage(path = 'coin/v1/balance'): Promise<Page> {
      const page = await suite.openSignedIn()
      await suite.control.protect(path, EVERY_TYPE)
      return page
    }

    it('S4.18 S9.10 opens one dialog for all waiting calls 500 ms after the first refusal', async () => {
      const page = await suite.openSignedIn()
      await suite.control.protect('coin/v1/balance', { imageCode: 1, afs: 0, anji: 0 })
      await suite.control.protect('getSysTime', { imageCode: 0, afs: 0, anji: 1 })
      const startedAt = performance.now()
      const responses = [
        page.client.calls.call('coin.balance', {}),
        page.client.calls.call('coin.balance', {}),
        page.client.calls.call('gateway.getSysTime', {}),
      ]
      const notice = await page.notice('verification')
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(495)
      // S4.19: the types of all calls, in the order in which they are offered.
      expect(notice.safeTypes).toEqual(['anji', 'imageCode'])
      const late = page.client.calls.call('coin.balance', {})
      await suite.control.whenCalled('coin/v1/balance', 3)
      expect(await page.client.completeVerification(RIGHT)).toEqual({ ok: true, data: null })
      expect((await Promise.all([...responses, late])).map((response) => response.ok)).toEqual([true, true, true, true])
      expect(page.seen('verification')).toHaveLength(1)
      expect(page.seen('outcome')).toEqual([])
      expect(await suite.control.calls('ic/verify')).toHaveLength(1)
    })

    it('S4.21 S7.14 repeats calls with the result, a new nonce and the risk token', async () => {
      const page = await protectedPage('live/v1/detail')
      const response = page.client.calls.call('live.detail', { eid: 'unknown' })
      await page.notice('verification')
      await page.client.completeVerification(RIGHT)
      expect(await response).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
      const [first, second] = await suite.control.calls('live/v1/detail')
      expect(first).toMatchObject({ riskToken: '', params: { eid: 'unknown' } })
      expect(second).toMatchObject({ riskToken: 'risk-token-1', params: { eid: 'unknown', ...RIGHT } })
      expect(second?.nonce).not.toBe(first?.nonce)
      expect(await page.client.calls.call('coin.balance', {})).toMatchObject({ ok: true })
      expect((await suite.control.calls('coin/v1/balance'))[0]?.riskToken).toBe('risk-token-1')
      expect(JSON.stringify(page.notices)).not.toContain('risk-token')
    })

    it('S4.21 settled 7 keeps the key of a money call, which is booked once', async () => {
      const page = await protectedPage('gift/v1/reward')
      const response = page.client.calls.call('gift.reward', GIFT)
      await page.notice('verification')
      await page.client.completeVerification(RIGHT)
      expect(await response).toMatchObject({ ok: true, data: { balance: 990 } })
      const keys = (await suite.control.calls('gift/v1/reward')).map((call) => call.idempotencyKey)
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
      expect(page.profile.local.getItem('pendingTx')).toBeNull()
    })

    it('S4.21 keeps calls waiting after a wrong result', async () => {
      const page = await protectedPage()
      const response = page.client.calls.call('coin.balance', {})
      await page.notice('verification')
      expect(await page.client.completeVerification(WRONG)).toMatchObject({ ok: false, code: CODES.VERIFY_CODE_ERROR })
      expect(await suite.control.calls('coin/v1/balance')).toHaveLength(1)
      expect(await page.client.completeVerification(RIGHT)).toMatchObject({ ok: true })
      expect(await response).toMatchObject({ ok: true })
      expect(page.seen('verification')).toHaveLength(1)
    })

    it('S4.21 returns the refusal after three rounds', async () => {
      const page = await suite.openSignedIn()
      await suite.control.provoke({ path: 'coin/v1/balance', code: CODES.NEED_SAFE, times: 10, data: EVERY_TYPE })
      const response = page.client.calls.call('coin.balance', {})
      for (let round = 0; round < 3; round += 1) {
        await page.notice('verification', round)
        expect(await page.client.completeVerification(RIGHT)).toMatchObject({ ok: true })
      }
      expect(await response).toMatchObject({ ok: false, code: CODES.NEED_SAFE })
      expect(page.seen('verification')).toHaveLength(3)
      expect(await suite.control.calls('coin/v1/balance')).toHaveLength(4)
    })

    it('S7.14 drops a refused risk token and opens the dialog again', async () => {
      const page = await protectedPage()
      const first = page.client.calls.call('coin.balance', {})
      await page.notice('verification')
      await page.client.completeVerification(RIGHT)
      await first
      await suite.control.forgetRiskTokens()
      const second = page.client.calls.call('coin.balance', {})
      await page.notice('verification', 1)
      await page.client.completeVerification(RIGHT)
      expect(await second).toMatchObject({ ok: true })
      const tokens = (await suite.control.calls('coin/v1/balance')).map((call) => call.riskToken)
      expect(tokens).toEqual(['', 'risk-token-1', 'risk-token-1', 'risk-token-2'])
      expect((await suite.control.calls('ic/verify'))[1]?.riskToken).toBe('')
    })

    it('S7.14 drops the risk token with the session', async () => {
      const page = await protectedPage()
      const response = page.client.calls.call('coin.balance', {})
      await page.notice('verification')
      await page.client.completeVerification(RIGHT)
      await response
      await page.client.signOut()
      await page.client.calls.call('gateway.getSysTime', {})
      expect((await suite.control.calls('getSysTime')).at(-1)?.riskToken).toBe('')
    })

    it('S4.20 fails all waiting calls with 请求已关闭 when the dialog is closed, without a toast', async () => {
      const page = await protectedPage()
      const responses = [page.client.calls.call('coin.balance', {}), page.client.calls.call('coin.balance', {})]
      await page.notice('verification')
      await suite.control.whenCalled('coin/v1/balance', 2)
      page.client.closeVerification()
      for (const response of await Promise.all(responses)) {
        expect(response).toMatchObject({ ok: false, code: CODES.VERIFICATION_CLOSED, message: '请求已关闭' })
      }
      expect(page.seen('outcome')).toEqual([])
      expect(page.seen('verification-over')).toEqual([])
    })

    it('S4.20 closes the dialog when the last waiting call is aborted', async () => {
      const page = await protectedPage()
      const [one, other] = [new AbortController(), new AbortController()]
      const first = page.client.calls.call('coin.balance', {}, { signal: one.signal })
      const second = page.client.calls.call('coin.balance', {}, { signal: other.signal })
      await page.notice('verification')
      await suite.control.whenCalled('coin/v1/balance', 2)
      one.abort()
      expect(await first).toMatchObject({ ok: false, code: CODES.ABORTED })
      expect(page.seen('verification-over')).toHaveLength(0)
      other.abort()
      expect(await second).toMatchObject({ ok: false, code: CODES.ABORTED })
      await page.notice('verification-over')
    })

    it('S9.12 applies to sign-in and keeps its geetest fields', async () => {
      const page = await suite.open()
      await suite.control.protect('/login', { imageCode: 1, afs: 0, anji: 0 })
      const geetest = { geetest_challenge: 'challenge', geetest_validate: 'validate', geetest_seccode: 'seccode' }
      const signedIn = page.client.signIn({ ...FAN, geetest })
      expect((await page.notice('verification')).safeTypes).toEqual(['imageCode'])
      await page.client.completeVerification(RIGHT)
      expect(await signedIn).toMatchObject({ ok: true, data: { member: { userId: 'id-fan001' } } })
      const [first, second] = await suite.control.calls('/login')
      expect(first?.params).toMatchObject({ ...geetest, name: 'fan001', password: '' })
      expect(second?.params).toMatchObject({ ...geetest, ...RIGHT })
    })

    it('S4.18 settled 19 closes the dialog of a dead worker and repeats waiting reads', async () => {
      const page = await protectedPage()
      const read = page.client.calls.call('coin.balance', {})
      await page.notice('verification')
      page.platform.killWorker()
      await page.notice('verification-over')
      await page.notice('verification', 1)
      await page.client.completeVerification(RIGHT)
      expect(await read).toMatchObject({ ok: true })
    })
  })
}
