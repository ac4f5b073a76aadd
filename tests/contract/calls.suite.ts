import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ROOM } from './support/samples.ts'
import type { Suite } from './support/suite.ts'

/** Handshake, sealing and failures of calls. */
export function callsSuite(suite: Suite): void {
  describe('calls', () => {
    it('S7.6 S7.10 perform one handshake and are sealed after it', async () => {
      const page = await suite.open()
      const response = await page.client.calls.call('gateway.getSysTime', {})
      expect(response).toMatchObject({ ok: true, traceId: 'trace-1' })
      if (response.ok) expect(Math.abs(response.data.time - page.client.clock.now())).toBeLessThan(60_000)
      expect(await suite.control.calls('/vvm')).toHaveLength(1)
    })

    it('settled 6 refuse a server with another identity', async () => {
      const page = suite.make()
      const { origin } = await suite.control.where()
      const where = () => Promise.resolve({ origin, identity: 'A'.repeat(43) })
      expect(await page.start({ ...suite.control, where })).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    })

    it('settled 5 repeat the handshake once after REKEY', async () => {
      const page = await suite.open()
      await suite.control.restart()
      const responses = await Promise.all([1, 2, 3].map(() => page.client.calls.call('gateway.getSysTime', {})))
      expect(responses.map((response) => response.ok)).toEqual([true, true, true])
      expect(await suite.control.calls('/vvm')).toHaveLength(2)
    })

    it('settled 5 correct the clock after STALE and repeat once', async () => {
      const page = await suite.open()
      // The clock of the server under test may differ from this one.
      const offsetMs = page.client.clock.now() - Date.now()
      await suite.control.shiftClock(600_000)
      expect(await page.client.calls.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
      await page.conditions.until(() => Math.abs(page.client.clock.now() - Date.now() - offsetMs - 600_000) < 60_000)
      expect(await suite.control.calls('/vvm')).toHaveLength(1)
    })

    it('settled 5 return SEAL_REFUSED without a repetition', async () => {
      const page = await suite.open()
      await suite.control.fail('getSysTime', ['seal-refused'])
      expect(await page.client.calls.call('gateway.getSysTime', {})).toMatchObject({
        ok: false,
        code: CODES.SEAL_REFUSED,
      })
    })

    it('S8.13 return failures for lost, foreign and malformed responses', async () => {
      const page = await suite.open()
      await suite.control.fail('getSysTime', ['lose-request', 'not-json', 'not-an-object'])
      const call = () => page.client.calls.call('gateway.getSysTime', {})
      expect(await call()).toMatchObject({ ok: false, code: CODES.NETWORK_FAILURE })
      expect(await call()).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
      expect(await call()).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
      expect(await call()).toMatchObject({ ok: true })
    })

    it('are aborted by their signal', async () => {
      const page = await suite.open()
      await suite.control.fail('getSysTime', ['hang'])
      const abort = new AbortController()
      const response = page.client.calls.call('gateway.getSysTime', {}, { signal: abort.signal })
      abort.abort()
      expect(await response).toMatchObject({ ok: false, code: CODES.ABORTED })
    })

    it('of the transport are refused to the page', async () => {
      const page = await suite.open()
      const { signal } = new AbortController()
      expect(await page.client.calls.call('chatroom.anonJoin', { chatRoomNo: ROOM }, { signal })).toMatchObject({
        ok: false,
        code: CODES.PARAM_ERROR,
      })
    })
  })
}
