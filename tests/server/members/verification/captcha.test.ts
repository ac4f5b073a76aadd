import cryptoJs from 'crypto-js'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { verificationEndpoints } from '#protocol/endpoints/auth/verification.ts'
import { AJ, type CaptchaType, REP_CODES } from '#protocol/verification.ts'
import { AjCaptcha } from '#server/members/verification/aj-captcha.ts'
import { AJ_LIMITS, AjLimits } from '#server/members/verification/aj-limits.ts'
import { decryptPointJson, isSolution } from '#server/members/verification/aj-points.ts'
import type { Holder } from '#server/members/verification/holder.ts'
import { drawPuzzle, type Puzzle } from '#server/members/verification/puzzle.ts'
import { PuzzlePool } from '#server/members/verification/puzzle-pool.ts'
import { testClock } from '../../../support/store.ts'

const HOLDER: Holder = { deviceId: 'device-1', sessionId: null }
const ADDRESS = '192.0.2.1'
const SLIDE_X = 137

/** A puzzle without pictures, with a known solution. */
function knownPuzzle(captchaType: CaptchaType): Puzzle {
  return captchaType === 'blockPuzzle'
    ? { captchaType, picture: 'p', block: 'b', words: [], solution: [{ x: SLIDE_X, y: AJ.slideY }] }
    : {
        captchaType,
        picture: 'p',
        block: '',
        words: ['山', '水', '风', '月'],
        solution: [40, 100, 160, 220].map((x) => ({ x, y: 70 })),
      }
}

/** Encrypts like AJ-Captcha's clients: crypto-js, AES-128-ECB, PKCS7, base64. */
function encrypt(text: string, secretKey: string): string {
  const { AES, enc, mode, pad } = cryptoJs
  return AES.encrypt(text, enc.Utf8.parse(secretKey), { mode: mode.ECB, padding: pad.Pkcs7 }).toString()
}

/** Size of a PNG, and whether it is a picture and not one colour. */
function readPng(base64: string): { width: number; height: number; isPicture: boolean } {
  const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'))
  return { width, height, isPicture: new Set(new Uint32Array(data.buffer, data.byteOffset, width * height)).size > 9 }
}

