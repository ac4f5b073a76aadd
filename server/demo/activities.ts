import { definitionOf } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { createActivity, startActivity } from '../activities/management.ts'
import { currentActivity, isOpen } from '../activities/rows.ts'
import type { Database } from '../database/database.ts'

const DEMO_DAYS = 30
const DEMO_COINS = 5_000_000

/** Activities of the demo with the rules that a new one has in the console. Coins can be paid on every site. */
const DEMO: readonly {
  readonly kind: ActivityName
  readonly title: string
  readonly summary: string
  /** Differs from the example. */
  readonly rule?: object
}[] = [
  { kind: 'signIn', title: '每日签到', summary: '每天签到领金币，漏签不清零' },
  { kind: 'spinWheel', title: '幸运转盘', summary: '每天转一次，概率和库存公开' },
  // A newcomer sees a round within a few minutes.
  { kind: 'redRain', title: '红包雨', summary: '每 10 分钟一轮，每轮 60 秒', rule: { times: timesEvery(10) } },
  { kind: 'novice', title: '新手任务', summary: '完成第一次，领取金币' },
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
  for (const { kind, title, summary, rule } of DEMO) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, at start
    const current = await currentActivity(database.db, { name: kind, currencies: ['COIN'], now })
    if (current && isOpen(current, now)) continue
    const startAt = startOfSiteDay(now)
    const draft = { kind, title, summary, rule: { ...definitionOf(kind).example, ...rule }, currency: 'COIN' as const }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await database.transaction(async (tx) => {
      const window = { startAt, endAt: startAt + DEMO_DAYS * DAY_MS, budget: DEMO_COINS }
      await startActivity(tx, await createActivity(tx, { ...draft, ...window }, now), now)
    })
  }
}
