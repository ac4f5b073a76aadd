import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CLOCK_FIRST_RESYNC_MS } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { OutgoingCall, RewriteRule } from '#workers/http/rewrite.ts'
import { REWRITE_RULES, rewriteResponse, rewriteRequest } from '#workers/http/rewrite.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { Profile } from '../contract/support/page.ts'
import { startedTransport } from './open-transport.ts'

const PAGE_ORIGIN = 'https://own.test'
const NEWS = 'https://news.test'

function outgoing(name: EndpointName, query = ''): OutgoingCall {
  const endpoint = ENDPOINTS[name]
  return { endpoint, origin: PAGE_ORIGIN, target: endpoint.path + query, token: 'token-1' }
}

const production = { isDevelopment: false, newsOrigin: () => NEWS }

function response(code: number): ResponseBody {
  return { code, msg: '说明', data: null, time: 1, traceId: 't' }
}

describe('rewrite rules', () => {
  it('S7.115 are applied in order, each to the result of the previous ones', () => {
    const append = (name: string): RewriteRule => ({
      name,
      match: (call) => call.target.length < 12,
      request: (call) => ({ ...call, target: `${call.target}/${name}` }),
      response: (before) => ({ ...before, msg: `${before.msg}${name}` }),
    })
    const rules = ['one', 'two', 'three'].map(append)
    const call = { ...outgoing('coin.balance'), target: '/start' }
    expect(rewriteRequest(call, production, rules).target).toBe('/start/one/two')
    expect(rewriteResponse(call, response(0), 200, rules).msg).toBe('说明onetwothree')
    expect(rewriteRequest({ ...call, target: '/longer-than-that' }, production, rules).target).toBe('/longer-than-that')
  })

  it('S7.115 are in this order', () => {
    expect(REWRITE_RULES.map((rule) => rule.name)).toEqual(['blank token', 'news domain', 'invalid token'])
  })

  it('S7.11 S7.12 S7.13 blank the token of sign-in, banner-list and perInfo/v1/get only', () => {
    const blanked = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
      (name) => rewriteRequest(outgoing(name), production).token === '',
    )
    const signIn = ['auth.login', 'auth.loginV3', 'auth.webLogin']
    expect(blanked.toSorted()).toEqual([...signIn, 'site.bannerList', 'site.perInfoBefore'])
    expect(rewriteRequest(outgoing('site.queryBanners', '?from=login'), production).token).toBe('')
  })

  it('S7.15 send news, soccer and tips to the news origin, but not live rooms', () => {
    const moved = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
      (name) => rewriteRequest(outgoing(name), production).origin === NEWS,
    )
    expect(moved.map((name) => name.split('.')[0])).toEqual(
      moved.map(() => expect.stringMatching(/^(news|soccer|tips)$/) as string),
    )
    expect(moved).toHaveLength(8)
    const empty = { isDevelopment: false, newsOrigin: () => null }
    expect(rewriteRequest(outgoing('news.list'), empty).origin).toBe(PAGE_ORIGIN)
  })

  it('S7.16 do not change the origin of development builds', () => {
    expect(rewriteRequest(outgoing('news.list'), { ...production, isDevelopment: true }).origin).toBe(PAGE_ORIGIN)
  })

  it('S8.9 settled 1 treat HTTP 401 as an invalid token unless the code names the cause', () => {
    const call = outgoing('coin.balance')
    expect(rewriteResponse(call, response(CODES.PARAM_ERROR), 401)).toMatchObject({ code: CODES.AUTH_ERROR, msg: '' })
    for (const code of [CODES.PASSWORD_CHANGED, CODES.LOGIN_ELSEWHERE_ERROR, CODES.DEVICE_BLOCKADE]) {
      expect(rewriteResponse(call, response(code), 401)).toMatchObject({ code, msg: '说明' })
    }
    expect(rewriteResponse(call, response(CODES.PARAM_ERROR), 400).code).toBe(CODES.PARAM_ERROR)
  })
})

describe('news origin', () => {
  let server: Lt1Server

  beforeAll(async () => {
    server = await Lt1Server.start()
  })
  beforeEach(() => server.reset())
  afterAll(() => server.stop())

  const list = { category: 'all', pageNum: 1 } as const
  const linesOfNews = async () => (await server.calls('news/v1/list')).map((call) => call.origin)

  it('S7.15 is the first usable stored one with its own keys, then the next one after a failure', async () => {
    const profile = new Profile()
    const stored = ['http://evil.test', 'https://own.test/path', 'http://127.0.0.1:1', await server.secondOrigin()]
    profile.local.setItem('newsDomains', JSON.stringify({ list: stored, fetchedAt: 1 }))
    const { transport } = await startedTransport(server, { isDevelopment: false }, profile)
    expect(await transport.call('news.list', list)).toMatchObject({ ok: true, data: { pageNum: 1 } })
    expect(await linesOfNews()).toEqual([2])
    expect(await server.calls('/vvm')).toHaveLength(2)
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(await server.calls('/vvm')).toHaveLength(2)
  })

  it('S7.15 is the own origin if all news origins fail or the list is empty', async () => {
    const profile = new Profile()
    profile.local.setItem('newsDomains', JSON.stringify({ list: ['http://127.0.0.1:1'], fetchedAt: 1 }))
    const { transport, notices } = await startedTransport(server, { isDevelopment: false }, profile)
    expect(await transport.call('news.list', list)).toMatchObject({ ok: true })
    expect(await linesOfNews()).toEqual([1])
    expect(notices.filter((notice) => notice.type === 'origin')).toEqual([])
  })

  it('S7.15 Annex F newsDomains: is stored from the origin list', async () => {
    const second = await server.secondOrigin()
    await server.serveOrigins({ api: [], news: [second, 'http://plain.test'] })
    const { transport, profile } = await startedTransport(server, { isDevelopment: false })
    await profile.written('newsDomains')
    expect(JSON.parse(profile.local.getItem('newsDomains') ?? '')).toEqual({
      list: [second],
      fetchedAt: expect.any(Number),
    })
    await transport.call('news.list', list)
    expect(await linesOfNews()).toEqual([2])
  })

  it('S7.15 list is loaded again after the connection was lost', async () => {
    const second = await server.secondOrigin()
    await server.serveOrigins({ api: [], news: [] })
    const { transport, profile, notices, conditions, runOut } = await startedTransport(server, { isDevelopment: false })
    const is = (state: string) => () => notices.some((notice) => notice.type === 'connection' && notice.state === state)
    const { port1, port2 } = new MessageChannel()
    await profile.written('newsDomains')
    await transport.enterRoom({ chatRoomNo: 'room-domains' }, port1)
    await conditions.until(is('online'))
    await server.serveOrigins({ api: [], news: [second] })
    await server.restart()
    await conditions.until(is('recovering'))
    const requested = (await server.calls('/domain/')).length
    runOut(CLOCK_FIRST_RESYNC_MS)
    await server.whenCalled('/domain/', requested + 1)
    await vi.waitUntil(() => profile.local.getItem('newsDomains')?.includes(second))
    await transport.leaveRoom('room-domains')
    port2.close()
  })
})
