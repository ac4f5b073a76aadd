import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { CODES, failureOf } from '#protocol/codes.ts'
import { RISK_TOKEN_LIFETIME_MS } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { Handlers } from '#server/http/context.ts'
import { AFS_LIFETIME_MS, AFS_SCENE } from '#server/members/verification/afs.ts'
import { AJ_LIMITS } from '#server/members/verification/aj-limits.ts'
import { isHandDrawn } from '#server/members/verification/drag-track.ts'
import { withoutVerification } from '#server/members/verification/call-safety.ts'
import type { SealedClient } from '../../../support/sealed-client.ts'
import { createTestRouter, type TestRouter } from '../../http/router-support.ts'
import { callForRisk, clientOf, handTrack, passSlider, riskTokenOf, WIDTH } from './verification-support.ts'

const PASSED = CODES.IGNORED_A
/** Calls that require a verification: JSON with and without a session, and form-encoded. */
const GUARDED: Partial<Handlers> = {
  'gateway.getSysTime': async (_params, { safety, now }) => (await safety?.prove()) ?? success({ time: now }),
  'auth.login': async (_params, { safety }) => (await safety?.prove()) ?? failureOf(PASSED),
  'auth.webLogin': async (_params, { safety }) => (await safety?.prove()) ?? failureOf(PASSED),
}
const SIGN_IN = { name: 'fan001', password: '', flag: 1, version: '1', timewd: 'x', oldPassword: 'x' } as const
const OFFERED = CONFIG_DEFAULTS.safeVerifyTypes

