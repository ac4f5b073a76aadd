import { afterEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { SERVER_CACHE_MS } from '#protocol/constants.ts'
import { ENDPOINTS, type EndpointName } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { ResponseCache, type CacheBackend } from '#server/http/cache/response-cache.ts'
import { serverCacheKey, withResponseCache } from '#server/http/cache/cached-handlers.ts'
import { MemoryCacheBackend } from '#server/http/cache/memory-backend.ts'
import { RedisCacheBackend } from '#server/http/cache/redis-backend.ts'
import { readConfig } from '#server/config/config.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { startReport } from '#server/config/start-report.ts'
import { testLog } from '../../support/logs.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { testClock } from '../../support/store.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { createTestRouter, sessionMember, START } from './router-support.ts'

const CALL: CallContext = {
  traceId: 'trace',
  now: START,
  siteId: 5009,
  site: CONFIG_DEFAULTS,
  clientType: 2,
  deviceId: 'a device',
  address: '10.1.2.3',
  session: sessionMember('m-1'),
  idempotencyKey: 'a key',
  wdKey: new Uint8Array(32),
  safety: null,
}
const KEYS = { keyCodes: ['chatSwitch'] }

/** The tested handlers behind the cache. */
function cachedHandlers(home: CacheBackend, handlers: Partial<Handlers>) {
  const errors: unknown[] = []
  const cache = new ResponseCache(home, (error) => errors.push(error))
  return { calls: withResponseCache(handlers as Handlers, cache), errors }
}

/** A handler that returns the number of its runs. */
function counting() {
  const seen: CallContext[] = []
  const handler: Handlers['site.configInfo'] = async (_params, call) => {
    seen.push(call)
    return success({ chatSwitch: String(seen.length) })
  }
  return { seen, handler }
}

describe('the response cache of the server', () => {
  it('S7.21 stores one response per cache key and parameters, in any order', async () => {
    const { now } = testClock()
    const { seen, handler } = counting()
    const { calls } = cachedHandlers(new MemoryCacheBackend(now), { 'site.configInfo': handler })
    await calls['site.configInfo'](KEYS, CALL)
    expect(await calls['site.configInfo'](KEYS, CALL)).toEqual(success({ chatSwitch: '1' }))
    await calls['site.configInfo']({ keyCodes: ['giftSwitch'] }, CALL)
    await calls['site.configInfo'](KEYS, { ...CALL, siteId: 5001 })
    expect(seen).toHaveLength(3)
    expect(serverCacheKey(5009, 'x', { a: 1, b: 2 })).toBe(serverCacheKey(5009, 'x', { b: 2, a: 1 }))
  })

  it('S7.22 S9.7 expires after 60 seconds', async () => {
    const clock = testClock()
    const { seen, handler } = counting()
    const { calls } = cachedHandlers(new MemoryCacheBackend(clock.now), { 'site.configInfo': handler })
    await calls['site.configInfo'](KEYS, CALL)
    clock.move(SERVER_CACHE_MS - 1)
    await calls['site.configInfo'](KEYS, CALL)
    expect(seen).toHaveLength(1)
    clock.move(1)
    await calls['site.configInfo'](KEYS, CALL)
    expect(seen).toHaveLength(2)
    expect(SERVER_CACHE_MS).toBe(60_000)
  })

  it('S7.23 does not store venues whose name contains AG', async () => {
    let runs = 0
    const { calls } = cachedHandlers(new MemoryCacheBackend(() => START), {
      'site.sportConfigs': async () => {
        runs += 1
        return success({ list: [] })
      },
    })
    const ask = (venueEnName: string) => calls['site.sportConfigs']({ venueEnName }, CALL)
    for (const name of ['AGTY', 'AGTY', 'xAG', 'xAG']) await ask(name)
    expect(runs).toBe(4)
    for (const name of ['agty', 'agty', 'OBTY', 'OBTY']) await ask(name)
    expect(runs).toBe(6)
  })

  it('S7.21 shares one run among identical concurrent calls', async () => {
    const { seen, handler } = counting()
    const { calls } = cachedHandlers(new MemoryCacheBackend(() => START), { 'site.configInfo': handler })
    const responses = await Promise.all(Array.from({ length: 20 }, () => calls['site.configInfo'](KEYS, CALL)))
    expect(seen).toHaveLength(1)
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  })

  it('S7.21 stores successes only', async () => {
    let runs = 0
    const { calls } = cachedHandlers(new MemoryCacheBackend(() => START), {
      'news.detail': async () => {
        runs += 1
        if (runs === 1) throw new Error('the store is away')
        return failure(CODES.NOT_FOUND, '')
      },
    })
    await expect(calls['news.detail']({ id: 'x' }, CALL)).rejects.toThrow('away')
    await calls['news.detail']({ id: 'x' }, CALL)
    await calls['news.detail']({ id: 'x' }, CALL)
    expect(runs).toBe(3)
  })
})

describe('settled 27: isolation of cached responses', () => {
  it('S7.21 a cached handler does not know its caller', async () => {
    const { seen, handler } = counting()
    const { calls } = cachedHandlers(new MemoryCacheBackend(() => START), { 'site.configInfo': handler })
    await calls['site.configInfo'](KEYS, CALL)
    expect(seen[0]).toMatchObject({ session: null, deviceId: '', address: '', idempotencyKey: null, wdKey: null })
  })

  it('S7.21 only public endpoints can be cached', () => {
    const cached = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].serverCache)
    expect(cached.length).toBeGreaterThan(10)
    for (const name of cached)
      expect(ENDPOINTS[name]).toMatchObject({ access: 'public', idempotent: false, secret: false })
  })

  it('S7.21 members and visitors get the same response, sealed separately', async () => {
    const { seen, handler } = counting()
    const { calls } = cachedHandlers(new MemoryCacheBackend(() => START), { 'site.configInfo': handler })
    const router = await createTestRouter({ handlers: { 'site.configInfo': calls['site.configInfo'] } })
    const connect = () => SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
    const [member, visitor] = await Promise.all([connect(), connect()])
    member.token = 'alive'
    expect((await member.call('site.configInfo', KEYS)).data).toEqual({ chatSwitch: '1' })
    expect((await visitor.call('site.configInfo', KEYS)).data).toEqual({ chatSwitch: '1' })
    expect(seen).toHaveLength(1)
    await router.app.close()
  })

  it('S7.21 a cached response of another shape is ignored', async () => {
    const { seen, handler } = counting()
    const home = new MemoryCacheBackend(() => START)
    home.get = async () => '{"chatSwitch":{"not":"text"}}'
    const { calls } = cachedHandlers(home, { 'site.configInfo': handler })
    expect(await calls['site.configInfo'](KEYS, CALL)).toEqual(success({ chatSwitch: '1' }))
    expect(seen).toHaveLength(1)
  })
})

