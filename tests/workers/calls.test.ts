import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import {
  REQUEST_TIMEOUT_MS,
  REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS,
  SAFETY_DIALOG_DELAY_MS,
} from '#protocol/constants.ts'
import { failure } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { TransportDependencies } from '#workers/dependencies.ts'
import { createPureJs } from '#workers/crypto/pure-js.ts'
import { platform } from '#workers/platform.ts'
import { createTransport } from '#workers/transport.ts'
import { queryOf } from '#workers/http/seal-request.ts'
import { RIGHT_CODE } from '../contract/support/lt1-safety.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { FakeTime } from './fake-time.ts'
import { startedTransport } from './open-transport.ts'

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

beforeEach(() => server.reset())

afterAll(() => server.stop())

const open = (changes: Partial<TransportDependencies> = {}) => startedTransport(server, changes)

describe('calls', () => {
  it('S9.5 S8.12 fail after 30 s with 请求超时', async () => {
    const { transport, runOut, notices } = await open()
    await server.fail('coin/v1/balance', ['hang'])
    const requested = server.whenRequested('coin/v1/balance')
    const response = transport.call('coin.balance', {})
    await requested
    expect(runOut(REQUEST_TIMEOUT_MS)).toBe(1)
    expect(await response).toMatchObject({ ok: false, code: CODES.TIMEOUT, message: '请求超时' })
    expect(notices.at(-1)).toMatchObject({ type: 'outcome', code: CODES.TIMEOUT })
  })

  it('S4.18 S9.5 do not count the time in which the safety dialog is open', async () => {
    const { transport, runOut, conditions, notices } = await open()
    await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    await server.protect('coin/v1/balance', { imageCode: 1 })
    const response = transport.call('coin.balance', {})
    await server.whenCalled('coin/v1/balance', 1)
    while (runOut(SAFETY_DIALOG_DELAY_MS) === 0) await new Promise((resolve) => setImmediate(resolve))
    await conditions.until(() => notices.some((notice) => notice.type === 'verification'))
    expect(runOut(REQUEST_TIMEOUT_MS)).toBe(0)
    const codeId = 'code-0123456789abcdef'
    expect(await transport.completeVerification({ safeType: 'imageCode', codeId, imgCode: RIGHT_CODE })).toMatchObject({
      ok: true,
    })
    expect(await response).toMatchObject({ ok: true })
  })

  it('S9.6 settled 2 fail after 5 s with the line-switching code without credentials', async () => {
    const { transport, runOut } = await open()
    await server.fail('/timeServer', ['hang'])
    const requested = server.whenRequested('/timeServer')
    const response = transport.call('gateway.timeServer', {})
    await requested
    expect(runOut(REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS)).toBeGreaterThan(0)
    expect(await response).toMatchObject({ ok: false, code: CODES.LINE_SWITCHING })
  })

  it('S3.1 encode typed passwords, each time with another iv, and leave absent and empty ones', async () => {
    const { transport } = await open()
    const ticket = 'ticket-of-this-test-0123456789'
    for (let count = 0; count < 2; count += 1) {
      await transport.call('recovery.phoneStepThree', { ticket, timewd: 'Kx73qmZw9' })
    }
    await transport.signIn({ areaCode: '86', phone: '13812345678', code: '123456' })
    const sent = (await server.calls('forgotPwd')).map((call) => call.params as { ticket: string; timewd: string })
    expect(sent.map((params) => params.ticket)).toEqual([ticket, ticket])
    for (const { timewd } of sent) expect(timewd).toMatch(/^[\w-]{64,}$/)
    expect(new Set(sent.map(({ timewd }) => timewd)).size).toBe(2)
    const [signIn] = await server.calls('/lg/v5/login')
    const code = { areaCode: '86', phone: '13812345678', code: '123456' }
    expect(signIn?.params).toEqual({
      ...code,
      flag: 2,
      name: '',
      password: '',
      timewd: '',
      oldPassword: '',
      version: '0.1.0',
    })
  })

  it('report an offline page', async () => {
    const { transport } = await open()
    await transport.setPageState({ visible: true, online: false })
    await server.fail('getSysTime', ['lose-request'])
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: false, code: CODES.OFFLINE })
  })

  it('wait for a repeated start no longer than their timeout', async () => {
    await server.fail('/vvm', ['not-json', 'not-json'])
    const { transport, report, links, options } = await open()
    expect(report).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: false })
    expect(await transport.start(options, links)).toMatchObject({ ok: true })
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
  })

  it('refuse responses that do not match the schema', async () => {
    const real = platform()
    const { transport } = await open({
      // Changes the response after it was opened, before it is parsed.
      crypto: async () => {
        const backend = await real.crypto()
        return {
          ...backend,
          async decrypt(key, nonce, sealed, associated) {
            const plain = await backend.decrypt(key, nonce, sealed, associated)
            const text = new TextDecoder().decode(plain)
            return text.includes('"time"')
              ? new TextEncoder().encode(text.replace('"data":{"time":', '"data":{"time":"x","y":'))
              : plain
          },
        }
      },
    })
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
  })

  it('settled 7 Annex F pendingTx: leave a money call without response pending and settle it later', async () => {
    const { transport, runOut, conditions, notices, profile } = await open()
    await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    await server.fail('gift/v1/reward', ['hang'])
    const params = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
    const requested = server.whenRequested('gift/v1/reward')
    const response = transport.call('gift.reward', params, { idempotencyKey: 'open-key-0123456789' })
    await requested
    runOut(REQUEST_TIMEOUT_MS)
    expect(await response).toMatchObject({
      ok: false,
      code: CODES.TIMEOUT,
      details: { isPending: true, idempotencyKey: 'open-key-0123456789' },
    })
    await conditions.until(() => notices.some((notice) => notice.type === 'settled'))
    expect(notices.find((notice) => notice.type === 'settled')).toMatchObject({
      endpoint: 'gift.reward',
      idempotencyKey: 'open-key-0123456789',
      result: { ok: true },
    })
    expect(profile.local.getItem('pendingTx')).toBeNull()
    expect(await server.bookings()).toBe(1)
  })

  it('settled 7 leave a repeated money call pending if the start takes too long, and report it later', async () => {
    const { transport, options, profile, conditions } = await open()
    const signedIn = await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    const memberId = signedIn.ok ? signedIn.data.member.userId : ''
    await server.fail('gift/v1/reward', ['hang'])
    const params = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
    const posting = { idempotencyKey: 'late-key-0123456789', memberId }
    const requested = server.whenRequested('gift/v1/reward')
    void transport.call('gift.reward', params, posting)
    await requested

    const time = new FakeTime(Date.now())
    const successor = createTransport({ ...platform(), setTimer: time.setTimer })
    const repeated = successor.call('gift.reward', params, { ...posting, isRepeat: true })
    const other = successor.call('gift.reward', params, { idempotencyKey: 'new-key-0123456789', memberId })
    time.advance(REQUEST_TIMEOUT_MS)
    expect(await repeated).toMatchObject({
      code: CODES.TIMEOUT,
      details: { isPending: true, idempotencyKey: posting.idempotencyKey },
    })
    // A call that was not sent is not pending.
    expect(await other).toEqual(failure(CODES.TIMEOUT, '请求超时'))

    const settled: TransportNotice[] = []
    const notify = (notice: TransportNotice) => {
      if (notice.type === 'settled') settled.push(notice)
      conditions.check()
    }
    await successor.start(options, { storage: profile.storage(), notify })
    await conditions.until(() => settled.length > 0)
    expect(settled).toMatchObject([{ idempotencyKey: posting.idempotencyKey, result: { ok: true } }])
    expect(await server.bookings()).toBe(1)
  })

  it('settled 7 do not store a money call that was aborted before it was sent', async () => {
    const { transport, profile } = await open()
    await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    const params = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
    const response = transport.call('gift.reward', params, { callId: 'call-1' })
    await transport.abort('call-1')
    expect(await response).toMatchObject({ ok: false, code: CODES.ABORTED })
    expect(profile.local.getItem('pendingTx')).toBeNull()
    expect(await server.bookings()).toBe(0)
  })

  it('S9.20 end the session at its expiry', async () => {
    let ahead = 0
    const { transport, runOut, conditions, notices, profile } = await open({ now: () => Date.now() + ahead })
    await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    ahead = 3_600_000 + 5_000
    runOut(3_600_000)
    await conditions.until(() => notices.filter((notice) => notice.type === 'session').length === 2)
    expect(notices.findLast((notice) => notice.type === 'session')).toMatchObject({ session: null })
    expect(notices.findLast((notice) => notice.type === 'outcome')).toMatchObject({ code: CODES.AUTH_ERROR })
    expect(profile.session.getItem('tb-token')).toBeNull()
  })

  it('S7.6 use the same envelope in pure JavaScript without crypto.subtle', async () => {
    const { transport, report } = await open({ crypto: () => Promise.resolve(createPureJs(crypto)) })
    expect(report).toMatchObject({ ok: true, data: { cryptoBackend: 'pure-js' } })
    expect(await transport.signIn({ name: 'fan001', password: 'Play2026x' })).toMatchObject({ ok: true })
    expect(await transport.call('coin.balance', {})).toMatchObject({ ok: true, data: { balance: 1_000 } })
  })

  it('use one device id', async () => {
    const { profile } = await open()
    expect(profile.local.getItem('uuid')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('write query parameters in order, without missing ones', () => {
    expect(queryOf({ b: 1, a: '看 台', c: undefined, d: true })).toBe('?b=1&a=%E7%9C%8B+%E5%8F%B0&d=true')
    expect(queryOf({})).toBe('')
  })
})
