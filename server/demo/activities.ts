import quiz from './quiz.json' with { type: 'json' }
import { definitionOf } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import type { RewardCurrency } from '#protocol/currency.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { createActivity, startActivity } from '../activities/management.ts'
import { isOpen, runningActivities } from '../activities/rows.ts'
import type { Database } from '../database/database.ts'

const DEMO_DAYS = 30
const DEMO_COINS = 5_000_000

interface DemoActivity {
  readonly kind: ActivityName
  readonly title: string
  readonly summary: string
  /** What differs from the rule that a new one has in the console. */
  readonly rule?: object
  readonly currency?: RewardCurrency
  readonly days?: number
}

/** Activities of the demo. Coins and points can be paid on every site. */
const DEMO: readonly DemoActivity[] = [
  { kind: 'signIn', title: '每日签到', summary: '每天签到领积分，漏签不清零', currency: 'POINT' },
  { kind: 'spinWheel', title: '幸运转盘', summary: '每天转一次，概率和库存公开' },
  // A newcomer sees a round within a few minutes.
  { kind: 'redRain', title: '红包雨', summary: '每 10 分钟一轮，每轮 60 秒', rule: { times: timesEvery(10) } },
  { kind: 'novice', title: '新手任务', summary: '完成第一次，领取金币' },
  { kind: 'lottery', title: '周末大抽奖', summary: '攒奖券，七天后一次开奖', days: 7 },
  { kind: 'guess', title: '赛果竞猜', summary: '免费猜胜平负，猜中领金币' },
  { kind: 'euroQuiz', title: '足球知识问答', summary: '五道题，答对一题领一份', rule: quiz },
  { kind: 'breakout', title: '闯关地图', summary: '十道关卡，按自己的节奏过' },
  { kind: 'invite', title: '邀请好友', summary: '好友合格，逐档领奖' },
  { kind: 'sponsor', title: '赞助商礼物', summary: '逛逛赞助商的页面，各领一份' },
  { kind: 'firstDeposit', title: '首存奖励', summary: '第一笔存款可申请 20% 奖励，流水要求先说明', currency: 'CNY' },
  { kind: 'continueDeposit', title: '续存奖励', summary: '之后的存款可申请 10% 奖励，共 5 次', currency: 'CNY' },
  { kind: 'weeklyDividend', title: '周分红', summary: '按上周已结算流水计算，周一 12:00 起领取', currency: 'CNY' },
  {
    kind: 'monthlyDividend',
    title: '月分红',
    summary: '按上月已结算流水计算，每月 1 日 12:00 起领取',
    currency: 'CNY',
  },
]

/** The times of the day every some minutes, `HH:MM`. */
function timesEvery(minutes: number): string[] {
  return Array.from({ length: (24 * 60) / minutes }, (_, index) => {
    const [hour, minute] = [Math.floor((index * minutes) / 60), (index * minutes) % 60]
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  })
}

/** Starts one activity of each kind that has none. */
export async function ensureDemoActivities(database: Database, now: number): Promise<void> {
  const open = (await runningActivities(database.db, now)).filter((activity) => isOpen(activity, now))
  for (const { kind, title, summary, rule, currency = 'COIN', days = DEMO_DAYS } of DEMO) {
    if (open.some((activity) => activity.kind === kind && activity.currency === currency)) continue
    const startAt = startOfSiteDay(now)
    const draft = { kind, title, summary, rule: { ...definitionOf(kind).example, ...rule }, currency }
    // oxlint-disable-next-line no-await-in-loop -- one after the other, at the first start
    await database.transaction(async (tx) => {
      const window = { startAt, endAt: startAt + days * DAY_MS, budget: DEMO_COINS }
      await startActivity(tx, await createActivity(tx, { ...draft, ...window }, now), now)
    })
  }
}
