import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BREAKOUT } from '#protocol/activities/breakout.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { definitionOf } from '#protocol/activities/definitions.ts'
import { EURO_QUIZ } from '#protocol/activities/euro-quiz.ts'
import { GUESS } from '#protocol/activities/guess.ts'
import { LOTTERY, type LotteryRule, seedsOfLottery, winningTickets } from '#protocol/activities/lottery.ts'
import { SPIN_WHEEL } from '#protocol/activities/spin-wheel.ts'
import { SPONSOR } from '#protocol/activities/sponsor.ts'
import { CODES } from '#protocol/codes.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { KindPage } from '#app/pages/activity/KindPage.tsx'
import { connectionAtom } from '#state/data/connection.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { mountRoutes, type MountedRoutes } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

type Activity = DataOf<'activity.check'>

let mounted: MountedRoutes | null = null
let members = 0

const step = (cycle: string, more: Partial<ActivityStep> = {}): ActivityStep => ({
  cycle,
  status: 'eligible',
  amount: 0,
  until: NOON + DAY_MS,
  data: {},
  ...more,
})

function activity(name: ActivityName, rule: object, more: Partial<Activity> = {}): Activity {
  return {
    activityId: `${name.toLowerCase()}-1`,
    name,
    title: '演示活动',
    summary: '一句话',
    rule: { ...rule },
    currency: 'COIN',
    start: NOON - DAY_MS,
    end: NOON + DAY_MS,
    claimUntil: NOON + 8 * DAY_MS,
    isStopped: false,
    budget: 10_000,
    left: 10_000,
    block: null,
    steps: [],
    progress: {},
    draw: null,
    ...more,
  }
}

async function open(shown: Activity, width = 1280): Promise<void> {
  await page.viewport(width, 844)
  transport.responses['activity.check'] = () => success(shown)
  mounted?.unmount()
  mounted = mountRoutes(
    [
      { path: '/app/activity/:kind', element: <KindPage /> },
      { path: '*', element: <p>别的页面</p> },
    ],
    `/app/activity/${definitionOf(shown.name).slug}`,
  )
}
const paramsOf = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)

beforeEach(() => {
  // Another member each time: responses of the one before are cached.
  members += 1
  store.set(sessionAtom, { member: { ...MEMBER, userId: `k-${members}` }, expireAt: NOON + 3_600_000 })
  store.set(connectionAtom, 'online')
  transport.calls.length = 0
  transport.responses = {
    'activity.records': () => success({ list: [], total: 0, pageNum: 1, pageSize: 20 }),
    'activity.receive': () => success({ id: 'activity:a:b', amount: 5, currency: 'COIN', balance: 5 }),
  }
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  transport.now = NOON
  transport.responses = {}
})

const matches = [
  {
    matchId: 'm1',
    league: '海岸联赛',
    home: { name: '灯塔', logo: '' },
    away: { name: '礁石', logo: '' },
    startAt: NOON + 3_600_000,
  },
]
const SEED = '5e'.repeat(32)
const lotteryRule = LOTTERY.example as LotteryRule
const winners = winningTickets(
  lotteryRule.prizes,
  8,
  seededDraw(seedsOfLottery({ activityId: 'lottery-1', seed: SEED, tickets: 8 })),
)
const beforeDraw = { tickets: 8, plays: 3, commitment: commitmentOf(SEED), seed: null, winners: null }

const PAGES: readonly [string, Activity][] = [
  [
    'S7.96 the lottery',
    activity('lottery', lotteryRule, {
      steps: [step('2026-11-29-free1'), step('2026-11-28-free1', { status: 'applied', data: { ticket: 7 } })],
      progress: beforeDraw,
    }),
  ],
  ['S7.101 the guesses', activity('guess', GUESS.example, { steps: [step('m1')], progress: { left: 3, matches } })],
  [
    'S7.98 the quiz',
    activity('euroQuiz', EURO_QUIZ.shown?.(EURO_QUIZ.example as never) ?? {}, { steps: [step('q1', { amount: 10 })] }),
  ],
  [
    'S7.102 the barriers',
    activity('breakout', BREAKOUT.example, {
      steps: [step('stage-1', { status: 'claimed', amount: 5 }), step('stage-2', { amount: 10 })],
      progress: { count: 4 },
    }),
  ],
  ['S7.104 the sponsors', activity('sponsor', SPONSOR.example, { steps: [step('sponsor-0', { amount: 8 })] })],
]

