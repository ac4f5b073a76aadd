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

const OWN = 'https://own.test'
const NEWS = 'https://news.test'

function outgoing(name: EndpointName, query = ''): OutgoingCall {
  const endpoint = ENDPOINTS[name]
  return { endpoint, origin: OWN, target: endpoint.path + query, token: 'token-1' }
}

const production = { isDevelopment: false, newsOrigin: () => NEWS }

function answer(code: number): ResponseBody {
  return { code, msg: '说明', data: null, time: 1, traceId: 't' }
}

describe('rewriting rules', () => {
  it('S7.115 is an ordered list: each rule sees what the ones before it have made', () => {
    const append = (name: string): RewriteRule => ({
      name,
      match: (call) => call.target.length < 12,
      request: (call) => ({ ...call, target: `${call.target}/${name}` }),
      response: (before) => ({ ...before, msg: `${before.msg}${name}` }),
    })
    const rules = ['one', 'two', 'three'].map(append)
    const call = { ...outgoing('coin.balance'), target: '/start' }
    expect(rewriteRequest(call, production, rules).target).toBe('/start/one/two')
    expect(rewriteResponse(call, answer(0), 200, rules).msg).toBe('说明onetwothree')
    expect(rewriteRequest({ ...call, target: '/longer-than-that' }, production, rules).target).toBe('/longer-than-that')
  })

  it('S7.115 has these rules in this order', () => {
    expect(REWRITE_RULES.map((rule) => rule.name)).toEqual(['blank token', 'news domain', 'invalid token'])
  })

  it('S7.11 S7.12 S7.13 blanks the token of sign-in, banner-list and perInfo/v1/get, and of nothing else', () => {
    const blanked = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
      (name) => rewriteRequest(outgoing(name), production).token === '',
    )
    expect(blanked.toSorted()).toEqual(['auth.login', 'auth.webLogin', 'site.bannerList', 'site.perInfoBefore'])
    expect(rewriteRequest(outgoing('site.queryBanners', '?from=login'), production).token).toBe('')
  })

  it('S7.15 sends news, soccer and tips to the news domain, and the live rooms beside them not', () => {
    const moved = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
      (name) => rewriteRequest(outgoing(name), production).origin === NEWS,
    )
    expect(moved.map((name) => name.split('.')[0])).toEqual(
      moved.map(() => expect.stringMatching(/^(news|soccer|tips)$/) as string),
    )
    expect(moved).toHaveLength(8)
    const empty = { isDevelopment: false, newsOrigin: () => null }
    expect(rewriteRequest(outgoing('news.list'), empty).origin).toBe(OWN)
  })

  it('S7.16 leaves development builds at their own origin', () => {
    expect(rewriteRequest(outgoing('news.list'), { ...production, isDevelopment: true }).origin).toBe(OWN)
  })

  it('S8.9 settled 1 takes HTTP 401 for a dead token unless the code says why it died', () => {
    const call = outgoing('coin.balance')
    expect(rewriteResponse(call, answer(CODES.PARAM_ERROR), 401)).toMatchObject({ code: CODES.AUTH_ERROR, msg: '' })
    for (const code of [CODES.PASSWORD_CHANGED, CODES.LOGIN_ELSEWHERE_ERROR, CODES.DEVICE_BLOCKADE]) {
      expect(rewriteResponse(call, answer(code), 401)).toMatchObject({ code, msg: '说明' })
    }
    expect(rewriteResponse(call, answer(CODES.PARAM_ERROR), 400).code).toBe(CODES.PARAM_ERROR)
  })
})

describe('news domain', () => {
  let server: Lt1Server

  beforeAll(async () => {
    server = await Lt1Server.start()
  })
  beforeEach(() => server.reset())
  afterAll(() => server.stop())

  const list = { category: 'all', pageNum: 1 } as const
  const linesOfNews = async () => (await server.calls('news/v1/list')).map((call) => call.line)

  it('S7.15 asks the first usable stored domain, with keys of its own, and goes on when it fails', async () => {
    const profile = new Profile()
    const stored = ['http://evil.test', 'https://own.test/path', 'http://127.0.0.1:1', await server.secondLine()]
    profile.local.setItem('newsDomains', JSON.stringify({ list: stored, fetchedAt: 1 }))
    const { transport } = await startedTransport(server, { isDevelopment: false }, profile)
    expect(await transport.call('news.list', list)).toMatchObject({ ok: true, data: { pageNum: 1 } })
    expect(await linesOfNews()).toEqual([2])
    expect(await server.calls('/vvm')).toHaveLength(2)
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(await server.calls('/vvm')).toHaveLength(2)
  })

  it('S7.15 falls back to the own origin when every news domain is dead, and to it alone with an empty list', async () => {
    const profile = new Profile()
    profile.local.setItem('newsDomains', JSON.stringify({ list: ['http://127.0.0.1:1'], fetchedAt: 1 }))
    const { transport, notices } = await startedTransport(server, { isDevelopment: false }, profile)
    expect(await transport.call('news.list', list)).toMatchObject({ ok: true })
    expect(await linesOfNews()).toEqual([1])
    expect(notices.filter((notice) => notice.type === 'origin')).toEqual([])
  })

  it('S7.15 stores what the list of domains says', async () => {
    const second = await server.secondLine()
    await server.serveLines({ api: [], news: [second, 'http://plain.test'] })
    const { transport, profile } = await startedTransport(server, { isDevelopment: false })
    await profile.written('newsDomains')
    expect(JSON.parse(profile.local.getItem('newsDomains') ?? '')).toEqual({
      list: [second],
      fetchedAt: expect.any(Number),
    })
    await transport.call('news.list', list)
    expect(await linesOfNews()).toEqual([2])
  })

  it('S7.15 asks for the list again after the server was lost', async () => {
    const second = await server.secondLine()
    await server.serveLines({ api: [], news: [] })
    const { transport, profile, notices, facts, runOut } = await startedTransport(server, { isDevelopment: false })
    const is = (state: string) => () => notices.some((notice) => notice.type === 'connection' && notice.state === state)
    const { port1, port2 } = new MessageChannel()
    await profile.written('newsDomains')
    await transport.enterRoom({ chatRoomNo: 'room-domains' }, port1)
    await facts.until(is('online'))
    await server.serveLines({ api: [], news: [second] })
    await server.restart()
    await facts.until(is('recovering'))
    const asked = (await server.calls('/domain/')).length
    runOut(CLOCK_FIRST_RESYNC_MS)
    await server.whenCalled('/domain/', asked + 1)
    await vi.waitUntil(() => profile.local.getItem('newsDomains')?.includes(second))
    await transport.leaveRoom('room-domains')
    port2.close()
  })
})
