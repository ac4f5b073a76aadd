import { eq } from 'drizzle-orm'
import { SPIN_WHEEL, type SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import { startOfSiteDay } from '#protocol/time.ts'
import { prize } from '../../database/schema/activities.ts'
import type { ActivityKind } from '../kind.ts'

/** S1.20, S7.97: some draws per site day. */
export const spinWheelKind: ActivityKind<SpinWheelRule> = {
  definition: SPIN_WHEEL,
  isAutomatic: false,
  // Parts begin by draws.
  eligible: () => Promise.resolve([]),

  async progress({ db, activity }) {
    const rows = await db.select().from(prize).where(eq(prize.activityId, activity.id))
    const rest = new Map(rows.map(({ prizeIndex, stock }) => [prizeIndex, stock]))
    return { stock: activity.rule.prizes.map((_, index) => rest.get(index) ?? null) }
  },

  draw({ activity: { rule }, parts, now }) {
    const today = parts.filter(({ appliedAt }) => appliedAt >= startOfSiteDay(now)).length
    return { prizes: rule.prizes, left: Math.max(0, rule.chancesPerDay - today) }
  },
}
