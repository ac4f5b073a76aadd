import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { addressKey, NETWORK_FACTOR, networkKey } from '#server/config/address.ts'
import { CALL_RATES, CallLimits } from '#server/http/pipeline/call-limits.ts'
import { RateLimiter } from '#server/net/rate-limit.ts'
import { ReplayGuard } from '#server/net/replay.ts'

describe('a token bucket', () => {
  it('allows its burst, then its rate, and returns the waiting time', () => {
    let now = 0
    const limiter = new RateLimiter({ burst: 3, perSecond: 2 }, () => now)
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 500])
    now = 499
    expect(limiter.take('a')).toBe(1)
    now = 500
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 500])
    expect(limiter.take('b')).toBe(0)
  })

  it('works at thousands per second', () => {
    let now = 0
    const limiter = new RateLimiter({ burst: 6_000, perSecond: 3_000 }, () => now)
    const given = (count: number): number =>
      Array.from({ length: count }, () => limiter.take('all')).filter((wait) => wait === 0).length
    expect(given(10_000)).toBe(6_000)
    now = 10
    expect(given(100)).toBe(30)
  })

  it('never allows more than burst + rate x time, for any distribution of calls', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(800), { maxLength: 200 }), (gaps) => {
        let now = 0
        const limiter = new RateLimiter({ burst: 5, perSecond: 4 }, () => now)
        let given = 0
        for (const gap of gaps) {
          now += gap
          if (limiter.take('key') === 0) given += 1
        }
        expect(given).toBeLessThanOrEqual(5 + (now / 1000) * 4 + 1e-9)
      }),
    )
  })

  it('forgets only full keys', () => {
    let now = 0
    const limiter = new RateLimiter({ burst: 10, perSecond: 10 }, () => now)
    for (let key = 0; key < 1000; key += 1) limiter.take(String(key))
    for (let taken = 0; taken < 9; taken += 1) limiter.take('busy')
    now = 1000
    limiter.take('busy')
    expect(limiter.size).toBe(1002)
    now = 2000
    limiter.take('busy')
    // Once in each generation.
    expect(limiter.size).toBe(2)
  })

  it('is not refilled when the clock is set back', () => {
    let now = 10_000
    const limiter = new RateLimiter({ burst: 1, perSecond: 1 }, () => now)
    limiter.take('a')
    now = 0
    expect(limiter.take('a')).toBeGreaterThan(0)
  })
})

describe('the replay guard', () => {
  it('stores each pair for at least the window on both sides', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ wait: fc.nat(100_000), nonce: fc.nat(5) }), { maxLength: 60 }), (steps) => {
        let now = 0
        const guard = new ReplayGuard(() => now)
        const seenAt = new Map<number, number>()
        for (const { wait, nonce } of steps) {
          now += wait
          const isNew = guard.accept('kid', String(nonce))
          const before = seenAt.get(nonce)
          if (before !== undefined && now - before < 240_000) expect(isNew).toBe(false)
          if (before === undefined) expect(isNew).toBe(true)
          if (isNew) seenAt.set(nonce, now)
        }
      }),
    )
  })

  it('drops pairs after two generations', () => {
    let now = 0
    const guard = new ReplayGuard(() => now)
    guard.accept('kid', 'a')
    now = 480_000
    expect(guard.accept('kid', 'b')).toBe(true)
    expect(guard.size).toBe(1)
  })

  it('drops pairs without further calls', () => {
    vi.useFakeTimers()
    try {
      const guard = new ReplayGuard(Date.now)
      guard.accept('kid', 'a')
      vi.advanceTimersByTime(239_000)
      expect(guard.size).toBe(1)
      vi.advanceTimersByTime(245_000)
      expect(guard.size).toBe(0)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('an address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

describe('a network of IPv6 addresses', () => {
  it.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
    ['192.0.2.7', null],
    ['load 40000', null],
    ['not an address', null],
  ])('of %s is %s', (address, network) => {
    expect(networkKey(address)).toBe(network)
  })

  const addressOf = (count: number, network = 'a'): string => addressKey(`2001:db8:${network}:${count.toString(16)}::1`)

  it.each(['auth.login', 'live.detail'] as const)(
    'has eight times the limit of one address: %s from 256 addresses',
    (name) => {
      const refused: string[] = []
      const limits = new CallLimits(
        () => 0,
        CALL_RATES,
        (address) => void refused.push(address),
      )
      const { burst } = CALL_RATES.callOfAddress[name] ?? CALL_RATES.address
      const asked = Array.from({ length: burst * 20 }, (_, count) => limits.ofAddress(addressOf(count % 256), name))
      const given = asked.filter((limited) => limited === null)
      expect(given).toHaveLength(burst * NETWORK_FACTOR)
      expect(asked.at(-1)).toMatchObject({ code: CODES.CURRENT_LIMITING_A, retryAfterMs: expect.any(Number) as number })
      expect(refused).toHaveLength(asked.length - given.length)
      expect(limits.ofAddress(addressOf(1, 'b'), name)).toBeNull()
    },
  )

  it('is not charged for an address beyond its own limit', async () => {
    const limits = new CallLimits(() => 0)
    for (let count = 0; count < 10_000; count += 1) await limits.ofAddress(addressOf(1), 'live.detail')
    expect(limits.ofAddress(addressOf(2), 'live.detail')).toBeNull()
  })
})

it('is charged for a sign-in when the password is checked', () => {
  const limits = new CallLimits(() => 0)
  const { burst } = CALL_RATES.passwordCheck
  for (let count = 0; count < burst * 10; count += 1) expect(limits.ofCall('auth.login')).toBeNull()
  for (let count = 0; count < burst; count += 1) expect(limits.ofPasswordCheck('sign-in')).toBeNull()
  expect(limits.ofPasswordCheck('sign-in')).toMatchObject({ code: CODES.CURRENT_LIMITING_C })
})
