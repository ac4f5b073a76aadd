import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { KindPage, PromoPage } from '#app/pages/activity/KindPage.tsx'
import { PromosPage } from '#app/pages/PromosPage.tsx'
import { announcementsAtom } from '#state/site/announcements.ts'
import { sessionAtom } from '#state/session/session.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { store } from '#state/store.ts'
import {
  CONTINUE_DEPOSIT_CHECK,
  FIRST_DEPOSIT_CHECK,
  NO_RECORDS,
  ORDER,
  stepOfOrder,
  WEEKLY_DIVIDEND_CHECK,
} from '../support/activity-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { mount, type Mounted } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

type Check = DataOf<'activity.check'>

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>

function open(address: string, isMember = true): void {
  store.set(sessionAtom, isMember ? { member: MEMBER, expireAt: NOON + DAY_MS } : null)
  router = createMemoryRouter(
    [
      { path: '/app/promos', Component: PromosPage },
      { path: '/app/promos/:id', Component: PromoPage },
      { path: '/app/activity/:kind', Component: KindPage },
      { path: '*', element: <p>别的页面</p> },
    ],
    { initialEntries: [address] },
  )
  mounted = mount(<RouterProvider router={router} />)
}
const link = (name: string) => page.getByRole('link', { name })
const sent = (name: string) => transport.calls.filter((one) => one.name === name).map(({ params }) => params)

/** Serves these activities, the first of a kind by default. */
function serve(...checks: Check[]): void {
  transport.responses['activity.check'] = ({ name, activityId }) => {
    const found = checks.find((one) => one.name === name && (activityId === undefined || one.activityId === activityId))
    return found ? success(found) : failure(CODES.NOT_FOUND, '内容不存在')
  }
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = {
    'activity.records': () => success(NO_RECORDS),
    'activity.list': () =>
      success({
        list: [
          { ...FIRST_DEPOSIT_CHECK, category: 'deposit' as const },
          { ...WEEKLY_DIVIDEND_CHECK, category: 'dividend' as const, start: NOON + 1_000 },
        ],
      }),
  }
  store.set(cachedResponsesAtom, new Map())
  store.set(announcementsAtom, { list: [], failure: null, isLoading: false })
  serve(FIRST_DEPOSIT_CHECK, CONTINUE_DEPOSIT_CHECK, WEEKLY_DIVIDEND_CHECK)
})
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
})

describe('/app/promos', () => {
  it('S1.17 lists activities by category, each with its page, and says that a category has none', async () => {
    open('/app/promos')
    await expect.element(link('首存奖励')).toHaveAttribute('href', '/app/promos/first-deposit-0a1b2c3d')
    await expect.element(page.getByRole('listitem').filter({ hasText: '周分红' })).toHaveTextContent('未开始')
    await userEvent.click(page.getByText('分红', { exact: true }))
    await expect.element(link('周分红')).toBeVisible()
    await expect.element(link('首存奖励')).not.toBeInTheDocument()
    await userEvent.click(page.getByText('赛事', { exact: true }))
    await expect.element(page.getByRole('heading', { name: '此分类暂无活动' })).toBeVisible()
    await expect.poll(() => router.state.location.search).toBe('?category=match')
  })
})

