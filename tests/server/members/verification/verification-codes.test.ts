import { beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { IMAGE_CODE, ImageCodes } from '#server/members/verification/image-codes.ts'
import { createRandom } from '#server/members/verification/random.ts'
import { speakDigits } from '#server/members/verification/spoken-digits.ts'
import { SafetyOfCall } from '#server/members/verification/call-safety.ts'
import { testClock } from '../../../support/store.ts'
import { createTestRouter } from '../../http/router-support.ts'
import { callForRisk, clientOf } from './verification-support.ts'

const HOLDER = { deviceId: 'device-1', sessionId: null }
const CODE_ID = 'code-id-of-16-ch'

describe('image codes', () => {
  let clock: ReturnType<typeof testClock>
  let picked: string[]
  let codes: ImageCodes
  beforeEach(() => {
    clock = testClock()
    picked = []
    codes = new ImageCodes(clock.now, (characters, length) => {
      const text = Array.from(
        { length },
        (_, index) => characters[(picked.length * 3 + index) % characters.length],
      ).join('')
      picked.push(text)
      return text
    })
  })
  const newest = () => picked.at(-1) ?? ''
  const verify = (text: string, holder: { deviceId: string; sessionId: string | null } = HOLDER) =>
    codes.verify(CODE_ID, text, holder)

  it('S7.36 have four unambiguous characters, drawn as paths', async () => {
    const { type, bytes } = await codes.image(CODE_ID, HOLDER)
    const svg = new TextDecoder().decode(bytes)
    expect(type).toBe('image/svg+xml')
    expect(svg).toMatch(/^<svg [^>]*viewBox/)
    expect(svg).not.toMatch(/<text|<script|href/)
    expect(svg.match(/<path fill="#[0-9a-f]{6}"/g)).toHaveLength(IMAGE_CODE.characters)
    expect(newest()).toMatch(/^[ACDEFHKMNPRTWXY347]{4}$/)
  })

  it('S7.36 are valid once, in any case, for two minutes', async () => {
    await codes.image(CODE_ID, HOLDER)
    expect(await verify(` ${newest().toLowerCase()} `)).toBe(true)
    expect(await verify(newest())).toBe(false)
    await codes.image(CODE_ID, HOLDER)
    clock.move(IMAGE_CODE.lifetimeMs - 1)
    expect(await verify(newest())).toBe(true)
    await codes.image(CODE_ID, HOLDER)
    clock.move(IMAGE_CODE.lifetimeMs)
    expect(await verify(newest())).toBe(false)
  })

  it('S7.36 are replaced by a new picture under the same id', async () => {
    await codes.image(CODE_ID, HOLDER)
    const before = newest()
    await codes.image(CODE_ID, HOLDER)
    expect(await verify(before)).toBe(false)
    expect(await verify(newest())).toBe(true)
  })

  it('are invalid after five attempts, and for another device or session', async () => {
    await codes.image(CODE_ID, HOLDER)
    for (let attempt = 1; attempt < IMAGE_CODE.tries; attempt += 1) expect(await verify('ZZZZ')).toBe(false)
    expect(await verify(newest(), { deviceId: 'device-2', sessionId: null })).toBe(false)
    expect(await verify(newest(), { deviceId: 'device-1', sessionId: 's' })).toBe(false)
    expect(await verify('ZZZZ')).toBe(false)
    expect(await verify(newest())).toBe(false)
    await codes.image(CODE_ID, HOLDER)
    for (const nothing of ['', ' ', 'null', 'undefined']) expect(await verify(nothing)).toBe(false)
    expect(await verify(newest())).toBe(true)
  })

  it('S7.36 have a recording under the same id as an alternative', async () => {
    await codes.image(CODE_ID, HOLDER)
    const letters = newest()
    const { type, bytes } = await codes.audio(CODE_ID, HOLDER)
    const digits = newest()
    expect(type).toBe('audio/wav')
    expect(bytes.byteLength).toBeGreaterThan(40_000)
    expect(digits).toMatch(/^[02-9]{5}$/)
    expect(await verify(digits)).toBe(true)
    expect(await verify(letters)).toBe(false)
    await codes.image(CODE_ID, HOLDER)
    const again = newest()
    await codes.audio(CODE_ID, HOLDER)
    expect(await verify(again)).toBe(true)
  })

  it('S7.36 recordings speak five digits in about five seconds, each different', () => {
    const [one, other] = [speakDigits('30682'), speakDigits('30682')].map((bytes) => Buffer.from(bytes))
    for (const wav of [one, other]) {
      expect(wav?.toString('latin1', 0, 4)).toBe('RIFF')
      expect(wav?.readUInt32LE(24)).toBe(8_000)
      const samples = (wav?.readUInt32LE(40) ?? 0) / 2
      expect(samples / 8_000).toBeGreaterThan(2.5)
      expect(samples / 8_000).toBeLessThan(8)
      expect(wav?.length).toBe(44 + samples * 2)
    }
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false)
    const loudness = (digits: string) => {
      const wav = Buffer.from(speakDigits(digits, createRandom(new Uint8Array(16))))
      return Array.from({ length: (wav.length - 44) / 2 }, (_, at) => Math.abs(wav.readInt16LE(44 + at * 2)))
    }
    for (const digit of '0123456789') expect(Math.max(...loudness(digit))).toBeGreaterThan(10_000)
    expect(Math.max(...loudness(''))).toBeLessThan(1_000)
  })

  it('S7.36 S8.2 are sent as blobs and accepted with their content (10409 for a wrong one)', async () => {
    const router = await createTestRouter()
    const client = await clientOf(router)
    const picture = await client.fetch('captcha.image', { codeId: CODE_ID })
    expect(picture.headers).toMatchObject({ 'content-type': expect.stringMatching(/^image\/svg\+xml/) as unknown })
    const recording = await client.fetch('captcha.audio', { codeId: CODE_ID })
    expect(recording.headers).toMatchObject({ 'content-type': 'audio/wav' })
    const result = { safeType: 'imageCode', codeId: CODE_ID, imgCode: 'ZZZZ' } as const
    const { response } = await callForRisk(router, client, 'verification.verify', result)
    expect(response).toMatchObject({ code: CODES.VERIFY_CODE_ERROR, msg: '验证码错误' })
  })

  it('S7.14 are checked once per call', async () => {
    const router = await createTestRouter()
    const holder = { ...HOLDER, kid: 'k', isTokenBlanked: false }
    const safety = new SafetyOfCall(router.gate.verification, {
      site: CONFIG_DEFAULTS,
      holder,
      address: '192.0.2.1',
      riskToken: undefined,
      merged: null,
    })
    expect(await safety.prove()).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await safety.prove()).toMatchObject({ code: CODES.NEED_SAFE })
    expect(await safety.exchange({ safeType: 'imageCode', codeId: CODE_ID, imgCode: 'A' })).toBeNull()
    expect(safety.issued).toBe('')
  })
})
