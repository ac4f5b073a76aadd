import { createHmac } from 'node:crypto'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import { ReplayGuard, SharedReplayGuard, type NonceGuard } from '#server/net/replay.ts'
import { identityOf } from '#server/http/envelope/identity.ts'
import { KeySessions, type StoredKeys } from '#server/http/envelope/key-sessions.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { type KeyedLimiter, RateLimiter, SharedRateLimiter } from '#server/net/rate-limit.ts'
import { ExpiringMap } from '#server/database/shared/expiring-map.ts'
import { type VideoGrant, VideoGrants } from '#server/media/video-grants.ts'
import { signedQueryText } from '#protocol/third-party.ts'
import { SharedTickets, TicketBox, type Ticket, type TicketStore } from '#server/rooms/socket/tickets.ts'
import { type ExpiringStore, SharedStore } from '#server/database/shared/expiring-store.ts'
import { SharedState, SharedStateError, versionProblem } from '#server/database/shared/shared-state.ts'
import { toBase64Url } from '#protocol/bytes.ts'
import { freePort } from '../../support/free-port.ts'
import { testLog } from '../../support/logs.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'

const SECRET = 'a secret of the tests, long enough'
const hasRedis = findRedis() !== null
const KINDS = hasRedis ? (['memory', 'redis'] as const) : (['memory'] as const)
const TICKET: Ticket = {
  chatRoomNo: 'room-1',
  namespace: 'web',
  holder: null,
  deviceId: 'device-1',
  siteId: 5009,
  epoch: 1,
  seq: 7,
}
const HELD: Ticket = {
  ...TICKET,
  holder: { sessionId: 's-1', memberId: 'm-1', expireAt: 2 ** 50, author: { name: 'n', id: 'm-1' } as never },
}

let redis: TestRedis
const opened: SharedState[] = []
beforeAll(async () => {
  if (hasRedis) redis = await startRedis()
})
afterEach(async () => {
  for (const shared of opened.splice(0)) await shared.close()
})
afterAll(() => redis?.stop())

/** The connection of one process. */
async function open(): Promise<SharedState> {
  const shared = new SharedState(redis.url, testLog())
  opened.push(shared)
  await shared.connect()
  return shared
}

const now = Date.now

describe.each(KINDS)('an expiring store in %s', (kind) => {
  const make = async <Value>(name: string): Promise<ExpiringStore<Value>> =>
    kind === 'memory'
      ? new ExpiringMap({ now, max: 100 })
      : new SharedStore(await open(), name, { secret: SECRET, now })

  it('returns what was stored, also after a second look', async () => {
    const store = await make<{ a: number }>('look')
    const until = await store.put('key', { a: 1 }, 60_000)
    expect(until).toBeGreaterThan(now())
    expect([await store.get('key'), await store.get('key'), await store.get('other')]).toEqual([
      { a: 1 },
      { a: 1 },
      undefined,
    ])
  })

  it('gives a value to one of several concurrent takers', async () => {
    const store = await make<string>('take')
    await store.put('key', 'value', 60_000)
    const taken = await Promise.all(Array.from({ length: 20 }, async () => store.take('key')))
    expect(taken.filter((value) => value !== undefined)).toEqual(['value'])
  })

  it('forgets a value after its lifetime', async () => {
    const store = await make<string>('expiry')
    await store.put('key', 'value', 30)
    await expect.poll(() => store.get('key')).toBeUndefined()
  })

  it('replaces a value of the same key', async () => {
    const store = await make<string>('replace')
    await store.put('key', 'first', 60_000)
    await store.put('key', 'second', 60_000)
    expect(await store.get('key')).toBe('second')
  })
})

