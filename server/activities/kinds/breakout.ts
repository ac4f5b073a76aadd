import { and, eq, gte, sql } from 'drizzle-orm'
import { BREAKOUT, type BreakoutRule, cycleOfStage, passedStages } from '#protocol/activities/breakout.ts'
import { playsOf } from '../../wallet/records/turnover.ts'
import { activity as activityTable, activityState } from '../../database/schema/activities.ts'
import type { ActivityKind, KindContext } from '../kind.ts'

/** S7.102: one part per barrier. */
export const breakoutKind: ActivityKind<BreakoutRule> = {
  definition: BREAKOUT,
  isAutomatic: true,

  async eligible(context) {
    const { rule } = context.activity
    const passed = passedStages(rule, await countOf(context))
    return rule.stages.map(({ amount }, index) => ({
      cycle: cycleOfStage(index),
      isEligible: index < passed,
      amount,
    }))
  },

  progress: async (context) => ({ count: await countOf(context) }),
}

/** What the rule counts, at most as much as the last stage needs. */
async function countOf({ db, activity, memberId }: KindContext<BreakoutRule>): Promise<number> {
  const { rule, startAt } = activity
  const most = rule.stages.at(-1)?.needed ?? 0
  if (rule.by === 'plays') return playsOf(db, memberId, { from: startAt, most })
  const [row] = await db
    .select({ days: sql<number>`count(distinct ${activityState.cycle})::integer` })
    .from(activityState)
    .innerJoin(activityTable, eq(activityTable.id, activityState.activityId))
    .where(
      and(
        eq(activityState.memberId, memberId),
        gte(activityState.appliedAt, startAt),
        eq(activityTable.kind, 'signIn'),
      ),
    )
  return Math.min(most, row?.days ?? 0)
}
