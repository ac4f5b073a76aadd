import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES, failureOf } from '#protocol/codes.ts'
import { KEEP_DAYS, VIP_GRADES } from '#protocol/club/grades.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { RebatePage, WelfarePage } from '#app/pages/club/ClaimPages.tsx'
import { VipPage } from '#app/pages/club/VipPage.tsx'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'
import { animationsEnded, mountRoutes, type MountedRoutes } from '../support/mount.tsx'

type Rebate = DataOf<'rebate.list'>['list'][number]

const vip = (more: Partial<DataOf<'vip.mine'>> = {}): DataOf<'vip.mine'> => ({
  grade: 2,
  counted: 12_500_00,
  waiting: 300_00,
  keep: { needed: 5_000_00, done: 1_200_00, until: NOON + 30 * DAY_MS },
  isBarred: false,
  nextCountAt: NOON + DAY_MS,
  ...more,
})
const gift = (more: Partial<DataOf<'birthCash.check'>> = {}): DataOf<'birthCash.check'> => ({
  grade: 2,
  amount: 18_00,
  currency: 'CNY',
  status: '1',
  window: { year: 2026, start: NOON - DAY_MS, end: NOON + 6 * DAY_MS },
  ...more,
})
const rebate = (id: string, more: Partial<Rebate> = {}): Rebate => ({
  id,
  date: '2026-11-20',
  venueClass: 'egame',
  currency: 'CNY',
  turnover: 1_000_00,
  ppm: 2_000,
  amount: 2_00,
  correction: 0,
  state: 'claimable',
  until: NOON + 7 * DAY_MS,
  ...more,
})
const rebates = (list: readonly Rebate[] = [], more: Partial<DataOf<'rebate.list'>> = {}) =>
  success({ ppm: 3_600, isBarred: false, nextCountAt: NOON + DAY_MS, list: [...list], ...more })

let mounted: MountedRoutes | null = null
let members = 0
async function open(path: string, width = 1280): Promise<void> {
  await page.viewport(width, 844)
  mounted?.unmount()
  mounted = mountRoutes(
    [
      { path: '/app/vip', element: <VipPage /> },
      { path: '/app/rebate', element: <RebatePage /> },
      { path: '/app/welfare', element: <WelfarePage /> },
    ],
    path,
  )
}
const called = (name: string) => transport.calls.filter((one) => one.name === name)
const expectSound = async (width: number) => {
  await animationsEnded()
  expect(document.documentElement.scrollWidth).toBe(width)
  expect(await findingsOfScreen()).toEqual([])
}

beforeEach(() => {
  // Another member each time: responses of the one before are cached.
  members += 1
  transport.now = NOON
  transport.calls.length = 0
  store.set(sessionAtom, { member: { ...MEMBER, userId: `club-${members}` }, expireAt: NOON + 3_600_000 })
  transport.responses = {
    'vip.grades': () => success({ keepDays: KEEP_DAYS, grades: VIP_GRADES.map((grade) => ({ ...grade })) }),
    'vip.mine': () => success(vip()),
    'vip.history': () => success({ list: [{ date: '2026-11-20', from: 1, to: 2, reason: 'turnover' }] }),
    'birthCash.check': () => success(gift()),
    'rebate.list': () => rebates(),
    'welfare.list': () => success({ list: [], nextCountAt: NOON + DAY_MS }),
  }
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  store.set(sessionAtom, null)
})

