import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import type { RestrictingTag } from '#protocol/rules/activity.ts'
import { SharedStateError } from '#server/database/shared/shared-state.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Caller } from '#server/http/pipeline/call.ts'
import { type PipelineOptions, runCall } from '#server/http/pipeline/call-pipeline.ts'
import { VideoGrants } from '#server/media/video-grants.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { createTestRouter, sessionMember, START, type TestRouter, UNLIMITED_RATES } from './router-support.ts'

let router: TestRouter

async function start(options: Parameters<typeof createTestRouter>[0] = {}, http: Record<string, string> = {}) {
  router = await createTestRouter(options)
  const { app } = router
  onTestFinished(() => app.close())
  const send = sendInto(router.app)
  const client = await SealedClient.connect(send, { now: () => router.clock.now, http })
  return { send, client }
}

const ROWS = Object.entries(ENDPOINTS) as [EndpointName, (typeof ENDPOINTS)[EndpointName]][]
const SEALED = ROWS.filter(([, row]) => row.response === 'sealed').map(([name]) => name)
const FOR_MEMBERS = ROWS.filter(([, row]) => row.access !== 'public').map(([name]) => name)
const FOR_ADMINS = ROWS.filter(([, row]) => row.access === 'room-admin').map(([name]) => name)
const BAD = { ['__proto__x']: 1, unexpected: true } as unknown as RequestOf<EndpointName>
const KEY = { 'idempotency-key': 'a-key-of-this-test' }

describe('every endpoint', () => {
  // One router for all endpoints: these calls do not change its state.
  let shared: TestRouter
  beforeAll(async () => {
    shared = await createTestRouter({ rates: UNLIMITED_RATES })
  })
  afterAll(() => shared.app.close())
  const connectClient = () => SealedClient.connect(sendInto(shared.app), { now: () => shared.clock.now })

  it('has its own route', () => {
    // A parameter of a path is in braces in the protocol.
    const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const [, row] of ROWS) expect(shared.app.hasRoute({ method: row.method, url: routeOf(row.path) })).toBe(true)
    expect(new Set(ROWS.map(([, row]) => `${row.method} ${row.path}`)).size).toBe(ROWS.length)
  })

  it.each(FOR_MEMBERS)('S8.8 settled 1: %s refuses visitors with 30001 and clears nothing', async (name) => {
    const client = await connectClient()
    const response = await client.call(name, {})
    expect(response).toMatchObject({ status: 200, code: CODES.NEED_LOGIN, msg: '该操作需要登录' })
  })

  it.each(SEALED)('S8.9 %s refuses an invalid token with HTTP 401 and the reason, sealed', async (name) => {
    const client = await connectClient()
    client.token = 'elsewhere'
    const response = await client.call(name, {})
    // S7.11: the token header of sign-in calls is ignored.
    if (isTokenBlanked(ENDPOINTS[name].path)) expect(response.status).toBe(200)
    else expect(response).toMatchObject({ status: 401, code: CODES.LOGIN_ELSEWHERE_ERROR })
  })

  it.each(SEALED)('%s names invalid fields', async (name) => {
    const client = await connectClient()
    client.token = 'admin'
    const params = FOR_ADMINS.includes(name) ? { ...BAD, chatRoomNo: 'room-1' } : BAD
    const response = await client.call(name, params, { headers: KEY })
    expect(response.code).toBe(CODES.PARAM_ERROR)
    const { fields } = response.data as { fields: Record<string, string> }
    expect(Object.keys(fields).length).toBeGreaterThan(0)
    expect(Object.values(fields).join('')).toMatch(/^[\u4e00-\u9fff]+$/)
  })

  it.each(FOR_ADMINS)('S6.7 %s refuses members who are not administrators of the room', async (name) => {
    const client = await connectClient()
    client.token = 'alive'
    const request = { chatRoomNo: 'room-1' } as RequestOf<EndpointName>
    expect((await client.call(name, request)).code).toBe(CODES.NOT_ROOM_ADMIN)
    client.token = 'admin'
    const elsewhere = { chatRoomNo: 'room-2' } as RequestOf<EndpointName>
    expect((await client.call(name, elsewhere)).code).toBe(CODES.NOT_ROOM_ADMIN)
    expect((await client.call(name, {})).code).toBe(CODES.NOT_ROOM_ADMIN)
    expect((await client.call(name, { chatRoomNo: ['room-1'] } as unknown as typeof request)).code).toBe(
      CODES.NOT_ROOM_ADMIN,
    )
  })

  it.each([
    ['chatroom.report', { chatRoomNo: 'room-1', id: 'e-1', reason: 'abuse', note: '第一行\u0000' }, 'note'],
    ['chatroom.mute', { chatRoomNo: 'room-1', userId: 'u1', minutes: 5, reason: '刷屏\ud800' }, 'reason'],
    ['chatroom.setWords', { chatRoomNo: 'room-1', added: ['好', '\u0000'] }, 'added.1'],
  ] as const)('%s names a field with NUL or a lone surrogate', async (name, params, field) => {
    const client = await connectClient()
    client.token = 'admin'
    const response = await client.call(name, params as never)
    expect(response).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { [field]: '格式不对' } } })
    const whole = { ...params, ...(field === 'added.1' ? { added: ['好'] } : { [field]: '整个😀字' }) }
    expect((await client.call(name, whole as never)).code).toBe(CODES.NOT_FOUND) // it reached the handlers
  })

  it('settled 7: needs an idempotency key for money calls', async () => {
    const client = await connectClient()
    client.token = 'alive'
    const gift = { giftId: 1, count: 1, anchorRoomId: 'a-1', comboId: 'combo-0001' }
    expect(await client.call('gift.reward', gift)).toMatchObject({
      code: CODES.PARAM_ERROR,
      data: { fields: { 'idempotency-key': '缺少' } },
    })
    expect((await client.call('gift.reward', gift, { headers: KEY })).code).toBe(CODES.NOT_FOUND)
    expect((await client.call('gift.reward', gift, { headers: { 'idempotency-key': 'short' } })).code).toBe(
      CODES.SEAL_REFUSED,
    )
  })
})