describe.each(KINDS)('a replay guard in %s', (kind) => {
  const make = async (): Promise<NonceGuard> =>
    kind === 'memory' ? new ReplayGuard(now) : new SharedReplayGuard(await open(), now)

  it('accepts a pair once, also of concurrent calls', async () => {
    const guard = await make()
    const results = await Promise.all(Array.from({ length: 10 }, async () => guard.accept('kid', `${kind} nonce`)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await guard.accept('other kid', `${kind} nonce`)).toBe(true)
    expect(guard.size).toBe(2)
  })
})

describe.each(KINDS)('socket tickets in %s', (kind) => {
  const live = new Set(['s-1'])
  const make = async (): Promise<TicketStore> =>
    kind === 'memory'
      ? new TicketBox(now)
      : new SharedTickets(new SharedStore(await open(), 'ticket', { secret: SECRET, now }), async (id) => live.has(id))

  it('are redeemed once, in their namespace', async () => {
    const tickets = await make()
    const name = await tickets.issue(TICKET)
    expect(name).toMatch(/^[\w-]{32}$/)
    expect(await tickets.take(name, 'web')).toMatchObject(TICKET)
    expect(await tickets.take(name, 'web')).toBeNull()
    const other = await tickets.issue(TICKET)
    expect(await tickets.take(other, 'anon' satisfies ChatNamespace)).toBeNull()
    expect(await tickets.take('unknown', 'web')).toBeNull()
  })

  it('are invalid after the end of their session', async () => {
    const tickets = await make()
    const before = await tickets.issue(HELD)
    expect(await tickets.take(before, 'web')).toMatchObject(HELD)
    const later = await tickets.issue(HELD)
    tickets.dropSession('s-1')
    expect(await tickets.take(later, 'web')).toBeNull()
  })
})

describe.each(KINDS)('a rate limiter in %s', (kind) => {
  const rate = { burst: 5, perSecond: 0.001 }
  const make = async (name: string): Promise<KeyedLimiter> =>
    kind === 'memory' ? new RateLimiter(rate, now) : new SharedRateLimiter(await open(), name, { rate, now })

  it('gives the tokens of a burst, then the time until the next one', async () => {
    const limiter = await make('burst')
    const waits = await Promise.all(Array.from({ length: 8 }, async () => limiter.take('one')))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5)
    for (const waitMs of waits.slice(5)) {
      expect(waitMs).toBeGreaterThan(900_000)
      expect(waitMs).toBeLessThanOrEqual(1_000_000)
    }
    expect(await limiter.take('other')).toBe(0)
  })

  it('gives a token again when its time has come', async () => {
    // A second, because the first two requests must be sooner on a busy machine too.
    const fast = { burst: 1, perSecond: 1 }
    const limiter =
      kind === 'memory' ? new RateLimiter(fast, now) : new SharedRateLimiter(await open(), 'fast', { rate: fast, now })
    expect([await limiter.take('one'), (await limiter.take('one')) > 0]).toEqual([0, true])
    await expect.poll(() => limiter.take('one'), { interval: 50 }).toBe(0)
  })
})

it('names a Redis that is too old', () => {
  expect(versionProblem('# Server\r\nredis_version:5.0.7\r\n')).toBe(
    'REDIS_URL names Redis 5.0.7; version 6.2 or newer is needed.',
  )
  expect(versionProblem('redis_version:6.0.16\r\n')).toContain('6.0.16')
  expect([versionProblem('redis_version:6.2.0\r\n'), versionProblem('redis_version:10.0.1\r\n')]).toEqual([null, null])
  expect(versionProblem('')).toContain('unknown')
})

describe.runIf(hasRedis)('state shared by two processes', () => {
  const sessionsOn = (shared: SharedState): KeySessions =>
    new KeySessions({
      backend: nodeCrypto,
      identity: identityOf(SECRET),
      now,
      shared: new SharedStore<StoredKeys>(shared, 'keys', { secret: SECRET, now }),
    })
  const handshake = async (sessions: KeySessions): Promise<string> =>
    (await sessions.agree(5009, toBase64Url((await nodeCrypto.createShare()).publicKey))).kid

  it('has the envelope keys that the other process has agreed on', async () => {
    const [one, other] = [sessionsOn(await open()), sessionsOn(await open())]
    const kid = await handshake(one)
    const [own, read] = [await one.find(kid), await other.find(kid)]
    expect(read).toMatchObject({ siteId: 5009, createdAt: own?.createdAt })
    expect(read?.keys.sign).toEqual(own?.keys.sign)
    for (const part of ['head', 'body', 'response'] as const) {
      expect(read?.keys[part].equals(own!.keys[part])).toBe(true)
    }
    expect(other.find(kid)).not.toBeInstanceOf(Promise)
    expect(await other.find('unknown')).toBeNull()
  })

  it('takes less than 1 KB of Redis for the keys of a client (docs/operations.md)', async () => {
    const shared = await open()
    await handshake(sessionsOn(shared))
    const [name = ''] = await shared.run((client) => client.keys('grandstand:keys:*'))
    const bytes = await shared.run((client) => client.memoryUsage(name))
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThan(1024)
  })

  it('stores no key in clear and opens nothing that another secret has sealed', async () => {
    const shared = await open()
    await new SharedStore(shared, 'secrecy', { secret: SECRET, now }).put('a ticket', { text: 'a solution' }, 60_000)
    const client = createClient({ url: redis.url })
    await client.connect()
    const names = await client.keys('grandstand:secrecy:*')
    const texts = await Promise.all(names.map((name) => client.get(name)))
    await client.close()
    expect(names).toHaveLength(1)
    expect(`${names.join()} ${texts.join()}`).not.toMatch(/ticket|solution/)
    expect(await new SharedStore(shared, 'secrecy', { secret: 'another secret', now }).get('a ticket')).toBeUndefined()
  })

  it('accepts a reply that came while this thread was busy', async () => {
    const shared = await open()
    const reply = shared.run((client) => client.echo('in time'))
    await new Promise((resolve) => setImmediate(resolve))
    const until = performance.now() + 700
    while (performance.now() < until);
    expect(await reply).toBe('in time')
  })

  it('refuses a nonce that the other process has accepted', async () => {
    const [one, other] = [new SharedReplayGuard(await open(), now), new SharedReplayGuard(await open(), now)]
    expect(await one.accept('kid', 'of two')).toBe(true)
    expect(await other.accept('kid', 'of two')).toBe(false)
  })

  it('accepts a signed query of a video grant of the other process once', async () => {
    const grantsOf = async (): Promise<VideoGrants> => {
      const shared = await open()
      const grants = new SharedStore<VideoGrant>(shared, 'video-grant', { secret: SECRET, now })
      return new VideoGrants(now, { grants, nonces: new SharedReplayGuard(shared, now) })
    }
    const [one, other] = [await grantsOf(), await grantsOf()]
    const { appId, signKey } = await one.issue()
    const params = { appId, ts: String(now()), nonce: 'nonce-00000001', matchId: 'm2001' }
    const key = Buffer.from(signKey, 'base64url')
    const sign = createHmac('sha256', key).update(signedQueryText(params)).digest('hex')
    const query = new URLSearchParams({ ...params, sign })
    expect(await other.verify(query)).toMatchObject({ matchId: 'm2001' })
    expect([await other.verify(query), await one.verify(query)]).toEqual([null, null])
  })

  it('gives the tokens of a burst once, whichever process takes them', async () => {
    const limiterOf = async () =>
      new SharedRateLimiter(await open(), 'of two', { rate: { burst: 6, perSecond: 0.001 }, now })
    const limiters = [await limiterOf(), await limiterOf()]
    const waits = await Promise.all(Array.from({ length: 20 }, (_, at) => limiters[at % 2]!.take('key')))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(6)
  })
})