describe('the memory backend', () => {
  it('S7.22 is limited in bytes and evicts the least recently used', async () => {
    const home = new MemoryCacheBackend(() => START, 10_000)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await home.set(key, 'x'.repeat(500), 1_000)
    await home.get('a')
    await home.set('i', 'x'.repeat(500), 1_000)
    expect(home.bytes).toBeLessThanOrEqual(10_000)
    expect([await home.get('a'), await home.get('b'), await home.get('i')].map((text) => text?.length)).toEqual([
      500,
      undefined,
      500,
    ])
    await home.set('huge', 'x'.repeat(5_000), 1_000)
    expect(await home.get('huge')).toBeNull()
  })
})

it('S7.21 the start report describes the use of Redis without a password', () => {
  const config = (environment: Record<string, string>) => readConfig({ MODE: 'demo', ...environment })
  const report = startReport(config({ REDIS_URL: 'redis://:hunter2@localhost:6379' }), 'http://localhost:1', 1)
  expect(report).toContain('Redis holds the response cache; rooms are still served by this one process.')
  expect(report).not.toContain('hunter2')
  expect(startReport(config({}), 'http://localhost:1', 1)).not.toContain('Redis')
})

const REDIS = findRedis()
if (REDIS === null) process.stderr.write('redis-server is not installed: the tests of the Redis home are skipped\n')

describe.skipIf(REDIS === null)('the Redis backend', () => {
  let redis: TestRedis
  const homes: RedisCacheBackend[] = []
  function open(log = testLog(), now: () => number = Date.now): RedisCacheBackend {
    const home = new RedisCacheBackend(redis.url, { log, now })
    homes.push(home)
    return home
  }
  afterEach(async () => {
    await Promise.all(homes.splice(0).map((home) => home.close()))
    await redis.stop()
  })

  it('S7.21 S7.22 shares responses between processes until they expire', async () => {
    redis = await startRedis()
    const [one, other] = [open(), open()]
    const isShared = () => one.set('key', '{"a":1}', 60_000).then(() => other.get('key'))
    await expect.poll(isShared, { timeout: 30_000 }).toBe('{"a":1}')
    await one.set('short', '1', 20)
    await expect.poll(() => other.get('short')).toBeNull()
  })

  it('S7.21 continues without Redis, logs that once, and reconnects', async () => {
    redis = await startRedis()
    const log = testLog()
    let time = 0
    const home = open(log, () => time)
    const { seen, handler } = counting()
    const { calls, errors } = cachedHandlers(home, { 'site.configInfo': handler })
    /** Runs of the handler during one call. A late response on a busy machine suspends the backend for 5 s. */
    const runsOfOneCall = async (): Promise<number> => {
      time += 5_000
      const before = seen.length
      expect((await calls['site.configInfo'](KEYS, CALL)).ok).toBe(true)
      return seen.length - before
    }
    await expect.poll(runsOfOneCall, { timeout: 30_000 }).toBe(0)

    await redis.stop()
    await expect.poll(() => log.lines.at(-1)?.level, { timeout: 30_000 }).toBe('warn')
    for (let call = 0; call < 5; call += 1) expect(await runsOfOneCall()).toBe(1)
    expect(errors).toEqual([])

    redis = await startRedis(redis.port)
    await expect.poll(runsOfOneCall, { timeout: 30_000 }).toBe(0)
    const messages = log.lines.map(({ message }) => message)
    expect(messages.at(-1)).toBe('Redis is reachable again')
    expect(messages.filter((message, index) => message === messages[index - 1])).toEqual([])
  })

  it('S7.21 a Redis that does not respond delays one call, and is skipped for a while', async () => {
    redis = await startRedis()
    let time = 0
    const home = open(testLog(), () => time)
    // Waits until the backend is used again, because a late response on a busy machine suspends it.
    const askRested = (): Promise<unknown> => {
      time += 5_000
      return home.get('ready')
    }
    await expect.poll(() => home.set('ready', 'yes', 3_600_000).then(askRested), { timeout: 30_000 }).toBe('yes')
    redis.freeze()
    expect(await home.get('ready')).toBeNull()
    redis.thaw()
    // It would respond again, but is not requested.
    for (let ask = 0; ask < 50; ask += 1) expect(await home.get('ready')).toBeNull()
    await expect.poll(askRested, { timeout: 30_000 }).toBe('yes')
  })
})