describe('/app/promos/:id', () => {
  it('S1.17 shows cost and turnover to a visitor, who is sent to sign in and back', async () => {
    serve({ ...FIRST_DEPOSIT_CHECK, block: 'visitor', steps: [], progress: {} })
    open('/app/promos/first-deposit-0a1b2c3d', false)
    await expect.element(page.getByRole('heading', { level: 1, name: '首存奖励' })).toBeVisible()
    await expect.element(page.getByText('一笔不少于 ¥100.00 的存款')).toBeVisible()
    await expect.element(page.getByText('（存款 + 奖励）× 5，30 天后解除')).toBeVisible()
    await expect
      .element(link('登录'))
      .toHaveAttribute('href', expect.stringContaining('fromPage=%2Fapp%2Fpromos%2Ffirst-deposit-0a1b2c3d'))
    expect(sent('activity.records')).toEqual([])
  })

  it.each([
    ['ended', { end: NOON - 1, steps: [stepOfOrder('expired')] }, '已结束', '已过期'],
    ['stopped', { isStopped: true, steps: [stepOfOrder('expired')] }, '已提前结束', '已过期'],
    ['blocked by a limit', { block: 'limit' as const }, '已达到你设定的限额', '未完成'],
    ['blocked by another currency', { block: 'currency' as const }, '本活动不适用于当前账户的币种', '未完成'],
  ])('S1.17 shows why an activity cannot be joined: %s', async (_name, change, text, state) => {
    serve({ ...FIRST_DEPOSIT_CHECK, ...change })
    open('/app/promos/first-deposit-0a1b2c3d')
    await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible()
    await expect.element(page.getByText(state, { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: '申请并领取' }).elements()).toEqual([])
  })

  it('S1.17 offers the promotions for an unknown id, without a call', async () => {
    open('/app/promos/nothing')
    await expect.element(page.getByRole('heading', { name: '暂无此活动' })).toBeVisible()
    await expect.element(link('查看优惠')).toHaveAttribute('href', '/app/promos')
    expect(sent('activity.check')).toEqual([])
  })

  it('S7.105 counts by the clock of the server, whatever the clock of the browser says', async () => {
    vi.useFakeTimers({ now: NOON + DAY_MS, toFake: ['Date'] })
    open('/app/promos/first-deposit-0a1b2c3d')
    await expect.element(page.getByRole('timer')).toHaveTextContent('3 天 0:00:00')
    await expect.element(page.getByText('进行中')).toBeVisible()
  })
})

describe('/app/activity/deposit', () => {
  it('S7.105 shows turnover and bonus of a deposit before the application, then applies and claims once', async () => {
    transport.responses['activity.apply'] = () => success({ step: stepOfOrder('claimable') })
    transport.responses['activity.receive'] = () =>
      success({ id: `activity:first-deposit-0a1b2c3d:${ORDER}`, amount: 200_00, currency: 'CNY', balance: 1_200_00 })
    open('/app/activity/deposit')
    await expect.element(page.getByText(/奖励 ¥200\.00，领取后提款前需完成流水 ¥6,000\.00/)).toBeVisible()
    serve({ ...FIRST_DEPOSIT_CHECK, steps: [stepOfOrder('claimed')] })
    await userEvent.click(page.getByRole('button', { name: '申请并领取' }))
    await expect.element(page.getByText('已领取', { exact: true })).toBeVisible()
    const one = { name: 'firstDeposit', activityId: 'first-deposit-0a1b2c3d', cycle: ORDER }
    expect(sent('activity.apply')).toEqual([one])
    expect(sent('activity.receive')).toEqual([one])
  })

  it('S7.105 changes to later deposits by the keyboard, with the turnover that is left', async () => {
    await page.viewport(390, 844)
    open('/app/activity/deposit')
    await expect.element(page.getByRole('tab', { name: '首存' })).toHaveAttribute('aria-selected', 'true')
    page.getByRole('tab', { name: '首存' }).element().focus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(page.getByRole('heading', { level: 1, name: '续存奖励' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/app/activity/continue-deposit')
    await expect.element(page.getByText('¥1,234.00')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: '暂无可申请的存款' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})

describe('/app/activity/dividend', () => {
  it('S4.14 shows what was counted and claims it', async () => {
    transport.responses['activity.receive'] = () => failure(CODES.ACTIVITY_STATE, '活动状态已变化')
    transport.responses['activity.apply'] = () =>
      failure(CODES.ACTIVITY_STATE, '活动状态已变化', { details: { reason: 'budget' } })
    open('/app/activity/dividend')
    await expect.element(page.getByText('¥2,000.00')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '领取上周分红' }))
    await expect.element(page.getByText('本期奖励已发完')).toBeVisible()
    expect(sent('activity.receive')).toEqual([])
  })

  it.each<[ActivityName, string]>([
    ['weeklyDividend', '/app/activity/weekly-dividend'],
    ['monthlyDividend', '/app/activity/monthly-dividend'],
  ])('S4.14 %s below the first tier says so, and shows no net loss that is still running', async (name, path) => {
    const { progress, rule } = WEEKLY_DIVIDEND_CHECK
    serve({
      ...WEEKLY_DIVIDEND_CHECK,
      name,
      rule: { ...rule, basis: 'loss' },
      steps: [],
      progress: { ...progress, last: { ...(progress['last'] as object), counted: 999_99 } },
    })
    open(path)
    await expect.element(page.getByText('未达到最低档 ¥1,000.00，本期没有分红')).toBeVisible()
    expect(mounted.root.textContent).not.toContain('¥345.00')
    expect(mounted.root.textContent).not.toMatch(/还差|翻本|赢回|追回/)
  })
})
