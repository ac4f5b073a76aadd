import { MINUTE_MS } from '#protocol/time.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import {
  announcementsAtom,
  loadAnnouncements,
  reloadAnnouncements,
  watchAnnouncements,
} from '#state/site/announcements.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'

const timers = new Map<number, () => void>()
let started = 0
/** Replaces the document, which Node lacks. */
const page = Object.assign(new EventTarget(), {
  hidden: false,
  setInterval(task: () => void) {
    timers.set((started += 1), task)
    return started
  },
  clearInterval: (timer: number) => timers.delete(timer),
})
const announcement = (id: string) => ({ id, title: id, content: '', popup: 0, start: NOON, end: NOON + MINUTE_MS })
const asked = () => transport.calls.filter(({ name }) => name === 'site.announcements')
const ring = () => timers.forEach((task) => task())
const read = () => vi.waitUntil(() => !store.get(announcementsAtom).isLoading)

beforeAll(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
})
beforeEach(() => {
  transport.calls.length = 0
  transport.responses = { 'site.announcements': () => success({ list: [] }) }
  store.set(announcementsAtom, { list: null, failure: null, isLoading: true })
})
afterEach(() => {
  transport.now = NOON
  page.hidden = false
})
afterAll(() => vi.unstubAllGlobals())

describe('S7.28 announcements of the site', () => {
  it('are refetched in the foreground after five minutes', async () => {
    const stop = watchAnnouncements()
    await read()
    transport.now += 4 * MINUTE_MS
    ring()
    expect(asked()).toHaveLength(1)
    transport.now += MINUTE_MS
    ring()
    expect(asked()).toHaveLength(2)
    await read()
    stop()
    expect(timers.size).toBe(0)
  })

  it('are requested again when a shared request fails after a reconnect', async () => {
    const lost = () => failure(CODES.TIMEOUT, '请求超时')
    let lose: () => void = () => expect.unreachable()
    transport.responses['site.announcements'] = async () => {
      await new Promise<void>((resolve) => (lose = resolve))
      return lost()
    }
    const stop = watchAnnouncements()
    page.dispatchEvent(new Event('online'))
    expect(asked()).toHaveLength(1)
    transport.responses['site.announcements'] = lost
    lose()
    await vi.waitUntil(() => store.get(announcementsAtom).failure !== null)
    expect(asked()).toHaveLength(2)
    stop()
  })

  it('are requested once more after a change during a request', async () => {
    const before = [announcement('a')]
    const after = [announcement('b')]
    let respond: () => void = () => expect.unreachable()
    transport.responses['site.announcements'] = async () => {
      await new Promise<void>((resolve) => (respond = resolve))
      return success({ list: before })
    }
    const first = loadAnnouncements()
    transport.responses['site.announcements'] = () => success({ list: after })
    const changes = [reloadAnnouncements(), reloadAnnouncements()]
    expect(asked()).toHaveLength(1)
    respond()
    await Promise.all([first, ...changes])
    expect(asked()).toHaveLength(2)
    expect(store.get(announcementsAtom).list).toEqual(after)
  })

  it('are not refetched by a hidden page, but at once when it is visible', async () => {
    const stop = watchAnnouncements()
    await read()
    transport.now += 6 * MINUTE_MS
    page.hidden = true
    ring()
    page.dispatchEvent(new Event('online'))
    expect(asked()).toHaveLength(1)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toHaveLength(2)
    await read()
    stop()
  })
})