describe.runIf(hasRedis)('a Redis that fails', () => {
  it('is an error of one line at start, without the password', async () => {
    const absent = new SharedState(`redis://127.0.0.1:${await freePort()}`, testLog())
    await expect(absent.connect()).rejects.toThrow('REDIS_URL names a Redis that cannot be used (ECONNREFUSED).')
    const wrong = new SharedState(redis.url.replace('//', '//nobody:secret-of-the-test@'), testLog())
    await expect(wrong.connect()).rejects.toThrow('REDIS_URL names a Redis that cannot be used (WRONGPASS).')
  })

  it('rejects commands while it is frozen, and executes them after that', async () => {
    const shared = await open()
    const outcomes: boolean[] = []
    shared.onCommand((_, isOk) => outcomes.push(isOk))
    redis.freeze()
    try {
      await expect(shared.run((client) => client.get('key'))).rejects.toThrow(SharedStateError)
      // The second one does not wait.
      await expect(shared.run((client) => client.get('key'))).rejects.toThrow('Redis is not reachable')
    } finally {
      redis.thaw()
    }
    await expect.poll(() => shared.run((client) => client.ping()).catch(() => null), { timeout: 10_000 }).toBe('PONG')
    expect([outcomes.slice(0, 2), outcomes.at(-1)]).toEqual([[false, false], true])
  })

  it('leaves each process its own rate limit', async () => {
    const limiter = new SharedRateLimiter(await open(), 'frozen', { rate: { burst: 2, perSecond: 0.001 }, now })
    redis.freeze()
    try {
      const waits = [await limiter.take('key'), await limiter.take('key'), await limiter.take('key')]
      expect(waits.map((waitMs) => waitMs > 0)).toEqual([false, false, true])
    } finally {
      redis.thaw()
    }
  })

  it('rejects commands when it is full, with one line in the log, and reads go on', async () => {
    const log = testLog()
    const shared = new SharedState(redis.url, log)
    opened.push(shared)
    await shared.connect()
    await shared.run((client) => client.set('small', 'value'))
    await shared.run((client) => client.configSet('maxmemory', '1'))
    try {
      await expect(shared.run((client) => client.set('key', 'value'))).rejects.toThrow(SharedStateError)
      expect(await shared.run((client) => client.get('small'))).toBe('value')
      await expect(shared.run((client) => client.set('key', 'value'))).rejects.toThrow(SharedStateError)
      expect(log.lines.map(({ message }) => message)).toEqual([
        'Redis is not available; calls that need shared state are refused',
      ])
    } finally {
      await shared.run((client) => client.configSet('maxmemory', '0'))
    }
    expect(await shared.run((client) => client.set('key', 'value'))).toBe('OK')
  })

  it('is used again after a restart; the loss of its data is reported first', async () => {
    const own = await startRedis()
    const shared = new SharedState(own.url, testLog())
    opened.push(shared)
    await shared.connect()
    const events: string[] = []
    shared.onDataLost(() => events.push('lost'))
    await shared.subscribe('channel', { onMessage: (text) => events.push(text), onReturn: () => undefined })
    await own.stop()
    await expect.poll(() => shared.run((client) => client.ping()).catch(() => 'refused')).toBe('refused')
    const next = await startRedis(own.port)
    try {
      await expect.poll(() => shared.publish('channel', 'sent').catch(() => null), { timeout: 15_000 }).toBeUndefined()
      // The connection of the subscriber may return later.
      await expect
        .poll(async () => (await shared.publish('channel', 'sent'), events.slice(0, 2)), { timeout: 15_000 })
        .toEqual(['lost', 'sent'])
    } finally {
      await shared.close()
      await next.stop()
    }
  })
})
