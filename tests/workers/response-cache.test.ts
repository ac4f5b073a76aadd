import { describe, expect, it } from 'vitest'
import { CODES, failureOf } from '#protocol/codes.ts'
import { LOCAL_CACHE_MAX_ENTRIES } from '#protocol/constants.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { HOUR_MS, SECOND_MS } from '#protocol/time.ts'
import { ResponseCache, cacheKey } from '#workers/http/response-cache.ts'
import { Deadline } from '#workers/http/deadline.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { FakeTime } from './fake-time.ts'
import { startedTransport } from './open-transport.ts'

const NAME = 'site.bannerList'
const RULES = { paramKeys: ['position'], ttlMs: 60_000 }

function world() {
  const time = new FakeTime(1_000_000)
  const member = { token: '' }
  const requested: { params: unknown; deadline: Deadline; respond: (result: Result<unknown>) => void }[] = []
  const announced: Failure[] = []
  const deadline = () => new Deadline(time, 30_000)
  const cache = new ResponseCache({
    siteId: 5009,
    now: time.now,
    token: () => member.token,
    deadline,
    load: (_name, params, limit) => new Promise((respond) => requested.push({ params, deadline: limit, respond })),
    announce: (refused) => void announced.push(refused),
  })
  const call = (params: unknown, limit = deadline()) => cache.call(NAME, RULES, params, limit)
  /** Makes a call. The server responds with `result` if nothing is cached. */
  const responded = async (params: unknown, result: Result<unknown>) => {
    const before = requested.length
    const response = call(params)
    if (requested.length > before) requested.at(-1)?.respond(result)
    return response
  }
  return { time, member, requested, announced, deadline, cache, call, responded }
}

const degraded = failureOf(CODES.INTERFACE_DEGRADE)