describe('pages of activities', () => {
  it.each(PAGES)('%s fit a phone and a desktop, without findings of axe', async (_name, shown) => {
    for (const width of [390, 1280]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await open(shown, width)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect.element(page.getByRole('heading', { name: '演示活动' })).toBeVisible()
      expect(document.documentElement.scrollWidth).toBe(width)
    }
    expect(await findingsOfScreen()).toEqual([])
  })

  it('S7.96 takes a ticket, and computes the draw again after it', async () => {
    const [, shown] = PAGES[0] ?? []
    if (!shown) throw new Error('no page')
    transport.responses['activity.apply'] = () =>
      success({ step: step('2026-11-29-free1', { status: 'applied', data: { ticket: 9 } }) })
    await open(shown)
    await expect.element(page.getByText('今日有效局数')).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: '领奖券' }))
    await expect
      .poll(() => paramsOf('activity.apply'))
      .toEqual([{ name: 'lottery', activityId: 'lottery-1', cycle: '2026-11-29-free1' }])
    const won = winners.findIndex((numbers) => numbers.includes(7))
    const drawn = { ...beforeDraw, seed: SEED, winners }
    members += 1
    store.set(sessionAtom, { member: { ...MEMBER, userId: `k-${members}` }, expireAt: NOON + 3_600_000 })
    await open({
      ...shown,
      end: NOON - 1,
      steps: [step('a', { status: won === -1 ? 'rejected' : 'claimable', data: { ticket: 7 } })],
      progress: drawn,
    })
    await userEvent.click(page.getByText('公平验证'))
    await expect.element(page.getByText('验证通过：种子与哈希一致，结果一致')).toBeVisible()
  })

  it('S7.101 sends a guess once it is chosen, and shows a decided one', async () => {
    const [, shown] = PAGES[1] ?? []
    if (!shown) throw new Error('no page')
    const data = { ...matches[0], guess: 'home', outcome: 'home' }
    const steps = [...shown.steps, step('m0', { status: 'claimable', amount: 20, data: { ...data, matchId: 'm0' } })]
    transport.responses['activity.apply'] = () => failure(CODES.ACTIVITY_STATE, '', { details: { reason: 'ended' } })
    await open({ ...shown, steps })
    await expect.element(page.getByText('猜 主胜 · 结果 主胜')).toBeVisible()
    const submit = page.getByRole('button', { name: '提交竞猜：灯塔 对 礁石' })
    await expect.element(submit).toBeDisabled()
    await userEvent.click(page.getByText('平局'))
    await userEvent.click(submit)
    await expect
      .poll(() => paramsOf('activity.apply'))
      .toEqual([{ name: 'guess', activityId: 'guess-1', cycle: 'm1', input: { guess: 'draw' } }])
  })

  it('S7.98 shows the answer and its explanation after the grade only', async () => {
    const [, shown] = PAGES[2] ?? []
    if (!shown) throw new Error('no page')
    const graded = step('q1', {
      status: 'rejected',
      data: { isRight: false, answer: 'b', explanation: '每队不超过 11 人', input: { option: 'a' } },
    })
    await open(shown)
    await expect.element(page.getByRole('button', { name: /10 人/ })).toBeEnabled()
    expect(document.body.textContent).not.toContain('每队不超过')
    transport.responses['activity.apply'] = () => success({ step: graded })
    transport.responses['activity.check'] = () => success({ ...shown, steps: [graded] })
    await userEvent.click(page.getByRole('button', { name: /10 人/ }))
    await expect.element(page.getByText('答错了')).toBeVisible()
    await expect.element(page.getByText('每队不超过 11 人')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /11 人/ })).toBeDisabled()
  })

  it('S7.102 claims a passed barrier and locks the others', async () => {
    const [, shown] = PAGES[3] ?? []
    if (!shown) throw new Error('no page')
    await open(shown)
    await expect.element(page.getByText('已过 2/10 关')).toBeVisible()
    await expect.element(page.getByText('再结算 2 局过第 3 关')).toBeVisible()
    transport.responses['activity.apply'] = () =>
      success({ step: step('stage-2', { status: 'claimable', amount: 10 }) })
    await userEvent.click(page.getByRole('button', { name: '领取第 2 关' }))
    await expect
      .poll(() => paramsOf('activity.receive'))
      .toEqual([{ name: 'breakout', activityId: 'breakout-1', cycle: 'stage-2' }])
  })

  it('S8.22 shows the warm tip to a member who is excluded from activities', async () => {
    await open(activity('sponsor', SPONSOR.example))
    transport.responses['activity.check'] = () => failure(CODES.ACTIVITY_BLACKLIST, '您暂不符合活动参与条件')
    members += 1
    store.set(sessionAtom, { member: { ...MEMBER, userId: `k-${members}` }, expireAt: NOON + 3_600_000 })
    await expect.element(page.getByRole('heading', { name: '您暂不符合活动参与条件' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/app/home')
  })

  it.each([
    ['has not begun', { start: NOON + 1, end: NOON + DAY_MS }, '活动尚未开始'],
    ['has ended', { end: NOON }, '活动已结束'],
    ['is stopped', { isStopped: true }, '活动已提前结束'],
  ])('says that nobody can take part in an activity that %s', async (_state, more, text) => {
    await open(activity('spinWheel', SPIN_WHEEL.example, more))
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('button', { name: '开始' })).toBeDisabled()
    expect(document.body.textContent).not.toContain('今日次数已用完')
    expect(document.body.textContent).not.toContain('今日剩余')
    await open(activity('lottery', lotteryRule, { ...more, progress: beforeDraw }))
    await expect.element(page.getByText('我的奖券')).toBeVisible()
    await expect.element(page.getByText(text)).toBeVisible()
    expect(document.body.textContent).not.toContain('先在下方领取一张')
    await open(activity('guess', GUESS.example, { ...more, progress: { left: 3, matches } }))
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('radio').first()).toBeDisabled()
  })

  it('counts the spins that are left of an open wheel', async () => {
    const draw = { commitment: commitmentOf(SEED), nonce: 1, left: 0 }
    await open(activity('spinWheel', SPIN_WHEEL.example, { draw }))
    await expect.element(page.getByText('今日剩余 0 次')).toBeVisible()
    await expect.element(page.getByText('今日次数已用完，明天 00:00 更新')).toBeVisible()
  })

  it.each([
    ['its start', { start: NOON + 5_000 }, NOON + 5_000],
    ['its end', { end: NOON + 5_000 }, NOON + 5_000],
    ['midnight', {}, startOfSiteDay(NOON) + DAY_MS],
  ])('is read again once at %s', async (_moment, more, time) => {
    const reads = () => paramsOf('activity.check').length
    await open(activity('sponsor', SPONSOR.example, more))
    await expect.element(page.getByRole('heading', { name: '演示活动' })).toBeVisible()
    expect(reads()).toBe(1)
    transport.now = time + 1_000
    await expect.poll(reads).toBe(2)
    transport.now = time + 10_000
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(reads()).toBe(2)
  })

  it('is read again after a part that does not exist any more was refused', async () => {
    await open(activity('sponsor', SPONSOR.example, { steps: [step('sponsor-0', { amount: 8 })] }))
    transport.responses['activity.apply'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    await userEvent.click(page.getByRole('button', { name: /^领取/ }))
    await expect.poll(() => paramsOf('activity.check').length).toBe(2)
  })

  describe('the records', () => {
    const record = (index: number) => ({
      activityId: 'sponsor-1',
      title: '演示活动',
      cycle: `sponsor-${index}`,
      status: 'claimed' as const,
      amount: 1000 + index,
      currency: 'COIN' as const,
      data: {},
      at: NOON - index,
    })
    /** The first page, then the second one. */
    async function openOlder(shown: Activity, read: () => readonly ReturnType<typeof record>[]): Promise<void> {
      transport.responses['activity.records'] = ({ pageNum }) => {
        const all = read()
        return success({ list: all.slice((pageNum - 1) * 20, pageNum * 20), total: all.length, pageNum, pageSize: 20 })
      }
      await open(shown)
      await expect.element(page.getByText('1,000 金币')).toBeInTheDocument()
      // A press of the mouse would scroll to the end, which loads all pages.
      const more = page.getByRole('button', { name: '更多' }).element()
      if (more instanceof HTMLElement) more.click()
      await expect.element(page.getByText('1,020 金币')).toBeInTheDocument()
    }

    it('show more pages below the first one', async () => {
      const all = Array.from({ length: 45 }, (_, index) => record(index))
      await openOlder(activity('sponsor', SPONSOR.example), () => all)
      await expect.element(page.getByText('1,000 金币')).toBeInTheDocument()
      window.scrollTo(0, document.documentElement.scrollHeight)
      await expect.element(page.getByText('1,044 金币')).toBeInTheDocument()
      await expect.element(page.getByText('已显示全部')).toBeVisible()
    })

    it('show a new claim after older pages were loaded', async () => {
      let all = Array.from({ length: 25 }, (_, index) => record(index))
      const shown = activity('sponsor', SPONSOR.example, { steps: [step('sponsor-0', { amount: 8 })] })
      await openOlder(shown, () => all)
      all = [{ ...record(25), amount: 77 }, ...all]
      const claimed = step('sponsor-0', { amount: 8, status: 'claimed' })
      transport.responses['activity.apply'] = () => success({ step: claimed })
      transport.responses['activity.check'] = () => success({ ...shown, steps: [claimed] })
      await userEvent.click(page.getByRole('button', { name: /^领取/ }))
      await expect.element(page.getByText('77 金币')).toBeVisible()
    })
  })
})
