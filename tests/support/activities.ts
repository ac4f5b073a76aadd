import { RED_RAIN, type RedRainRule } from '#protocol/activities/red-rain.ts'
import { SIGN_IN } from '#protocol/activities/sign-in.ts'
import { DAY_MS, siteDateOf, startOfSiteDay } from '#protocol/time.ts'
import { type ActivityDraft, createActivity, startActivity } from '#server/activities/management.ts'
import type { Database } from '#server/database/database.ts'
import { testActivities } from './club.ts'

/** Creates and starts an activity that began today, by default a sign-in of coins. Returns its id. */
export async function startedActivity(
  database: Database,
  now: number,
  draft: Partial<ActivityDraft> = {},
): Promise<string> {
  const startAt = startOfSiteDay(now)
  return database.transaction(async (tx) => {
    const id = await createActivity(
      tx,
      {
        kind: 'signIn',
        title: '每日签到',
        summary: '每天一次',
        rule: { ...SIGN_IN.example },
        currency: 'COIN',
        startAt,
        endAt: startAt + 30 * DAY_MS,
        budget: 10_000,
        ...draft,
      },
      now,
    )
    await startActivity(tx, id, now)
    return id
  })
}

/** A member who has signed in today, in an activity that pays in coins. */
export async function signedInToday(database: Database, memberId: string, now: number) {
  const activityId = await startedActivity(database, now)
  const cycle = siteDateOf(now)
  const applied = await testActivities(database, () => now).apply(
    { memberId, name: 'signIn', activityId, cycle, input: null },
    now,
  )
  if (!applied.ok) throw new Error(`refused: ${applied.code}`)
  return { activityId, cycle }
}

/** A red packet rain that runs a round every day at noon, in which the clock of the caller should be. Returns its id. */
export function startedRain(
  database: Database,
  now: number,
  { budget = 10_000, ...rule }: Partial<RedRainRule> & { readonly budget?: number } = {},
): Promise<string> {
  return startedActivity(database, now, {
    kind: 'redRain',
    title: '红包雨',
    rule: { ...(RED_RAIN.example as RedRainRule), times: ['12:00'], ...rule },
    budget,
  })
}