describe('S6.10 tags that restrict a member', () => {
  const ACTIVITIES = ROWS.filter(([, row]) => row.path.includes('/activity/')).map(([name]) => name)

  function tagged(...tags: string[]) {
    const session = sessionMember('m-1')
    return { ...session, member: { ...session.member, tags } }
  }

  it('S8.22 every activity endpoint refuses ACT_BLACK before it looks at the parameters', async () => {
    expect(ACTIVITIES).toEqual([
      'activity.carnivalCheck',
      'activity.list',
      'activity.check',
      'activity.apply',
      'activity.draw',
      'activity.receive',
      'activity.records',
      'redRain.round',
      'redRain.grab',
      'invite.link',
      'invite.ladder',
      'invite.friends',
    ])
    const { client } = await start({ find: async () => ({ session: tagged('VIP', 'ACT_BLACK'), endedBy: null }) })
    client.token = 'tagged'
    for (const name of ACTIVITIES) {
      expect(ENDPOINTS[name].refusedTags, name).toContain('ACT_BLACK')
      for (const params of [{}, BAD]) {
        const response = await client.call(name, params)
        expect(response, name).toMatchObject({
          code: CODES.ACTIVITY_BLACKLIST,
          msg: codeText(CODES.ACTIVITY_BLACKLIST),
        })
      }
    }
    // Other endpoints serve the member.
    expect((await client.call('gift.ranking', { anchorRoomId: 'a1', period: 'day' })).code).toBe(CODES.NOT_FOUND)
  })

  it('activities serve NO_GRADE, which excludes from grades, dividends and rebates only', async () => {
    const { client } = await start({ find: async () => ({ session: tagged('NO_GRADE'), endedBy: null }) })
    client.token = 'tagged'
    for (const name of ACTIVITIES) {
      const { code } = await client.call(name, {})
      expect([CODES.NOT_FOUND, CODES.PARAM_ERROR], name).toContain(code)
    }
    // They see their grade and their rebates, and claim nothing.
    const graded = /\/(?:weeklyDividend|monthlyDividend)\/|\/(?:rebate|birthCash|welfare)\/v1\/receive$/
    for (const [name, row] of ROWS) expect(row.refusedTags.includes('NO_GRADE'), name).toBe(graded.test(row.path))
  })

  it('refuse a call of an endpoint that does not admit the tag', async () => {
    await start()
    const run = async (refusedTags: readonly RestrictingTag[]) => {
      const options = {
        sessions: { find: async () => ({ session: tagged('NO_GRADE'), endedBy: null }) },
        gate: { refusal: () => null, safetyOf: () => null, mustCheckRobot: () => false },
        playLimits: { exclusionCode: async () => 0 },
        limits: router.gate.limits,
        siteOf: () => ({ siteId: 5009, site: CONFIG_DEFAULTS }),
        now: () => START,
      } as unknown as PipelineOptions
      const endpoint = { ...ENDPOINTS['invite.link'], refusedTags }
      const call = { name: 'invite.link', endpoint, handler: async () => failureOf(CODES.NOT_FOUND) } as const
      const caller = { isUnlimited: true, headers: { token: 'tagged' } } as unknown as Caller
      return (await runCall(options, call, caller, {})).result
    }
    expect(await run(['ACT_BLACK', 'NO_GRADE'])).toMatchObject({ code: CODES.ACTIVITY_STATE })
    expect(await run(['ACT_BLACK'])).toMatchObject({ code: CODES.NOT_FOUND })
  })
})

