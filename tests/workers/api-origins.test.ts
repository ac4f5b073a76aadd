import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ApiOrigins, usableOrigin, usableOrigins } from '#workers/http/api-origins.ts'
import { Profile } from '../contract/support/page.ts'

const HOME = 'https://a.test'
const OTHERS = ['https://b.test', 'https://c.test']

function world(profile = new Profile()) {
  const dead = new Set<string>()
  const probed: string[] = []
  const reported: [string, boolean][] = []
  const origins = new ApiOrigins({
    home: HOME,
    storage: profile.storage(),
    probe: async (origin) => {
      probed.push(origin)
      return !dead.has(origin)
    },
    onChange: (origin, isFirst) => void reported.push([origin, isFirst]),
  })
  const failed = async () => (await origins.failed(origins.current)).code
  const stored = () => [profile.session.getItem('errCount'), profile.local.getItem('dc')]
  return { origins, dead, probed, reported, failed, stored, profile }
}

describe('API origins', () => {
  it('S8.16 switches up to three times until the number of origins is known', async () => {
    const { failed, stored } = world()
    const codes = [await failed(), await failed(), await failed(), await failed()]
    const { LINE_SWITCHING, NETWORK_ABNORMAL } = CODES
    expect(codes).toEqual([LINE_SWITCHING, LINE_SWITCHING, NETWORK_ABNORMAL, LINE_SWITCHING])
    expect(stored()).toEqual(['1', null])
  })

  it('S8.16 reports a network failure for every failure of a single origin', async () => {
    const { origins, failed, stored } = world()
    await origins.adopt([])
    expect([await failed(), await failed()]).toEqual([CODES.NETWORK_ABNORMAL, CODES.NETWORK_ABNORMAL])
    expect(stored()).toEqual([null, '1'])
  })

  it('S8.17 tries all origins in order and starts again; a success sets the base', async () => {
    const { origins, failed, reported, stored } = world()
    await origins.adopt(OTHERS)
    const seen = [origins.current.origin]
    for (let round = 0; round < 3; round += 1) {
      await failed()
      seen.push(origins.current.origin)
    }
    expect(seen).toEqual([HOME, ...OTHERS, HOME])
    await failed()
    await origins.succeeded(origins.current)
    expect(stored()).toEqual([null, '3'])
    await failed()
    expect(origins.current.origin).toBe('https://c.test')
    await failed()
    expect(origins.current.origin).toBe(HOME)
    await failed()
    expect(origins.current.origin).toBe('https://b.test')
    expect(reported.at(-1)).toEqual(['https://b.test', false])
  })

  it('S8.16 counts concurrent failures of one origin once', async () => {
    const { origins } = world()
    await origins.adopt(OTHERS)
    const used = origins.current
    const codes = await Promise.all([1, 2, 3, 4].map(() => origins.failed(used)))
    expect(codes.map((failure) => failure.code)).toEqual([1, 2, 3, 4].map(() => CODES.LINE_SWITCHING))
    expect(origins.current.origin).toBe('https://b.test')
  })

  it('S8.16 counts concurrent failures once while one origin is known', async () => {
    const { origins, stored } = world()
    const used = origins.current
    const failures = await Promise.all([1, 2, 3].map(() => origins.failed(used)))
    expect(failures.map(({ code }) => code)).toEqual([1, 2, 3].map(() => CODES.LINE_SWITCHING))
    expect(stored()).toEqual(['1', null])
  })

  it('S8.17 ignores a late success of an earlier origin', async () => {
    const { origins, failed } = world()
    await origins.adopt(OTHERS)
    const before = origins.current
    await failed()
    await origins.succeeded(before)
    expect(origins.current.origin).toBe('https://b.test')
  })

  it('S8.17 probes an origin once for concurrent checks and leaves it only if it is down', async () => {
    const { origins, dead, probed } = world()
    await origins.adopt(OTHERS)
    const used = origins.current
    expect(await Promise.all([origins.checkHealth(used), origins.checkHealth(used)])).toEqual([true, true])
    expect(probed).toEqual([HOME])
    dead.add(HOME)
    expect(await Promise.all([origins.checkHealth(used), origins.checkHealth(used)])).toEqual([false, false])
    expect(origins.current.origin).toBe('https://b.test')
    expect(await origins.checkHealth(used)).toBe(false)
    expect(probed).toEqual([HOME, HOME])
  })

  it('S8.17 returns to the first origin when it is up and probes it only while on another one', async () => {
    const { origins, dead, probed, reported, failed } = world()
    await origins.adopt(OTHERS)
    await origins.recover()
    expect(probed).toEqual([])
    dead.add(HOME)
    await failed()
    await origins.recover()
    expect(origins.current.origin).toBe('https://b.test')
    dead.delete(HOME)
    await origins.recover()
    expect(origins.current.origin).toBe(HOME)
    expect(reported).toEqual([
      ['https://b.test', false],
      [HOME, true],
    ])
  })

  it('S3.35 restores errCount and dc of an earlier page and ignores invalid values', async () => {
    const profile = new Profile()
    profile.session.setItem('errCount', '1')
    profile.local.setItem('dc', '2')
    const { origins, failed } = world(profile)
    await origins.load()
    expect(await failed()).toBe(CODES.NETWORK_ABNORMAL)
    profile.session.setItem('errCount', '-7')
    profile.local.setItem('dc', 'many')
    const other = world(profile)
    await other.origins.load()
    expect([await other.failed(), await other.failed()]).toEqual([CODES.LINE_SWITCHING, CODES.LINE_SWITCHING])
  })
})

describe('usable origins', () => {
  it('S8.17 are https, or the scheme of the page on this machine', () => {
    const pageOrigin = 'http://127.0.0.1:8080'
    expect(usableOrigin('https://b.test', pageOrigin)).toBe('https://b.test')
    expect(usableOrigin('https://b.test:8443/', pageOrigin)).toBe('https://b.test:8443')
    expect(usableOrigin('http://localhost:9000', pageOrigin)).toBe('http://localhost:9000')
    expect(usableOrigin('http://localhost:9000', HOME)).toBeNull()
    for (const text of [
      'http://b.test',
      'https://b.test/api',
      'https://b.test?x=1',
      'https://name:word@b.test',
      'javascript:alert(1)',
      'ftp://127.0.0.1',
      '//b.test',
      'b.test',
      '',
    ]) {
      expect(usableOrigin(text, pageOrigin)).toBeNull()
    }
  })

  it('S8.17 contain no duplicates', () => {
    expect(usableOrigins(['https://b.test', 'http://x.test', 'https://b.test/', 'https://c.test'], HOME)).toEqual(
      OTHERS,
    )
  })
})
