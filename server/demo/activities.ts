import { definitionOf } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { createActivity, startActivity } from '../activities/management.ts'
import { currentActivity, isOpen } from '../activities/rows.ts'
import type { Database } from '../database/database.ts'

const DEMO_DAYS = 30
const DEMO_COINS = 5_000_000

/** Activities of the demo with the rules that a new one has in the console. Coins can be paid on every site. */
const DEMO: readonly { readonly kind: ActivityName; readonly title: string; readonly summary: string }[] = [
  { kind: 'signIn', title: '每日签到', summary: '每天签到领金币，漏签不清零' },
  { kind: 'spinWheel', title: '幸运转盘', summary: '每天转一次，概率和库存公开' },
  { kind: 'novice', title: '新手任务', summary: '完成第一次，领取金币' },
]

/** Starts one activity of each kind that has none. */
export async function ensureDemoActivities(database: Database, now: number): Promise<void> {
  for (const { kind, title, summary } of DEMO) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, at start
    const current = await currentActivity(database.db, { name: kind, currencies: ['COIN'], now })
    if (current && isOpen(current, now)) continue
    const startAt = startOfSiteDay(now)
    const draft = { kind, title, summary, rule: { ...definitionOf(kind).example }, currency: 'COIN' as const }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await database.transaction(async (tx) => {
      const window = { startAt, endAt: startAt + DEMO_DAYS * DAY_MS, budget: DEMO_COINS }
      await startActivity(tx, await createActivity(tx, { ...draft, ...window }, now), now)
    })
  }
}