describe('transfer of parameters', () => {
  const login = { name: 'fan001', password: '', flag: 1, version: '0.1.0', timewd: 'AAAA', oldPassword: 'a' } as const
  const id = '0190a000-0000-7000-8000-000000000001'

  it.each([
    ['S7.1 a POST with a JSON body', 'chatroom.status', { matchIds: ['m1'] }, 'POST', 'application/json'],
    ['S7.2 a POST with a form', 'auth.webLogin', login, 'POST', 'application/x-www-form-urlencoded'],
    ['S7.3 a GET with a query', 'news.list', { category: 'football', pageNum: 3 }, 'GET', undefined],
    ['S7.4 a DELETE with a query', 'device.remove', { id }, 'DELETE', undefined],
  ] as const)('%s reaches its handler', async (_title, name, params, method, type) => {
    let seen: unknown = null
    const handler = async (given: unknown) => {
      seen = given
      return failure(CODES.NOT_FOUND, '')
    }
    const { client, send } = await start({ handlers: { [name]: handler } })
    client.token = 'alive'
    const prepared = await client.prepare(name, params as never)
    expect([prepared.request.method, prepared.request.headers['content-type']]).toEqual([method, type])
    expect(await prepared.open((await send(prepared.request)).body)).toMatchObject({ code: CODES.NOT_FOUND })
    expect(seen).toEqual(params)
  })

  it('S7.17 paths are below one of the bases, except clock, sign-in and provider', () => {
    const bases = /^\/api\/(?:site\/(?:group|gameassist|game\/newsoccer)|gw\/ic|base|lg)\//
    const others = ROWS.map(([, { path }]) => path).filter((path) => !bases.test(path))
    const known = ['/timeServer', '/member/v1/web_login', '/member/v1/register', '/open/video/v1/play']
    expect(others.filter((path) => !known.includes(path) && !path.startsWith('/api/demo/'))).toEqual([])
  })
})