describe('verification of calls', () => {
  let router: TestRouter
  let client: SealedClient
  beforeEach(async () => {
    router = await createTestRouter({ handlers: GUARDED })
    client = await clientOf(router)
  })
  const ask = (from: SealedClient, riskToken = '', merged: VerificationResult | null = null) =>
    from.call(
      'gateway.getSysTime',
      {},
      {
        rawBody: JSON.stringify(merged ?? {}),
        headers: riskToken === '' ? {} : { 'risk-token': riskToken },
      },
    )
  const codeOf = async (from: SealedClient, riskToken = '', merged: VerificationResult | null = null) =>
    (await ask(from, riskToken, merged)).code

  it('S4.18 S8.4 returns NEED_SAFE with the enabled checks', async () => {
    expect(await ask(client)).toMatchObject({ code: CODES.NEED_SAFE, data: OFFERED, status: 200 })
  })

  it('S4.19 offers and accepts enabled checks only', async () => {
    const site = { ...CONFIG_DEFAULTS, safeVerifyTypes: { imageCode: 1, afs: 0, anji: 1 } }
    const strict = await createTestRouter({ handlers: GUARDED, site })
    const visitor = await clientOf(strict)
    expect(await ask(visitor)).toMatchObject({ data: { imageCode: 1, afs: 0, anji: 1 } })
    const drag = { afsSessionId: 'slide-1', scene: AFS_SCENE, width: WIDTH, track: handTrack() }
    expect(await visitor.call('afs.config', {})).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await visitor.call('afs.analyze', drag)).toMatchObject({ code: CODES.NOT_FOUND })

    const holder = { deviceId: visitor.uuid, sessionId: null }
    const { sig = '', token = '' } = (await strict.gate.verification.afs.analyze(drag, holder, '127.0.0.1')) ?? {}
    expect(token).not.toBe('')
    const passed = {
      safeType: 'afs',
      afsSessionId: 'slide-1',
      afsSig: sig,
      afsToken: token,
      afsScene: AFS_SCENE,
    } as const
    expect((await visitor.call('verification.verify', passed)).code).toBe(CODES.VERIFY_CODE_ERROR)
  })

  it('locks the slider for device and address after five implausible drags', async () => {
    const drag = { afsSessionId: 'slide-1', scene: AFS_SCENE, width: WIDTH, track: handTrack() }
    const isPassed = async (from: SealedClient, params = drag) => {
      const { code, data } = await from.call('afs.analyze', params)
      return code === 0 ? (data as { isPassed: boolean }).isPassed : code
    }
    for (let count = 0; count < AJ_LIMITS.failures; count += 1) {
      expect(await isPassed(client)).toBe(true)
      expect(await isPassed(client, { ...drag, track: [] })).toBe(false)
    }
    const neighbour = await clientOf(router)
    neighbour.uuid = 'another-device-01'
    expect([await isPassed(client), await isPassed(neighbour)]).toEqual([
      CODES.VERIFY_CODE_ERROR,
      CODES.VERIFY_CODE_ERROR,
    ])
    router.clock.now += AJ_LIMITS.lockMs
    expect([await isPassed(await clientOf(router)), await isPassed(neighbour)]).toEqual([true, true])
  })

  it('S7.14 returns a risk token of 256 bits in a sealed header, for ten minutes', async () => {
    const result = await passSlider(client)
    const { response, riskToken, sealed } = await callForRisk(router, client, 'verification.verify', result)
    expect(response).toMatchObject({ code: 0, data: { expireAt: router.clock.now + RISK_TOKEN_LIFETIME_MS } })
    expect(riskToken).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(sealed).not.toContain(riskToken)
    expect(JSON.stringify(response)).not.toContain(riskToken)
    expect(await codeOf(client, riskToken)).toBe(0)
    expect(await codeOf(client, riskToken)).toBe(0)
    router.clock.now += RISK_TOKEN_LIFETIME_MS - 1
    expect(await codeOf(client, riskToken)).toBe(0)
    router.clock.now += 1
    expect(await codeOf(client, riskToken)).toBe(CODES.NEED_SAFE)
  })

  it('S7.14 binds the header to its response', async () => {
    const first = await client.prepare('verification.verify', await passSlider(client))
    const { headers } = await send(router, first.request)
    const sealed = headers['x-risk-token'] ?? ''
    await expect(first.openRisk(sealed)).resolves.toMatch(/^[A-Za-z0-9_-]{43}$/)
    const other = await client.prepare('verification.verify', await passSlider(client))
    await expect(other.openRisk(sealed)).rejects.toThrow()
  })

  it('S4.21 Annex C.2 accepts a result in JSON parameters, once', async () => {
    const result = await passSlider(client)
    expect(await codeOf(client, '', result)).toBe(0)
    expect(await codeOf(client, '', result)).toBe(CODES.NEED_SAFE)
  })

  it('S4.21 Annex C.2 accepts a result in a form', async () => {
    const result = await passSlider(client)
    const merged = { ...SIGN_IN, ...result } as typeof SIGN_IN
    expect((await client.call('auth.webLogin', SIGN_IN)).code).toBe(CODES.NEED_SAFE)
    expect((await client.call('auth.webLogin', merged)).code).toBe(PASSED)
    expect((await client.call('auth.webLogin', merged)).code).toBe(CODES.NEED_SAFE)
  })

  it('S4.21 checks the risk token before the result, so that all waiting calls can be repeated', async () => {
    const result = await passSlider(client)
    const { riskToken } = await callForRisk(router, client, 'verification.verify', result)
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(client, riskToken, result)))
    expect(codes).toEqual(Array.from({ length: 8 }, () => 0))
    const unused = await passSlider(client)
    expect(await codeOf(client, riskToken, unused)).toBe(0)
    expect(await codeOf(client, '', unused)).toBe(0)
  })

  it('Annex C.2 removes the verification fields before validation, but no fields of the endpoint', () => {
    const row = ENDPOINTS['auth.login']
    const result = { safeType: 'imageCode', codeId: 'c'.repeat(16), imgCode: 'ABCD' }
    expect(withoutVerification(row, { ...SIGN_IN, ...result })).toEqual({ params: SIGN_IN, merged: result })
    expect(withoutVerification(row, { ...SIGN_IN, captchaType: 'x' })).toEqual({
      params: { ...SIGN_IN, captchaType: 'x' },
      merged: null,
    })
    const check = { captchaType: 'clickWord', pointJson: 'p', token: 't' }
    expect(withoutVerification(ENDPOINTS['captcha.check'], check).params).toBe(check)
    expect(withoutVerification(ENDPOINTS['verification.verify'], result).params).toBe(result)
    fc.assert(
      fc.property(fc.anything(), (any) => {
        expect(withoutVerification(row, any).merged === null || typeof any === 'object').toBe(true)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it("accepts a visitor's risk token from its device and keys only", async () => {
    const riskToken = await riskTokenOf(router, client)
    const otherKeys = await clientOf(router)
    expect(await codeOf(otherKeys, riskToken)).toBe(CODES.NEED_SAFE)
    client.uuid = 'another-device-01'
    expect(await codeOf(client, riskToken)).toBe(CODES.NEED_SAFE)
    client.uuid = 'test-device-0001'
    client.token = 'alive'
    expect(await codeOf(client, riskToken)).toBe(CODES.NEED_SAFE)
    client.token = ''
    expect(await codeOf(client, riskToken)).toBe(0)
  })

  it("accepts a member's risk token from its session, or from its keys without a token", async () => {
    client.token = 'alive'
    const riskToken = await riskTokenOf(router, client)
    expect(await codeOf(client, riskToken)).toBe(0)
    const afterHandshake = await clientOf(router)
    afterHandshake.token = 'alive'
    expect(await codeOf(afterHandshake, riskToken)).toBe(0)
    client.token = 'admin'
    expect(await codeOf(client, riskToken)).toBe(CODES.NEED_SAFE)
    const headers = { 'risk-token': riskToken }
    expect((await client.call('auth.login', SIGN_IN, { headers })).code).toBe(PASSED)
    expect((await afterHandshake.call('auth.login', SIGN_IN, { headers })).code).toBe(CODES.NEED_SAFE)
  })

  it('refuses replayed, foreign and forged results', async () => {
    const spent = await passSlider(client)
    expect((await client.call('verification.verify', spent)).code).toBe(0)
    const borrowed = await passSlider(await otherDevice(router))
    const made: VerificationResult[] = [
      { safeType: 'afs', afsSessionId: 's', afsSig: 'x'.repeat(43), afsToken: 'y'.repeat(43), afsScene: AFS_SCENE },
      { safeType: 'anji', captchaType: 'blockPuzzle', captchaVerification: 'QUJDRA==' },
      { safeType: 'imageCode', codeId: 'never-asked-for-it', imgCode: 'ABCD' },
    ]
    for (const result of [spent, borrowed, ...made]) {
      expect(await codeOf(client, '', result)).toBe(CODES.NEED_SAFE)
      const { response, riskToken } = await callForRisk(router, client, 'verification.verify', result)
      expect(response.code).toBe(CODES.VERIFY_CODE_ERROR)
      expect(riskToken).toBe('')
    }
    for (const token of ['x', 'x'.repeat(43), 'undefined']) expect(await codeOf(client, token)).toBe(CODES.NEED_SAFE)
  })

  it('accepts a result once for twenty concurrent calls', async () => {
    const result = await passSlider(client)
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(client, '', result)))
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
  })
})

describe('the slider', () => {
  const isHand = (track: ReturnType<typeof handTrack>, width = WIDTH) => isHandDrawn(track, width)
  const stretched = (factor: number) => handTrack().map(({ x, y, t }) => ({ x, y, t: Math.round(t * factor) }))

  it('S4.19 accepts a human drag, also beyond the end', () => {
    expect(isHand(handTrack())).toBe(true)
    expect(isHand(handTrack(WIDTH + 90))).toBe(true)
    expect(isHand(handTrack(WIDTH, 9))).toBe(true)
    expect(isHand(stretched(15))).toBe(true)
  })

  it('S4.19 refuses drags that are too fast, slow, short, sparse, or run backwards in time', () => {
    expect(isHand(stretched(0.3))).toBe(false)
    expect(isHand(stretched(17))).toBe(false)
    expect(isHand(handTrack(WIDTH - 10))).toBe(false)
    expect(isHand(handTrack(WIDTH, 7))).toBe(false)
    expect(isHand(handTrack().map((point, index) => (index === 20 ? { ...point, t: 0 } : point)))).toBe(false)
    expect(isHand([])).toBe(false)
    expect(isHand(handTrack().map((point) => ({ ...point, x: point.x + 40 })))).toBe(false)
    expect(isHand(handTrack().map((point) => ({ ...point, t: Number.NaN })))).toBe(false)
  })

  it('S4.19 refuses a straight line and a constant speed, at any angle and pace (property)', () => {
    const shape = fc.record({
      points: fc.integer({ min: 8, max: 200 }),
      slope: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      duration: fc.integer({ min: 300, max: 15_000 }),
      isEased: fc.boolean(),
    })
    fc.assert(
      fc.property(shape, ({ points, slope, duration, isEased }) => {
        const drawn = Array.from({ length: points }, (_, index) => {
          const share = index / (points - 1)
          const x = WIDTH * (isEased ? share * share : share)
          return { x, y: x * slope, t: share * duration }
        })
        expect(isHand(drawn)).toBe(false)
        const wavy = drawn.map((point, index) => ({ ...point, x: (WIDTH * index) / (points - 1), y: index % 2 }))
        expect(isHand(wavy)).toBe(false)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('S4.19 stores a passed slide for three minutes, for its device and fields, once', async () => {
    const router = await createTestRouter({ handlers: GUARDED })
    const client = await clientOf(router)
    const verify = async (result: VerificationResult) => (await client.call('verification.verify', result)).code
    expect((await client.call('afs.config', {})).data).toMatchObject({ scene: AFS_SCENE, scriptUrl: '' })
    const late = await passSlider(client)
    router.clock.now += AFS_LIFETIME_MS - 1
    const timely = await passSlider(client)
    router.clock.now += 1
    expect(await verify(late)).toBe(CODES.VERIFY_CODE_ERROR)
    expect(await verify(timely)).toBe(0)
    for (const field of ['afsSessionId', 'afsSig', 'afsScene'] as const) {
      const result = await passSlider(client)
      expect(await verify({ ...result, [field]: 'other' })).toBe(CODES.VERIFY_CODE_ERROR)
      expect(await verify(result)).toBe(CODES.VERIFY_CODE_ERROR)
    }
  })
})

async function otherDevice(router: TestRouter): Promise<SealedClient> {
  const other = await clientOf(router)
  other.uuid = 'another-device-01'
  return other
}

async function send(router: TestRouter, request: object) {
  const { body, headers } = await router.app.inject(request)
  return { body, headers: headers as Record<string, string> }
}
