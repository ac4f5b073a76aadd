import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { FAN } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

const BANNERS = 'banner-list'

/** S7.18-S7.20: the response cache of the worker. */
export function cacheSuite(suite: Suite): void {
  describe('response cache', () => {
    it('S7.18 S7.20 sends identical calls once and others separately', async () => {
      const page = await suite.open()
      const home = () => page.client.calls.call('site.bannerList', { position: 'home' })
      const [first, second] = await Promise.all([home(), home()])
      expect(first).toMatchObject({ ok: true })
      expect(second).toEqual(first)
      expect(await home()).toEqual(first)
      await page.client.calls.call('site.bannerList', { position: 'top' })
      expect((await suite.control.calls(BANNERS)).map((call) => call.params)).toEqual([
        { position: 'home' },
        { position: 'top' },
      ])
    })

    it('S7.18 does not abort a shared request for other callers', async () => {
      const page = await suite.open()
      const abort = new AbortController()
      const given = page.client.calls.call('site.bannerList', { position: 'home' }, { signal: abort.signal })
      const stored = page.client.calls.call('site.bannerList', { position: 'home' })
      abort.abort()
      expect(await given).toMatchObject({ ok: false, code: CODES.ABORTED })
      expect(await stored).toMatchObject({ ok: true })
      expect(await suite.control.calls(BANNERS)).toHaveLength(1)
    })

    it('settled 27 is cleared at every sign-in and sign-out', async () => {
      const page = await suite.open()
      const ask = () => page.client.calls.call('site.bannerList', { position: 'home' })
      const responses = [await ask()]
      await page.client.signIn(FAN)
      responses.push(await ask(), await ask())
      await page.client.signOut()
      responses.push(await ask())
      const titles = responses.map((response) => (response.ok ? response.data.list[0]?.title : null))
      expect(new Set(titles).size).toBe(3)
      expect(titles[1]).toBe(titles[2])
    })
  })
}