describe('AJ-Captcha', () => {
  let clock: ReturnType<typeof testClock>
  let aj: AjCaptcha
  beforeEach(() => {
    clock = testClock()
    aj = new AjCaptcha({ take: async (captchaType) => knownPuzzle(captchaType), now: clock.now })
  })

  async function get(captchaType: CaptchaType, more: { clientUid?: string; address?: string } = {}) {
    const { clientUid = 'client-1', address = ADDRESS } = more
    return aj.get({ captchaType, clientUid, ts: clock.now() }, HOLDER, address)
  }
  async function open(captchaType: CaptchaType = 'blockPuzzle', more: { clientUid?: string; address?: string } = {}) {
    const { repData } = await get(captchaType, more)
    if (!repData) throw new Error('no puzzle')
    return repData
  }
  const slide = (x: number, y: number = AJ.slideY) => JSON.stringify({ x, y })
  function check(
    { token, secretKey }: { token: string; secretKey: string },
    text: string,
    more: { captchaType?: CaptchaType; holder?: Holder; address?: string } = {},
  ) {
    const { captchaType = 'blockPuzzle', holder = HOLDER, address = ADDRESS } = more
    return aj.check({ captchaType, token, pointJson: encrypt(text, secretKey) }, holder, address)
  }
  const verify = (captchaVerification: string, captchaType: CaptchaType = 'blockPuzzle', holder = HOLDER) =>
    aj.verify({ captchaType, captchaVerification }, holder, ADDRESS)
  const failOnce = async (more: { clientUid?: string; address?: string } = {}) =>
    check(await open('blockPuzzle', more), slide(0), { address: more.address ?? ADDRESS })

  it('S4.19 returns a puzzle in the declared shape, with a key of 16 characters', async () => {
    for (const captchaType of ['blockPuzzle', 'clickWord'] as const) {
      const solution = await get(captchaType)
      expect(verificationEndpoints['captcha.get'].data.parse(solution)).toEqual(solution)
      expect(solution.repCode).toBe(REP_CODES.SUCCESS)
      const { token: _token, secretKey, ...puzzle } = solution.repData ?? {}
      expect(secretKey).toMatch(/^[A-Za-z0-9_-]{16}$/)
      // Token and key are random, so they may contain the digits of the position by chance.
      expect(JSON.stringify(puzzle)).not.toContain(String(SLIDE_X))
    }
  })

  it('S4.19 accepts a slide within 5 pixels only, for any position (property)', () => {
    const solution = [{ x: SLIDE_X, y: AJ.slideY }]
    fc.assert(
      fc.property(fc.double({ min: -400, max: 700, noNaN: true }), (x) => {
        expect(isSolution('blockPuzzle', slide(x), solution)).toBe(Math.abs(x - SLIDE_X) <= 5)
      }),
      { seed: 1, numRuns: 2_000 },
    )
    for (const off of [-5, 0, 5]) expect(isSolution('blockPuzzle', slide(SLIDE_X + off), solution)).toBe(true)
    for (const off of [-5.01, 5.01]) expect(isSolution('blockPuzzle', slide(SLIDE_X + off), solution)).toBe(false)
    expect(isSolution('blockPuzzle', slide(SLIDE_X, 6), solution)).toBe(false)
  })

  it('S4.19 accepts clicks within 25 pixels of each word, in order (property)', () => {
    const { solution } = knownPuzzle('clickWord')
    const offset = fc.integer({ min: -40, max: 40 })
    fc.assert(
      fc.property(fc.array(fc.tuple(offset, offset), { minLength: 4, maxLength: 4 }), (offsets) => {
        const points = solution.map(({ x, y }, index) => ({
          x: x + (offsets[index]?.[0] ?? 0),
          y: y + (offsets[index]?.[1] ?? 0),
        }))
        const isNear = offsets.every(([x, y]) => Math.abs(x) <= 25 && Math.abs(y) <= 25)
        expect(isSolution('clickWord', JSON.stringify(points), solution)).toBe(isNear)
        expect(isSolution('clickWord', JSON.stringify(points.toReversed()), solution)).toBe(false)
        expect(isSolution('clickWord', JSON.stringify(points.slice(1)), solution)).toBe(false)
      }),
      { seed: 2, numRuns: 1_000 },
    )
  })

  it('S4.19 does not throw for any pointJson, encrypted or not (property)', async () => {
    const { secretKey } = await open()
    const text = fc.oneof(fc.string({ maxLength: 300 }), fc.json({ maxDepth: 3 }))
    fc.assert(
      fc.property(text, (any) => {
        expect(decryptPointJson(encrypt(any, secretKey), secretKey)).toBe(any)
        decryptPointJson(any, secretKey)
        for (const type of ['blockPuzzle', 'clickWord'] as const) isSolution(type, any, knownPuzzle(type).solution)
      }),
      { seed: 3, numRuns: 1_000 },
    )
  })

  it('S4.21 accepts a result once, with the string that the client computes', async () => {
    for (const captchaType of ['blockPuzzle', 'clickWord'] as const) {
      const puzzle = await open(captchaType)
      const text =
        captchaType === 'blockPuzzle' ? slide(SLIDE_X + 3) : JSON.stringify(knownPuzzle(captchaType).solution)
      const checked = await check(puzzle, text, { captchaType })
      expect(checked).toMatchObject({ repCode: REP_CODES.SUCCESS, repData: { result: true, token: puzzle.token } })
      expect(verificationEndpoints['captcha.check'].data.parse(checked)).toEqual(checked)
      const result = encrypt(`${puzzle.token}---${text}`, puzzle.secretKey)
      expect(await verify(result, captchaType)).toBe(REP_CODES.SUCCESS)
      expect(await verify(result, captchaType)).toBe(REP_CODES.EXPIRED)
    }
  })

  it('S4.19 checks a picture once within 120 s, and keeps a result for 180 s', async () => {
    const puzzle = await open()
    expect((await check(puzzle, slide(SLIDE_X + 6))).repCode).toBe(REP_CODES.WRONG)
    expect((await check(puzzle, slide(SLIDE_X))).repCode).toBe(REP_CODES.EXPIRED)

    const [late, timely] = [await open(), await open()]
    clock.move(AJ.imageLifetimeMs - 1)
    expect((await check(timely, slide(SLIDE_X))).repCode).toBe(REP_CODES.SUCCESS)
    clock.move(1)
    expect((await check(late, slide(SLIDE_X))).repCode).toBe(REP_CODES.EXPIRED)

    const result = encrypt(`${timely.token}---${slide(SLIDE_X)}`, timely.secretKey)
    clock.move(AJ.verificationLifetimeMs - 1)
    expect(await verify(result)).toBe(REP_CODES.EXPIRED)
    const again = await open()
    await check(again, slide(SLIDE_X))
    clock.move(AJ.verificationLifetimeMs - 1)
    expect(await verify(encrypt(`${again.token}---${slide(SLIDE_X)}`, again.secretKey))).toBe(REP_CODES.SUCCESS)
  })

  it('accepts a result only from its device and session and for its kind', async () => {
    const others: Holder[] = [
      { deviceId: 'device-2', sessionId: null },
      { deviceId: 'device-1', sessionId: 'session-1' },
    ]
    for (const other of others) {
      const puzzle = await open()
      expect((await check(puzzle, slide(SLIDE_X), { holder: other })).repCode).toBe(REP_CODES.INVALID)
      const mine = await open()
      await check(mine, slide(SLIDE_X))
      const result = encrypt(`${mine.token}---${slide(SLIDE_X)}`, mine.secretKey)
      expect(await verify(result, 'blockPuzzle', other)).toBe(REP_CODES.INVALID)
      expect(await verify(result)).toBe(REP_CODES.EXPIRED)
    }
    const puzzle = await open()
    await check(puzzle, slide(SLIDE_X))
    expect(await verify(encrypt(`${puzzle.token}---${slide(SLIDE_X)}`, puzzle.secretKey), 'clickWord')).toBe(
      REP_CODES.INVALID,
    )
    expect(await verify(encrypt(`made-up---${slide(SLIDE_X)}`, '0123456789abcdef'))).toBe(REP_CODES.EXPIRED)
    expect((await check(await open('clickWord'), slide(SLIDE_X))).repCode).toBe(REP_CODES.INVALID)
    expect((await aj.check({ captchaType: 'blockPuzzle', token: '', pointJson: '' }, HOLDER, ADDRESS)).repCode).toBe(
      REP_CODES.BLANK,
    )
  })

  it('locks for 300 s after five failed checks in a minute, for any client id', async () => {
    const [early, late] = [await open('blockPuzzle', { clientUid: 'early' }), await open()]
    for (let failure = 0; failure < AJ_LIMITS.failures; failure += 1) await failOnce({ clientUid: `new-${failure}` })
    expect((await get('blockPuzzle', { clientUid: 'another' })).repCode).toBe(REP_CODES.LOCKED)
    // Pictures from before the lock are refused too.
    expect((await check(early, slide(SLIDE_X))).repCode).toBe(REP_CODES.LOCKED)
    expect((await check(early, slide(SLIDE_X))).repCode).toBe(REP_CODES.LOCKED)
    expect((await check(late, slide(SLIDE_X), { address: '198.51.100.9' })).repCode).toBe(REP_CODES.SUCCESS)
    expect((await get('blockPuzzle', { clientUid: 'another', address: '198.51.100.9' })).repCode).toBe(
      REP_CODES.SUCCESS,
    )
    clock.move(AJ_LIMITS.lockMs - 1)
    expect((await get('clickWord')).repCode).toBe(REP_CODES.LOCKED)
    clock.move(1)
    const later = await open()
    expect((await check(later, slide(SLIDE_X))).repCode).toBe(REP_CODES.SUCCESS)
  })

  it('allows five attempts in total for prefetched pictures', async () => {
    const ahead = await Promise.all(Array.from({ length: AJ_LIMITS.get }, () => open()))
    const codes = await Promise.all(ahead.map(async (puzzle) => (await check(puzzle, slide(0))).repCode))
    expect(codes.filter((code) => code === REP_CODES.WRONG)).toHaveLength(AJ_LIMITS.failures)
    expect(codes.filter((code) => code === REP_CODES.LOCKED)).toHaveLength(AJ_LIMITS.get - AJ_LIMITS.failures)
  })

  it('S4.19 locks a client id over all addresses, but not for failures more than a minute apart', async () => {
    for (let failure = 0; failure < AJ_LIMITS.failures; failure += 1) {
      await failOnce({ clientUid: 'roaming', address: `198.51.100.${failure}` })
    }
    expect((await get('blockPuzzle', { clientUid: 'roaming', address: '203.0.113.1' })).repCode).toBe(REP_CODES.LOCKED)
    expect((await get('blockPuzzle', { clientUid: 'resting', address: '203.0.113.1' })).repCode).toBe(REP_CODES.SUCCESS)
    for (let failure = 0; failure < 8; failure += 1) {
      clock.move(15_001)
      await failOnce({ clientUid: 'slow', address: '203.0.113.2' })
    }
    expect((await get('blockPuzzle', { clientUid: 'slow', address: '203.0.113.2' })).repCode).toBe(REP_CODES.SUCCESS)
  })

  it('S4.19 limits 120 gets, 600 checks and 600 verifications per minute, by id and address', async () => {
    const limits = new AjLimits(clock.now)
    for (const [what, max] of [
      ['get', 120],
      ['check', 600],
      ['verify', 600],
    ] as const) {
      for (let count = 0; count < max; count += 1) {
        expect(limits.admits(what, { clientUid: `${what}-${count}`, address: 'one' })).toBe(true)
        expect(limits.admits(what, { clientUid: 'one', address: `${what}-${count}` })).toBe(true)
      }
      expect(limits.admits(what, { clientUid: 'fresh', address: 'one' })).toBe(false)
      expect(limits.admits(what, { clientUid: 'one', address: 'fresh' })).toBe(false)
      expect(limits.admits(what, { clientUid: 'fresh', address: 'fresh' })).toBe(true)
    }
    clock.move(AJ_LIMITS.windowMs)
    expect(limits.admits('get', { clientUid: 'one', address: 'one' })).toBe(true)
  })

  it('S4.19 reports each limit with its own repCode', async () => {
    for (let count = 0; count < 120; count += 1) await get('blockPuzzle')
    expect((await get('blockPuzzle')).repCode).toBe(REP_CODES.GET_LIMIT)
    for (let count = 0; count < 600; count += 1) await check({ token: 'none', secretKey: '0123456789abcdef' }, slide(1))
    expect((await check({ token: 'none', secretKey: '0123456789abcdef' }, slide(1))).repCode).toBe(
      REP_CODES.CHECK_LIMIT,
    )
    for (let count = 0; count < 600; count += 1) await verify('none')
    expect(await verify('none')).toBe(REP_CODES.VERIFY_LIMIT)
    const broken = new AjCaptcha({ take: () => Promise.reject(new Error('no pictures')), now: clock.now })
    const solution = await broken.get({ captchaType: 'clickWord', clientUid: 'c', ts: 0 }, HOLDER, ADDRESS)
    expect(solution.repCode).toBe(REP_CODES.CANNOT_MAKE)
  })
})