describe('S1.16 S7.82 Annex J VIP the page of VIP grades', () => {
  it.each([390, 1280])('shows grade, progress, keep period, history and all grades at %i pixels', async (width) => {
    await open('/app/vip', width)
    await expect.element(page.getByText('VIP 2', { exact: true })).toBeVisible()
    await expect
      .element(page.getByRole('progressbar'))
      .toHaveAttribute('aria-valuetext', '再完成 ¥37,500.00 有效流水可升至 VIP 3')
    await expect.element(page.getByText('¥1,200.00 / ¥5,000.00')).toBeVisible()
    await expect.element(page.getByText('VIP 1 → VIP 2')).toBeVisible()
    expect(document.querySelectorAll('tbody tr')).toHaveLength(11)
    expect([...document.querySelectorAll('tr[aria-current] > *')].map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('当前'),
      '¥1 万',
      '0.36%',
      '¥18',
      '5 次',
    ])
    await expect.element(page.getByRole('link', { name: /积分/ })).toHaveAttribute('href', '/app/points')
    await expectSound(width)
  })

  it('S1.16 updates the badge of the member everywhere when the grade has changed since the sign-in', async () => {
    transport.responses['vip.mine'] = () => success(vip({ grade: 3 }))
    await open('/app/vip')
    await expect.element(page.getByText('VIP 3', { exact: true })).toBeVisible()
    expect(store.get(sessionAtom)?.member.vipLevel).toBe(3)
  })

  it('S1.16 shows the grades to a visitor, with a way to sign in, and asks nothing about a member', async () => {
    store.set(sessionAtom, null)
    await open('/app/vip')
    await expect.element(page.getByRole('link', { name: '登录查看我的等级' })).toBeVisible()
    await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(11)
    expect(called('vip.mine')).toEqual([])
    await expectSound(1280)
  })

  it('S6.10 says that a tag excludes the member, and retries after a failure', async () => {
    transport.responses['vip.mine'] = () => failureOf(CODES.TIMEOUT)
    transport.responses['vip.history'] = () => success({ list: [] })
    await open('/app/vip')
    await expect.element(page.getByText('暂无变化')).toBeVisible()
    transport.responses['vip.mine'] = () => success(vip({ isBarred: true }))
    await page.getByRole('button', { name: /重试/ }).first().click()
    await expect.element(page.getByText(/暂不参与等级/)).toBeVisible()
  })

  it('S3.5 S7.85 claims the birthday gift by keyboard, once, and names each state', async () => {
    transport.responses['birthCash.receive'] = () => {
      transport.responses['birthCash.check'] = () => success(gift({ status: '2' }))
      return success({ id: 'birthday:2026', amount: 18_00, currency: 'CNY', balance: 18_00 })
    }
    await open('/app/vip')
    const button = page.getByRole('button', { name: '领取生日礼金' })
    await expect.element(button).toBeVisible()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('今年已领取')).toBeVisible()
    expect(called('birthCash.receive')).toHaveLength(1)
    for (const [state, text] of [
      [gift({ window: null, status: '0' }), '生日起 7 天内可领'],
      [gift({ amount: 0, status: '0' }), 'VIP 1 起享有生日礼金'],
      [gift({ status: '0' }), /起 7 天内可领/],
    ] as const) {
      members += 1
      store.set(sessionAtom, { member: { ...MEMBER, userId: `club-${members}` }, expireAt: NOON + 3_600_000 })
      transport.responses['birthCash.check'] = () => success(state)
      await open('/app/vip')
      await expect.element(page.getByText(text)).toBeVisible()
    }
  })
})

