import { MINUTE_MS } from '#protocol/time.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
// Loaded with the first reminder; imported here to keep the load time out of the tests.
import '#features/live/ReminderToasts.tsx'
import type { MatchClock } from '#protocol/room/feed.ts'
import { failure, success } from '#protocol/result.ts'
import { remindersAtom } from '#features/live/reminders.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { closeRoom, here, openRoomPage, showPage } from '../support/open-room.tsx'
import { DETAIL } from '../support/room-fixtures.ts'

const asks = () => transport.calls.filter(({ name }) => name === 'live.detail').length
const called = page.getByText('云岭 对 江城')

/** Stubs the match in `eid-2`. */
function serveMatch(phase: MatchClock['phase'], startTime: number, phaseStartedAt = startTime): void {
  const match = {
    ...DETAIL.match,
    eid: 'eid-2',
    team1: '云岭',
    team2: '江城',
    start_time: startTime,
    clock: { phase, phaseStartedAt },
  }
  const detail = { ...DETAIL, match: { ...DETAIL.match, eid: 'eid-1' } }
  transport.responses['live.detail'] = ({ eid }) => success(eid === 'eid-2' ? { ...DETAIL, match } : detail)
}

/** Goes online, which polls at once. */
async function poll(): Promise<void> {
  const before = asks()
  await vi.waitUntil(() => {
    window.dispatchEvent(new Event('online'))
    return asks() > before
  })
}

const sit = (...reminders: (readonly [eid: string, startTime: number])[]) =>
  store.set(remindersAtom, new Map(reminders))

afterEach(() => {
  store.set(remindersAtom, new Map())
  closeRoom()
})

it('a reminder shows a toast on a screen without matches when its match is due, with a link to the room', async () => {
  serveMatch('first-half', NOON)
  sit(['eid-2', NOON])
  transport.now = NOON - MINUTE_MS
  await showPage('/app/news')
  await expect.element(page.getByText('别的页面')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(asks()).toBe(0)
  transport.now = NOON + 20_000
  await poll()
  await expect.element(page.getByText('云岭 对 江城，开赛了').first()).toBeVisible()
  expect(store.get(remindersAtom).size).toBe(0)
  await page.getByRole('button', { name: '进入直播间' }).click()
  expect(here()).toBe('/app/live/eid-2')
})

it('a reminder shows a toast in the room of another match, but not in its own', async () => {
  await openRoomPage()
  serveMatch('first-half', NOON)
  sit(['eid-1', NOON], ['eid-2', NOON])
  await poll()
  await expect.element(page.getByText('云岭 对 江城，开赛了').first()).toBeVisible()
  await vi.waitUntil(() => store.get(remindersAtom).size === 0)
  expect(document.body.textContent).not.toMatch(/北港联 对 南屿，(开赛了|下半场)/)
})

it('a late reminder shows the minute, and ignores the next match of the same room', async () => {
  transport.now = NOON + 50 * MINUTE_MS
  serveMatch('second-half', NOON, NOON + 49 * MINUTE_MS)
  sit(['eid-2', NOON])
  await showPage('/app/news')
  await expect.element(page.getByText('云岭 对 江城，下半场 46′').first()).toBeVisible()
  serveMatch('first-half', NOON + 49 * MINUTE_MS)
  sit(['eid-2', NOON - 100 * MINUTE_MS])
  await poll()
  await vi.waitUntil(() => store.get(remindersAtom).size === 0)
  expect(document.body.textContent).not.toContain('开赛了')
})

it('a reminder whose request failed is kept, and shown after a successful one', async () => {
  transport.responses['live.detail'] = () => failure(-1, '网络异常')
  sit(['eid-2', NOON])
  await showPage('/app/news')
  await poll()
  expect(store.get(remindersAtom).size).toBe(1)
  serveMatch('first-half', NOON)
  await poll()
  await expect.element(called.first()).toBeVisible()
})

it('reminders are not polled while the server is unreachable', async () => {
  store.set(connectionAtom, 'offline')
  serveMatch('first-half', NOON)
  sit(['eid-2', NOON])
  await showPage('/app/news')
  await expect.element(page.getByText('别的页面')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(asks()).toBe(0)
  store.set(connectionAtom, 'online')
  await poll()
  await expect.element(called.first()).toBeVisible()
})

it('a reminder that is removed during its request shows nothing', async () => {
  let respond = () => {}
  serveMatch('first-half', NOON)
  const served = transport.responses['live.detail']!
  transport.responses['live.detail'] = (params) => new Promise((resolve) => (respond = () => resolve(served(params))))
  sit(['eid-2', NOON], ['eid-3', NOON + MINUTE_MS])
  await showPage('/app/news')
  await poll()
  sit(['eid-3', NOON + MINUTE_MS])
  respond()
  // The next poll follows, with a match that is in play.
  transport.now = NOON + 2 * MINUTE_MS
  await poll()
  respond()
  await expect.element(page.getByText('北港联 对 南屿，下半场').first()).toBeVisible()
  expect(called.elements()).toHaveLength(0)
})