describe('response cache', () => {
  it('S7.18 is used for GET endpoints of banners and news only (settled 27)', () => {
    const stored = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].localCache !== null)
    expect(stored.every((name) => ENDPOINTS[name].method === 'GET')).toBe(true)
    expect(stored.map((name) => name.split('.')[0])).toEqual(
      expect.arrayContaining(['site', 'news', 'soccer', 'tips']) as string[],
    )
    expect(stored).toHaveLength(9)
  })

  it('settled 27 caches a schedule for less than the polling interval of the data page', () => {
    const minute = 60_000
    expect(ENDPOINTS['soccer.schedule'].localCache?.ttlMs).toBeLessThan(minute / 2)
  })

  it('S9.14 asks again after a change of the site, and stores nothing while processes may not know it', async () => {
    const { time, cache, requested, responded } = world()
    await responded({ position: 'home' }, success('before'))
    cache.clear(1_000)
    expect(await responded({ position: 'home' }, success('from an old process'))).toMatchObject({
      data: 'from an old process',
    })
    time.advance(1_000)
    expect(await responded({ position: 'home' }, success('after'))).toMatchObject({ data: 'after' })
    expect(await responded({ position: 'home' }, success('not asked'))).toMatchObject({ data: 'after' })
    expect(requested).toHaveLength(3)
  })

  it('S7.18 returns cached results until they expire', async () => {
    const { time, requested, responded } = world()
    expect(await responded({ position: 'a' }, success(1))).toEqual(success(1))
    time.advance(59_999)
    expect(await responded({ position: 'a' }, success(2))).toEqual(success(1))
    time.advance(1)
    expect(await responded({ position: 'a' }, success(2))).toEqual(success(2))
    expect(requested).toHaveLength(2)
  })

  it('S7.19 S7.20 uses site, token, path and the named parameters in any order as key', () => {
    const rules = { paramKeys: ['b', 'a'], ttlMs: 1 }
    const key = cacheKey(1, 't', '/x', rules, { a: 1, b: 2, noise: 3 })
    expect(cacheKey(1, 't', '/x', rules, { b: 2, a: 1 })).toBe(key)
    for (const other of [
      cacheKey(2, 't', '/x', rules, { a: 1, b: 2 }),
      cacheKey(1, 'u', '/x', rules, { a: 1, b: 2 }),
      cacheKey(1, 't', '/y', rules, { a: 1, b: 2 }),
      cacheKey(1, 't', '/x', rules, { a: 1 }),
      cacheKey(1, 't', '/x', rules, { a: '1', b: 2 }),
      cacheKey(1, 't', '/x', rules, null),
    ]) {
      expect(other).not.toBe(key)
    }
    expect(cacheKey(1, 't', '/x', { paramKeys: ['toString'], ttlMs: 1 }, {})).toBe('[1,"t","/x",[]]')
  })

  it('S7.18 holds 200 results and evicts the least recently used one', async () => {
    const { requested, responded } = world()
    const ask = (position: number) => responded({ position }, success(position))
    for (let position = 0; position < LOCAL_CACHE_MAX_ENTRIES; position += 1) await ask(position)
    await ask(0)
    await ask(LOCAL_CACHE_MAX_ENTRIES)
    const before = requested.length
    await ask(0)
    await ask(2)
    expect(requested).toHaveLength(before)
    await ask(1)
    expect(requested).toHaveLength(before + 1)
  })

  it('S7.18 shares one request between identical calls and aborts it when all have left', async () => {
    const { requested, call, deadline } = world()
    const [one, two] = [deadline(), deadline()]
    const responses = [call({ position: 'a' }, one), call({ position: 'a' }, two)]
    expect(requested).toHaveLength(1)
    one.abort()
    expect(await responses[0]).toMatchObject({ ok: false, code: CODES.ABORTED })
    expect(requested[0]?.deadline.isOver).toBe(false)
    two.abort()
    expect(await responses[1]).toMatchObject({ ok: false, code: CODES.ABORTED })
    expect(requested[0]?.deadline.isAborted).toBe(true)
    const next = call({ position: 'a' })
    expect(requested).toHaveLength(2)
    requested[1]?.respond(success(7))
    expect(await next).toEqual(success(7))
  })

  it('settled 27 does not store results of requests before a sign-in', async () => {
    const { member, requested, cache, call, responded } = world()
    const before = call({ position: 'a' })
    cache.clear()
    member.token = 'token-1'
    requested[0]?.respond(success('visitor'))
    expect(await before).toEqual(success('visitor'))
    expect(await responded({ position: 'a' }, success('member'))).toEqual(success('member'))
    member.token = ''
    expect(await responded({ position: 'a' }, success('new'))).toEqual(success('new'))
  })

  it('S7.18 does not store failures', async () => {
    const { responded, requested } = world()
    await responded({ position: 'a' }, failure(CODES.NETWORK_FAILURE, '网络异常'))
    expect(await responded({ position: 'a' }, success(1))).toEqual(success(1))
    expect(requested).toHaveLength(2)
  })

  it('S8.5 returns the last value on INTERFACE_DEGRADE, marks it as stale and announces it', async () => {
    const { time, announced, responded } = world()
    expect(await responded({ position: 'a' }, degraded)).toEqual(degraded)
    expect(announced).toEqual([])
    await responded({ position: 'a' }, success('last', 'trace-1'))
    time.advance(3_600_000)
    expect(await responded({ position: 'a' }, degraded)).toEqual({
      ok: true,
      data: 'last',
      traceId: 'trace-1',
      isStale: true,
    })
    expect(announced).toEqual([degraded])
    expect(await responded({ position: 'a' }, success('fresh'))).toEqual(success('fresh'))
  })
})

describe('response cache in the transport', () => {
  it('S8.5 returns the last value of a degraded server and notifies the page', async () => {
    const server = await Lt1Server.start()
    let ahead = 0
    const { transport, conditions, notices } = await startedTransport(server, { now: () => Date.now() + ahead })
    const ask = () => transport.call(NAME, { position: 'home' })
    const first = await ask()
    ahead = RULES.ttlMs + SECOND_MS
    await server.provoke({ path: 'banner-list', code: CODES.INTERFACE_DEGRADE, times: 1 })
    expect(await ask()).toEqual({ ...first, isStale: true })
    await conditions.until(() => notices.some((notice) => notice.type === 'outcome'))
    expect(notices.findLast((notice) => notice.type === 'outcome')).toMatchObject({
      code: CODES.INTERFACE_DEGRADE,
      path: ENDPOINTS[NAME].path,
    })
    expect(await ask()).toMatchObject({ ok: true })
    expect(await ask()).not.toHaveProperty('isStale')
    await server.stop()
  })

  it('S7.18 does not keep responses longer after the clock of the device was set back', async () => {
    const server = await Lt1Server.start()
    let aheadMs = 0
    const { transport } = await startedTransport(server, { now: () => Date.now() + aheadMs })
    const ask = () => transport.call(NAME, { position: 'home' })
    await ask()
    aheadMs = -HOUR_MS
    // Any response tells the time of the server.
    await transport.call('gateway.getSysTime', {})
    aheadMs += RULES.ttlMs + SECOND_MS
    await ask()
    expect(await server.calls('banner-list')).toHaveLength(2)
    await server.stop()
  })
})
