import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { GiftRanking } from '#features/gift/GiftRanking.tsx'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'

let mounted: Mounted
type OwnPlace = DataOf<'gift.ranking'>['mine']
type Response = ReturnType<NonNullable<(typeof transport.responses)['gift.ranking']>>

const given = (memberName: string, mine: OwnPlace = null) =>
  success({ list: [{ rank: 1, userId: `u-${memberName}`, memberName, vipLevel: 3, total: 9_900 }], mine })

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

it.each([
  [{ rank: 1, total: 9_900, toNext: null }, '暂列第一'],
  [{ rank: 4, total: 6_000, toNext: 3_901 }, '距上一名 3,901 金币'],
  [{ rank: null, total: 0, toNext: 9_901 }, '未上榜，距上榜 9,901 金币'],
  [{ rank: null, total: 0, toNext: null }, '还没有送出礼物'],
])('S7.113 shows the own place below the list: %j', async (place, text) => {
  transport.responses['gift.ranking'] = () => given('老球皮', { userId: 'u-me', ...place })
  mounted = mount(<GiftRanking anchorRoomId="a-1" />)
  await expect.element(page.getByText(text)).toBeVisible()
})

it('S7.113 marks the own row of the list', async () => {
  transport.responses['gift.ranking'] = () =>
    given('老球皮', { userId: 'u-老球皮', rank: 1, total: 9_900, toNext: null })
  mounted = mount(<GiftRanking anchorRoomId="a-1" />)
  await expect.element(page.getByRole('listitem')).toHaveAttribute('data-mine', 'true')
})