it('a body that does not arrive ends its connection after ten seconds', async () => {
  await start()
  const url = new URL(await router.app.listen({ host: '127.0.0.1', port: 0 }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => socket.destroy()).resume()
    const closed = once(socket, 'close')
    const head = `POST ${ENDPOINTS['site.perInfo'].path} HTTP/1.1\r\nhost: ${url.host}\r\n`
    socket.write(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"xx":`)
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    vi.advanceTimersByTime(9_999)
    expect(socket.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    await closed
  } finally {
    vi.useRealTimers()
  }
})

it('an unexpected failure has status 500 and INTERNAL_ERROR, and is logged', async () => {
  const allowedOrigins = Object.assign(['https://other.example'], {
    includes: () => {
      throw new Error('a defect')
    },
  })
  await start({ allowedOrigins })
  const { path: url, method } = ENDPOINTS['site.perInfo']
  const response = await router.app.inject({ method, url, headers: { origin: 'https://this.example' } })
  expect([response.statusCode, response.json().code]).toEqual([500, CODES.INTERNAL_ERROR])
  expect(JSON.stringify(router.logged)).toContain('a request failed')
})

describe('S7.36 a blob endpoint', () => {
  const codeId = 'a-code-of-this-test-1'

  it('returns bytes in clear with their media type, uncached', async () => {
    const bytes = Uint8Array.of(1, 2, 3)
    const { client } = await start({ handlers: { 'captcha.image': async () => success({ type: 'image/png', bytes }) } })
    const response = await client.fetch('captcha.image', { codeId })
    expect([response.status, [...response.bytes], response.response]).toEqual([200, [1, 2, 3], null])
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': 'inline',
    })
    expect(router.calls.at(-1)).toEqual({ name: 'captcha.image', code: 0 })
  })

  it('seals its refusals', async () => {
    const { client } = await start()
    client.token = 'alive'
    expect((await client.fetch('upload.image', { id: 'no-such-picture' })).response).toMatchObject({
      code: CODES.NOT_FOUND,
    })
    const wrong = await client.fetch('captcha.image', { codeId: '?' })
    expect([wrong.status, wrong.response?.code]).toEqual([200, CODES.PARAM_ERROR])
  })
})

describe('the context of a handler', () => {
  it('has caller, address, site and idempotency key', async () => {
    let seen: CallContext | null = null
    const { client } = await start({
      handlers: {
        'coin.buy': async ({ coins }, call) => {
          seen = call
          return success({ balance: coins })
        },
      },
    })
    client.token = 'alive'
    const response = await client.call('coin.buy', { coins: 5 }, { headers: { ...KEY, 'client-type': 2 } })
    expect(response).toMatchObject({ code: 0, msg: '', data: { balance: 5 }, time: START })
    expect(seen).toMatchObject({
      traceId: response.traceId,
      now: START,
      siteId: 5009,
      clientType: 2,
      deviceId: client.uuid,
      address: '127.0.0.1',
      idempotencyKey: KEY['idempotency-key'],
      session: { memberId: 'm-1' },
    })
    expect(seen!.wdKey).toEqual(client.keys.wd)
  })

  it('looks up a token together with its device', async () => {
    const asked: string[][] = []
    const { client } = await start({
      find: async (...pair) => {
        asked.push(pair)
        return { session: null, endedBy: null }
      },
    })
    client.token = 'stolen'
    expect(await client.call('site.perInfo', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
    expect(asked).toEqual([['stolen', client.uuid]])
  })
})

describe('errors of a handler', () => {
  it('an exception is INTERNAL_ERROR with the trace id only', async () => {
    const { client } = await start({
      handlers: {
        'gift.list': async () => {
          throw new Error('password of the database is hunter2')
        },
      },
    })
    const response = await client.call('gift.list', {})
    expect(response).toMatchObject({ status: 200, code: CODES.INTERNAL_ERROR, data: null })
    expect(JSON.stringify(response)).not.toContain('hunter2')
    expect(router.logged).toMatchObject([{ message: 'a call failed', details: { traceId: response.traceId } }])
  })

  it('an exception of the session lookup is INTERNAL_ERROR too', async () => {
    const { client } = await start({
      find: async () => {
        throw new Error('no connection')
      },
    })
    client.token = 'alive'
    expect((await client.call('site.perInfo', {})).code).toBe(CODES.INTERNAL_ERROR)
  })

  it('undeclared fields are removed', async () => {
    const { client } = await start({
      handlers: { 'coin.balance': async () => success({ balance: 1, memberId: 'internal' } as { balance: number }) },
    })
    client.token = 'alive'
    expect((await client.call('coin.balance', {})).data).toEqual({ balance: 1 })
  })

  it('a response of another shape is not sent', async () => {
    const { client } = await start({ handlers: { 'coin.balance': async () => success({ balance: -1 }) } })
    client.token = 'alive'
    expect((await client.call('coin.balance', {})).code).toBe(CODES.INTERNAL_ERROR)
    expect(router.logged[0]?.message).toBe('a response does not match its schema')
  })
})

describe('a call that ends with an exception', () => {
  it('is counted as INTERFACE_DEGRADE while shared state is unavailable', async () => {
    const { client } = await start({
      handlers: {
        'site.perInfo': async () => {
          throw new SharedStateError('Redis is not reachable')
        },
      },
    })
    expect((await client.fetch('site.perInfo', {})).status).toBe(503)
    expect(router.calls.at(-1)).toEqual({ name: 'site.perInfo', code: CODES.INTERFACE_DEGRADE })
  })

  it('is counted as INTERNAL_ERROR', async () => {
    const videoGrants = new VideoGrants(() => START)
    vi.spyOn(videoGrants, 'verify').mockRejectedValue(new Error('a defect'))
    await start({ videoGrants })
    const { path: url, method } = ENDPOINTS['video.play']
    expect((await router.app.inject({ method, url })).statusCode).toBe(500)
    expect(router.calls.at(-1)).toEqual({ name: 'video.play', code: CODES.INTERNAL_ERROR })
  })
})

describe('limits (Annex A.1)', () => {
  const plenty = { burst: 1e6, perSecond: 1e6 }
  const none = {
    address: plenty,
    member: plenty,
    call: plenty,
    callOfAddress: {},
    callOfMember: {},
    callOf: {},
    passwordCheck: plenty,
  }
  const two = { burst: 2, perSecond: 1 }

  it.each([
    ['A by address', { ...none, address: { burst: 3, perSecond: 1 } }, CODES.CURRENT_LIMITING_A],
    ['A by call and address', { ...none, callOfAddress: { 'site.perInfo': two } }, CODES.CURRENT_LIMITING_A],
    ['B by member', { ...none, member: two }, CODES.CURRENT_LIMITING_B],
    ['C by call', { ...none, callOf: { 'site.perInfo': two } }, CODES.CURRENT_LIMITING_C],
  ])('%s: is refused beyond the burst and accepted again later', async (_name, rates, code) => {
    const { client } = await start({ rates })
    client.token = 'alive'
    const codes = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    for (let count = 0; count < 3; count += 1) codes.push((await client.call('site.perInfo', {})).code)
    expect(codes).toEqual([0, 0, code])
    expect((await client.call('site.perInfo', {})).data).toMatchObject({ retryAfterMs: expect.any(Number) as number })
    router.clock.now += 1000
    expect((await client.call('site.perInfo', {})).code).toBe(0)
  })

  it('settled 22: the load token of the demo lifts address and member limits', async () => {
    const rates = { ...none, address: { burst: 1, perSecond: 0.001 }, member: { burst: 1, perSecond: 0.001 } }
    const http = { 'x-load-token': 'the-load-token-of-this-demo' }
    const { client } = await start({ rates, loadToken: http['x-load-token'] }, http)
    client.token = 'alive'
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => (await client.call('site.perInfo', {}, { http })).code),
    )
    expect(codes).toEqual([0, 0, 0, 0, 0])
    const wrong = { http: { 'x-load-token': 'the-load-token-of-this-dema' } }
    await client.call('site.perInfo', {}, wrong)
    expect((await client.call('site.perInfo', {}, wrong)).code).toBe(CODES.CURRENT_LIMITING_A)
  })
})

describe('allowed origins', () => {
  const headers = (origin: string) => ({ origin, host: 'live.example.com' })

  it.each([
    ['https://live.example.com', 200],
    ['http://live.example.com', 200],
    ['https://evil.example.com', 403],
    ['https://live.example.com.evil', 403],
    ['null', 403],
    ['http://host:port.evil', 403],
    ['', 403],
    ['https://live.example.com/path', 403],
  ])('a POST of %s gets %i', async (origin, status) => {
    const { client } = await start()
    expect((await client.call('site.perInfo', {}, { http: headers(origin) })).status).toBe(status)
  })

  it("ALLOWED_ORIGINS replaces the request's host", async () => {
    const { client } = await start({ allowedOrigins: ['https://pages.example.com'] })
    const status = async (origin: string) => (await client.call('site.perInfo', {}, { http: headers(origin) })).status
    expect(await status('https://pages.example.com')).toBe(200)
    expect(await status('https://live.example.com')).toBe(403)
  })
})
