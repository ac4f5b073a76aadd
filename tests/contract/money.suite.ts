import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { Profile } from './support/page.ts'
import type { Suite } from './support/suite.ts'

/** Money calls: their key is stored before they are sent, and they are booked once. */
export function moneySuite(suite: Suite): void {
  describe('money calls', () => {
    const gift = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }

    it('settled 7 store their key before the request and remove it when settled', async () => {
      const page = await suite.openSignedIn()
      const response = await page.client.calls.call('gift.reward', gift)
      expect(response).toMatchObject({ ok: true, data: { balance: 990 } })
      expect(page.profile.writes).toContain('pendingTx')
      expect(page.profile.local.getItem('pendingTx')).toBeNull()
      const [sent] = await suite.control.calls('gift/v1/reward')
      expect(sent?.idempotencyKey).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
    })

    it('settled 7 are repeated with the same key after lost responses and booked once', async () => {
      const page = await suite.openSignedIn()
      await suite.control.fail('gift/v1/reward', ['lose-answer', 'lose-request', 'lose-answer'])
      expect(await page.client.calls.call('gift.reward', gift)).toMatchObject({ ok: true, data: { balance: 990 } })
      expect(await suite.control.bookings()).toBe(1)
      expect(new Set((await suite.control.calls('gift/v1/reward')).map((call) => call.idempotencyKey)).size).toBe(1)
    })

    it('settled 7 post once per key; other content is a conflict', async () => {
      const page = await suite.openSignedIn()
      const key = { idempotencyKey: 'own-key-0123456789' }
      const [first, second] = await Promise.all([
        page.client.calls.call('gift.reward', gift, key),
        page.client.calls.call('gift.reward', gift, key),
      ])
      expect(first).toMatchObject({ ok: true, data: { balance: 990 } })
      expect(second).toEqual(first)
      expect(await page.client.calls.call('gift.reward', gift, key)).toMatchObject({ ok: true, data: { balance: 990 } })
      expect(await page.client.calls.call('gift.reward', { ...gift, count: 2 }, key)).toMatchObject({
        ok: false,
        code: CODES.IDEMPOTENCY_CONFLICT,
      })
      expect(await suite.control.bookings()).toBe(1)
    })

    it('settled 7 are settled after a reload', async () => {
      const profile = new Profile()
      const first = await suite.openSignedIn(profile)
      void first.client.calls.call('gift.reward', gift)
      await profile.written('pendingTx')
      first.client.close()

      const second = await suite.open(profile)
      const settled = await second.notice('settled')
      expect(settled).toMatchObject({ endpoint: 'gift.reward', result: { ok: true, data: { balance: 990 } } })
      expect(profile.local.getItem('pendingTx')).toBeNull()
      expect(await suite.control.bookings()).toBe(1)
    })
  })
}
