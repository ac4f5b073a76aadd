import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Suite } from './support/suite.ts'

const MATCH = { matchId: 'match-1' }

/** S7.114: the video provider with signed queries and an encrypted field. */
export function thirdPartySuite(suite: Suite): void {
  describe('video provider', () => {
    it('S7.114 uses signed queries and one grant until it expires', async () => {
      const page = await suite.open()
      for (let round = 0; round < 2; round += 1) {
        const response = await page.client.calls.call('video.play', MATCH)
        expect(response).toMatchObject({ ok: true, data: { matchId: 'match-1', lines: [{ kind: 'flv' }] } })
      }
      expect(await suite.control.calls('videoGrant')).toHaveLength(1)
      expect(await suite.control.calls('open/video/v1/play')).toHaveLength(2)
    })

    it('S7.114 renews a refused grant once', async () => {
      const page = await suite.open()
      await page.client.calls.call('video.play', MATCH)
      await suite.control.revokeGrants()
      expect(await page.client.calls.call('video.play', MATCH)).toMatchObject({ ok: true })
      expect(await suite.control.calls('videoGrant')).toHaveLength(2)
    })

    it('S7.114 keeps its keys in the worker', async () => {
      const page = await suite.open()
      const response = await page.client.calls.call('video.play', MATCH)
      expect(JSON.stringify([response, page.notices])).not.toMatch(/signKey|dataKey|appId/)
      expect(await page.client.calls.call('video.grant', MATCH)).toMatchObject({ ok: false, code: CODES.PARAM_ERROR })
    })
  })
}
