import { DAY_MS } from '#protocol/time.ts'
import axe from '../support/axe.ts'
import { Outlet } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ActivityGate } from '#features/activity/ActivityGate.tsx'
import { OutcomeEffects } from '#app/outcomes/OutcomeEffects.tsx'
import { ActivityPage } from '#app/pages/ActivityPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { MountedRoutes } from '../support/mount.tsx'
import { mountRoutes } from '../support/mount.tsx'

const CAMPAIGN: DataOf<'activity.carnivalCheck'> = {
  activityId: 'derby-week',
  title: '德比周：把那半场补上',
  summary: '读完、看完、聊完。',
  img: '/art/banner-derby.svg',
  start: NOON - DAY_MS,
  end: NOON + 3_000,
  rule: ['人人都能参加。', '<b>没有奖品</b>，也不用领取。'],
  stops: [
    { title: '读一读来历', text: '足球资讯里有专题。', path: '/app/news?category=football' },
    { title: '坏地址', text: '不能点。', path: 'javascript:alert(1)' },
  ],
}

let mounted: MountedRoutes
const here = () => mounted.router.state.location.pathname + mounted.router.state.location.search

function Root() {
  return (
    <>
      <OutcomeEffects />
      <ActivityGate>
        <Outlet />
      </ActivityGate>
    </>
  )
}

async function open(path: string, size = { width: 1280, height: 800 }): Promise<void> {
  await page.viewport(size.width, size.height)
  mounted = mountRoutes(
    [
      {
        element: <Root />,
        children: [
          { path: '/app/carnivalactivity/:activityId?', Component: ActivityPage },
          { path: '/app/live/:eid', element: <p>房间</p> },
          { path: '*', element: <p>别的页面</p> },
        ],
      },
    ],
    path,
  )
}

beforeEach(() => {
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = { 'activity.carnivalCheck': () => success(CAMPAIGN) }
})
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
})

describe('S2.8 the page of a campaign', () => {
  it('S2.8 shows the day before as the end of a period that ends at midnight', async () => {
    // Midnight in Shanghai.
    const midnight = Date.UTC(2026, 10, 26, 16)
    transport.responses['activity.carnivalCheck'] = () =>
      success({ ...CAMPAIGN, start: midnight - 7 * DAY_MS, end: midnight })
    await open('/app/carnivalactivity')
    await expect.element(page.getByText('11 月 20 日 00:00 至 11 月 26 日 24:00（北京时间）')).toBeVisible()
  })

  it('S2.8 shows rules, period, media and a countdown on the server clock, and ends by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await open('/app/carnivalactivity')
    await expect.element(page.getByRole('heading', { level: 1, name: '德比周：把那半场补上' })).toBeVisible()
    await expect.poll(() => document.title).toBe('德比周：把那半场补上 · 看台')
    await expect.element(page.getByText('进行中')).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent('0:03')
    await expect.element(page.getByText('<b>没有奖品</b>，也不用领取。')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '读一读来历' }))
      .toHaveAttribute('href', '/app/news?category=football')
    expect(page.getByRole('link', { name: '坏地址' }).elements()).toHaveLength(0)
    expect(page.getByRole('button').elements()).toHaveLength(0)
    const { violations } = await axe.run(mounted.root)
    expect(violations.map(({ id }) => id)).toEqual([])
    transport.now += 3_000
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.element(page.getByText('已结束', { exact: true })).toBeVisible()
    expect(page.getByRole('timer').elements()).toHaveLength(0)
  })

  it('S2.8 shows the countdown to the start before the start', async () => {
    transport.responses['activity.carnivalCheck'] = ({ activityId = '' }) =>
      success({ ...CAMPAIGN, activityId, start: NOON + 9 * DAY_MS, end: NOON + 12 * DAY_MS })
    await open('/app/carnivalactivity/winter-nights', { width: 390, height: 844 })
    await expect.element(page.getByText('未开始')).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent('9 天 0:00:00')
    expect(document.documentElement.scrollWidth).toBe(390)
  })

  it.each([
    ['/app/live/carnivalactivity', undefined],
    ['/old/carnivalactivity2025/derby-week?from=mail', 'derby-week'],
    ['/carnivalactivity', undefined],
  ])('S2.8 %s is an activity page, whatever other route matches', async (path, activityId) => {
    await open(path)
    await expect.element(page.getByRole('heading', { level: 1, name: '德比周：把那半场补上' })).toBeVisible()
    expect(transport.calls.at(-1)?.params).toEqual(activityId === undefined ? {} : { activityId })
    expect(here().startsWith('/app/carnivalactivity')).toBe(true)
  })

  it('S2.8 opens the current campaign for an unknown or invalid id', async () => {
    transport.responses['activity.carnivalCheck'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    await open('/app/carnivalactivity/nothing')
    await expect.element(page.getByRole('heading', { name: '活动不存在' })).toBeVisible()
    const asked = transport.calls.length
    await mounted.router.navigate('/app/carnivalactivity/%3Cscript%3E')
    await expect
      .element(page.getByRole('link', { name: '查看进行中的活动' }))
      .toHaveAttribute('href', '/app/carnivalactivity')
    expect(transport.calls).toHaveLength(asked)
  })

  it('S8.22 S2.6 shows the warm tip to a member who is not admitted, then navigates home', async () => {
    const text = '您暂不符合活动参与条件，如有疑问请联系客服'
    transport.responses['activity.carnivalCheck'] = () => {
      transport.notify({ type: 'outcome', code: CODES.ACTIVITY_BLACKLIST, message: text, path: '/api/x' })
      return failure(CODES.ACTIVITY_BLACKLIST, text)
    }
    await open('/app/carnivalactivity')
    const alert = page.getByRole('alertdialog', { name: '温馨提示' })
    await expect.element(alert.getByText(text)).toBeVisible()
    await alert.getByRole('button', { name: '知道了' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/home'), 30_000)
  })

  it('S2.8 shows code, trace id and 重试 for a failure', async () => {
    transport.responses['activity.carnivalCheck'] = () => failure(CODES.TIMEOUT, '请求超时', { traceId: 't-3' })
    await open('/app/carnivalactivity')
    await expect.element(page.getByText('错误 -1 · 追踪号 t-3')).toBeVisible()
    transport.responses['activity.carnivalCheck'] = () => success(CAMPAIGN)
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: '德比周：把那半场补上' })).toBeVisible()
  })
})