describe('puzzles', () => {
  it('S4.19 slide: 310x155 with a block of 50x155, not at the left edge', async () => {
    for (let count = 0; count < 12; count += 1) {
      const puzzle = await drawPuzzle('blockPuzzle')
      expect(readPng(puzzle.picture)).toEqual({ width: 310, height: 155, isPicture: true })
      expect(readPng(puzzle.block)).toEqual({ width: 50, height: 155, isPicture: true })
      expect(puzzle.picture.length + puzzle.block.length).toBeLessThan(250_000)
      const [place] = puzzle.solution
      expect(place?.y).toBe(AJ.slideY)
      expect(place?.x).toBeGreaterThanOrEqual(60)
      expect(place?.x).toBeLessThanOrEqual(255)
    }
  })

  it('S4.19 words: four of five different ones, far enough apart to be distinguished', async () => {
    for (let count = 0; count < 12; count += 1) {
      const { words, solution, picture, block } = await drawPuzzle('clickWord')
      expect(readPng(picture)).toMatchObject({ width: 310, height: 155 })
      expect(block).toBe('')
      expect(new Set(words).size).toBe(4)
      for (const [index, { x, y }] of solution.entries()) {
        expect(x).toBeGreaterThan(20)
        expect(x).toBeLessThan(290)
        expect(y).toBeGreaterThan(20)
        expect(y).toBeLessThan(135)
        for (const other of solution.slice(index + 1))
          expect(Math.abs(other.x - x)).toBeGreaterThan(2 * AJ.clickTolerance)
      }
    }
  })

  it('S4.19 are prepared in advance, one at a time, also after a failure', async () => {
    let drawing = 0
    let max = 0
    let drawn = 0
    const pool = new PuzzlePool(async (captchaType) => {
      drawing += 1
      max = Math.max(max, drawing)
      await Promise.resolve()
      drawing -= 1
      drawn += 1
      if (drawn === 2) throw new Error('out of ink')
      return knownPuzzle(captchaType)
    })
    expect(drawn).toBe(0)
    await pool.take('blockPuzzle')
    await pool.idle()
    await Promise.all(Array.from({ length: 6 }, () => pool.take('blockPuzzle')))
    await pool.idle()
    expect(max).toBe(1)
    const before = drawn
    await pool.take('blockPuzzle')
    expect(drawn).toBeGreaterThanOrEqual(before)
  })
})
