import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { GiftRanking } from '#features/gift/GiftRanking.tsx'
import { transport } from './support/fake-transport.ts'
import type { Mounted } from './support/mount.tsx'
import { frames, mount } from './support/mount.tsx'

let mounted: Mounted
type Response = ReturnType<NonNullable<(typeof transport.responses)['gift.ranking']>>

const given = (memberName: string) =>
  success({ list: [{ rank: 1, userId: `u-${memberName}`, memberName, vipLevel: 3, total: 9_900 }] })

beforeEach(() => {
  transport.calls.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
  transport.responses = {}
})

/** Without late calls of other test files, which share the page. */
const requests = () => transport.calls.filter(({ name }) => name === 'gift.ranking')

async function showHour(laterResponse: () => Response): Promise<void> {
  transport.responses['gift.ranking'] = ({ period }) => (period === 'hour' ? given('一小时') : laterResponse())
  mounted = mount(<GiftRanking anchorRoomId="a-1" />)
  await expect.element(page.getByText('一小时', { exact: true })).toBeVisible()
}

it('S7.113 does not show sums of another period while loading', async () => {
  let respond: (result: ReturnType<typeof given>) => void = () => {}
  await showHour(() => new Promise((resolve) => (respond = resolve)))
  await page.getByRole('button', { name: '近 7 天' }).click()
  await expect.element(page.getByRole('button', { name: '近 7 天' })).toHaveAttribute('aria-pressed', 'true')
  expect(page.getByRole('listitem').elements()).toEqual([])
  respond(given('一周'))
  await expect.element(page.getByText('一周', { exact: true })).toBeVisible()
})

it('S7.113 shows a failure instead of another period', async () => {
  await showHour(() => failure(-1, '请求超时'))
  await page.getByRole('button', { name: '近 24 小时' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(page.getByRole('listitem').elements()).toEqual([])
  await page.getByRole('button', { name: '近 1 小时' }).click()
  await expect.element(page.getByText('一小时', { exact: true })).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

it('S7.113 does not abort a pending request to refresh, and refreshes after it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let respond: (result: ReturnType<typeof given>) => void = () => {}
  transport.responses['gift.ranking'] = () => new Promise((resolve) => (respond = resolve))
  mounted = mount(<GiftRanking anchorRoomId="a-1" />)
  await frames(2)
  vi.advanceTimersByTime(60_000)
  await frames(2)
  expect(requests()).toHaveLength(1)
  respond(given('一小时'))
  await expect.element(page.getByText('一小时', { exact: true })).toBeVisible()
  vi.advanceTimersByTime(10_000)
  await frames(2)
  expect(requests()).toHaveLength(2)
})