describe('S7.83 the page of rebates', () => {
  it.each([390, 1280])('shows turnover, rate, correction and state of each day at %i pixels', async (width) => {
    transport.responses['rebate.list'] = () =>
      rebates([
        rebate('rebate:2026-11-20:egame:CNY'),
        rebate('rebate:2026-11-20:sport:USDT', {
          venueClass: 'sport',
          currency: 'USDT',
          amount: 1_234_567,
          turnover: 617_283_500,
        }),
        rebate('rebate:2026-11-19:egame:CNY', { date: '2026-11-19', state: 'claimed', correction: -50 }),
        rebate('rebate:2026-11-01:egame:CNY', { date: '2026-11-01', state: 'expired' }),
        rebate('rebate:2026-10-31:egame:CNY', { date: '2026-10-31', state: 'none', amount: 0 }),
      ])
    await open('/app/rebate', width)
    await expect.element(page.getByText('有效流水 ¥1,000.00 × 0.20%').first()).toBeVisible()
    await expect.element(page.getByText(/含更正 −¥0.50/)).toBeVisible()
    for (const text of ['已领取', '已过期', '无返水']) await expect.element(page.getByText(text)).toBeVisible()
    // The full value, not cut to two decimals.
    await expect.element(page.getByText(/1\.234567/)).toBeVisible()
    await expectSound(width)
  })

  it('S7.83 claims a day once, shows its result in place and the refusal of another device', async () => {
    const id = 'rebate:2026-11-20:egame:CNY'
    transport.responses['rebate.list'] = () => rebates([rebate(id)])
    transport.responses['rebate.receive'] = () => failure(CODES.ACTIVITY_STATE, '已经领取过')
    await open('/app/rebate')
    await page.getByRole('button', { name: /^领取/ }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('已经领取过')
    transport.responses['rebate.receive'] = () => success({ id, amount: 2_00, currency: 'CNY', balance: 2_00 })
    await page.getByRole('button', { name: /^领取/ }).click()
    await expect.element(page.getByText('已领取', { exact: true })).toBeVisible()
    expect(called('rebate.receive').map(({ params }) => params)).toEqual([{ id }, { id }])
  })

  it('S7.83 names the next count when there is nothing, retries after a failure, and says that rebates are off', async () => {
    await open('/app/rebate')
    await expect.element(page.getByText('还没有返水')).toBeVisible()
    await expect.element(page.getByText(/下一次结算/)).toBeVisible()
    members += 1
    store.set(sessionAtom, { member: { ...MEMBER, userId: `club-${members}` }, expireAt: NOON + 3_600_000 })
    transport.responses['rebate.list'] = () => failureOf(CODES.TIMEOUT)
    await open('/app/rebate')
    await expect.element(page.getByText('返水加载失败')).toBeVisible()
    transport.responses['rebate.list'] = () => failureOf(CODES.NOT_FOUND)
    await page.getByRole('button', { name: /重试/ }).click()
    await expect.element(page.getByText('本站暂未开放返水')).toBeVisible()
  })
})

describe('S1.18 S7.84 the welfare center', () => {
  const item = (id: string, kind: 'rebate' | 'birthday' | 'activity', title = '') => ({
    id,
    kind,
    title,
    amount: 5_00,
    currency: 'CNY' as const,
    date: '2026-11-20',
    venueClass: kind === 'rebate' ? ('sport' as const) : null,
    until: NOON + DAY_MS,
  })
  const LIST = [
    item('rebate:2026-11-20:sport:CNY', 'rebate'),
    item('birthday:2026', 'birthday'),
    item('activity:a:1', 'activity', '<img src=x onerror=alert(1)>'),
  ]

  it.each([390, 1280])('claims all items, each with its own result, at %i pixels', async (width) => {
    transport.responses['welfare.list'] = () => success({ list: LIST, nextCountAt: NOON + DAY_MS })
    transport.responses['welfare.receive'] = ({ id }) =>
      id.startsWith('birthday')
        ? failure(CODES.ACTIVITY_STATE, '已经领取过')
        : success({ id, amount: 5_00, currency: 'CNY', balance: 5_00 })
    await open('/app/welfare', width)
    await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await expectSound(width)
    await page.getByRole('button', { name: '全部领取' }).click()
    await expect.element(page.getByText('已领取 2 项，1 项未成功')).toBeVisible()
    await expect.element(page.getByRole('alert').getByText('已经领取过')).toBeVisible()
    expect(called('welfare.receive').map(({ params }) => params)).toEqual(LIST.map(({ id }) => ({ id })))
  })

  it('S7.84 leads to the offers when there is nothing, and names the tag that excludes the member', async () => {
    await open('/app/welfare')
    await expect.element(page.getByText('暂无可领取')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '查看优惠' })).toHaveAttribute('href', '/app/promos')
    await expectSound(1280)
    members += 1
    store.set(sessionAtom, { member: { ...MEMBER, userId: `club-${members}` }, expireAt: NOON + 3_600_000 })
    transport.responses['welfare.list'] = () => failureOf(CODES.ACTIVITY_BLACKLIST)
    await open('/app/welfare')
    await expect.element(page.getByText(/账号暂不参与活动/)).toBeVisible()
  })
})
