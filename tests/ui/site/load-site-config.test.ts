import { MINUTE_MS } from '#protocol/time.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { loadSiteConfig, watchSiteConfig } from '#state/site/load-site-config.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom, siteConfigProblemsAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'

const asked = () => transport.calls.filter(({ name }) => name === 'site.configs')
const warned = vi.spyOn(console, 'warn')
/** Replaces the document, which Node lacks. */
const page = Object.assign(new EventTarget(), { hidden: false })

beforeAll(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
})
beforeEach(() => {
  transport.calls.length = 0
  transport.responses = {}
  warned.mockReset().mockImplementation(() => undefined)
  store.set(isSiteConfigLoadedAtom, false)
})
afterEach(() => {
  transport.now = NOON
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(siteConfigProblemsAtom, [])
  store.set(connectionAtom, 'connecting')
})

afterAll(() => {
  warned.mockRestore()
  vi.unstubAllGlobals()
})

describe('S7.24 S9.14 the configuration of the site', () => {
  it('is loaded with one call for all keys, shared by concurrent callers', async () => {
    transport.responses = { 'site.configs': () => success({ ...CONFIG_DEFAULTS, giftSwitch: 0 }) }
    expect(store.get(siteConfigAtom)).toEqual(CONFIG_DEFAULTS)
    expect(await Promise.all([loadSiteConfig(), loadSiteConfig(), loadSiteConfig()])).toEqual([true, true, true])
    expect(await loadSiteConfig()).toBe(true)
    expect(asked().map(({ params }) => params)).toEqual([{ keyCodes: Object.keys(CONFIG_DEFAULTS) }])
    expect(store.get(siteConfigAtom)).toEqual({ ...CONFIG_DEFAULTS, giftSwitch: 0 })
    expect(store.get(entrancesAtom).gifts).toBe(false)
    expect(warned).not.toHaveBeenCalled()
  })

  it('logs invalid and missing keys once on the console, without values', async () => {
    const { ty: _, ...rest } = CONFIG_DEFAULTS
    transport.responses = { 'site.configs': () => success({ ...rest, chatSwitch: '<b>no</b>' }) }
    await loadSiteConfig()
    expect(store.get(siteConfigAtom)).toEqual(CONFIG_DEFAULTS)
    expect(store.get(siteConfigProblemsAtom)).toEqual([
      { key: 'ty', reason: 'missing' },
      { key: 'chatSwitch', reason: 'expects 0 or 1' },
    ])
    expect(warned.mock.calls).toEqual([
      ['site configuration: defaults in place of ty missing; chatSwitch expects 0 or 1'],
    ])
  })

  it('keeps the defaults when the call fails, and is loaded on reconnect', async () => {
    const stop = watchSiteConfig()
    transport.responses = { 'site.configs': () => failure(CODES.NETWORK_FAILURE, '网络异常') }
    expect(await loadSiteConfig()).toBe(false)
    expect(store.get(siteConfigAtom)).toEqual(CONFIG_DEFAULTS)
    transport.responses = { 'site.configs': () => success({ ...CONFIG_DEFAULTS, chatSwitch: 0 }) }
    store.set(connectionAtom, 'recovering')
    expect(asked()).toHaveLength(1)
    store.set(connectionAtom, 'online')
    await vi.waitUntil(() => store.get(isSiteConfigLoadedAtom))
    expect(store.get(siteConfigAtom).chatSwitch).toBe(0)
    stop()
  })

  it('is refetched after a lost connection, but not when a room opens', async () => {
    const stop = watchSiteConfig()
    transport.responses = { 'site.configs': () => success({ ...CONFIG_DEFAULTS, chatSwitch: 0 }) }
    store.set(connectionAtom, 'online')
    await loadSiteConfig()
    store.set(connectionAtom, 'connecting')
    store.set(connectionAtom, 'online')
    expect(asked()).toHaveLength(1)
    transport.responses = { 'site.configs': () => failure(CODES.NETWORK_FAILURE, '网络异常') }
    store.set(connectionAtom, 'recovering')
    store.set(connectionAtom, 'online')
    expect(asked()).toHaveLength(2)
    expect(await loadSiteConfig()).toBe(false)
    expect(store.get(siteConfigAtom).chatSwitch).toBe(0)
    transport.responses = { 'site.configs': () => success({ ...CONFIG_DEFAULTS, chatSwitch: 1 }) }
    store.set(connectionAtom, 'offline')
    store.set(connectionAtom, 'online')
    await vi.waitUntil(() => store.get(siteConfigAtom).chatSwitch === 1)
    stop()
  })

  it('is refetched in the foreground when stale, and an unchanged one triggers no update', async () => {
    const stop = watchSiteConfig()
    transport.responses = { 'site.configs': () => success({ ...CONFIG_DEFAULTS, giftSwitch: 0 }) }
    store.set(connectionAtom, 'online')
    await loadSiteConfig()
    const before = store.get(siteConfigAtom)
    transport.now += 4 * MINUTE_MS
    page.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toHaveLength(1)
    transport.now += 2 * MINUTE_MS
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toHaveLength(1)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toHaveLength(2)
    expect(await loadSiteConfig()).toBe(true)
    expect(store.get(siteConfigAtom)).toBe(before)
    stop()
    transport.now += 6 * MINUTE_MS
    page.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toHaveLength(2)
  })

  describe('after a failure', () => {
    const refuse = (code: number) => (transport.responses = { 'site.configs': () => failure(code, '现在不行') })
    let stop: () => void
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      stop = watchSiteConfig()
    })
    afterEach(() => {
      stop()
      page.hidden = false
      vi.useRealTimers()
    })

    it('is retried with growing delays', async () => {
      refuse(CODES.TIMEOUT)
      await loadSiteConfig()
      const pauses = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]
      for (const [count, pause] of pauses.entries()) {
        await vi.advanceTimersByTimeAsync(pause - 1)
        expect(asked()).toHaveLength(count + 1)
        await vi.advanceTimersByTimeAsync(1)
        expect(asked()).toHaveLength(count + 2)
      }
      transport.responses = { 'site.configs': () => success({ ...CONFIG_DEFAULTS, geetestSwitch: 1 }) }
      await vi.advanceTimersByTimeAsync(300_000)
      expect(store.get(siteConfigAtom).geetestSwitch).toBe(1)
      const before = asked().length
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(asked()).toHaveLength(before)
    })

    it('is requested once for several events of a reconnect, then with short delays again', async () => {
      refuse(CODES.CURRENT_LIMITING_A)
      await loadSiteConfig()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(asked()).toHaveLength(3)
      store.set(connectionAtom, 'online')
      window.dispatchEvent(new Event('online'))
      page.dispatchEvent(new Event('visibilitychange'))
      expect(asked()).toHaveLength(4)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(asked()).toHaveLength(5)
    })

    it('is not requested while the page is hidden', async () => {
      refuse(CODES.TIMEOUT)
      await loadSiteConfig()
      page.hidden = true
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(asked()).toHaveLength(1)
      page.hidden = false
      page.dispatchEvent(new Event('visibilitychange'))
      expect(asked()).toHaveLength(2)
    })

    it.each(['SYSTEM_MAINTENANCE', 'ACCESS_CAVEAT_CODE', 'NEED_ROBOT_CHECK', 'IP_BLOCKADE'] as const)(
      'waits for the access page that opens after %s, so that its response is not shown twice',
      async (name) => {
        refuse(CODES[name])
        await loadSiteConfig()
        await vi.advanceTimersByTimeAsync(3_600_000)
        expect(asked()).toHaveLength(1)
      },
    )

    it('is not requested after the watch has stopped', async () => {
      refuse(CODES.TIMEOUT)
      await loadSiteConfig()
      stop()
      await loadSiteConfig()
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(asked()).toHaveLength(2)
    })
  })
})
