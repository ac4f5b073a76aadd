import { and, eq, sql } from 'drizzle-orm'
import { turnoverValue } from '#protocol/club/grades.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DrizzleDatabase } from '../../database/database.ts'
import { activity, activityState } from '../../database/schema/activities.ts'
import { turnoverSince } from '../records/turnover.ts'

/** What a part stores whose payment requires turnover: minor units of the activity's currency, and the end of the requirement. */
export interface RequiredTurnover {
  readonly turnover: number
  readonly turnoverUntil: number
}

/**
 * Turnover that is missing before a withdrawal, in minor units of CNY. It was required by bonuses that the member has
 * claimed, and is computed from settled play: nothing is counted twice, and nothing has to be reset.
 */
export async function missingTurnover(
  db: Pick<DrizzleDatabase, 'select' | 'execute'>,
  memberId: string,
  now: number,
): Promise<number> {
  const rows = await db
    .select({
      since: activityState.appliedAt,
      currency: activity.currency,
      turnover: sql<number>`(${activityState.data}->>'turnover')::bigint`,
      until: sql<number>`(${activityState.data}->>'turnoverUntil')::bigint`,
    })
    .from(activityState)
    .innerJoin(activity, eq(activity.id, activityState.activityId))
    .where(
      and(
        eq(activityState.memberId, memberId),
        eq(activityState.status, 'claimed'),
        sql`${activityState.data} ? 'turnover'`,
        sql`(${activityState.data}->>'turnoverUntil')::bigint > ${now}`,
      ),
    )
  if (rows.length === 0) return 0
  const done = await turnoverSince(
    db,
    memberId,
    rows.map(({ since }) => since),
  )
  return turnoverLeft(
    rows.map(({ since, until, turnover, currency }, index) => ({
      since,
      until,
      needed: turnoverValue(turnover, currency as SettleCurrency),
      done: done[index] ?? 0,
    })),
    now,
  )
}

/** Turnover that a bonus requires before a withdrawal (decision 223). Times are epoch milliseconds, amounts minor units of CNY. */
interface TurnoverRequirement {
  /** Play counts from here on. */
  readonly since: number
  /** The requirement ends here, whatever is left. */
  readonly until: number
  readonly needed: number
  /** Settled turnover from `since` on. */
  readonly done: number
}

/** What is missing at `now`. A stake counts for one requirement only, the oldest first. */
export function turnoverLeft(requirements: readonly TurnoverRequirement[], now: number): number {
  const inForce = requirements.filter(({ until }) => now < until).toSorted((one, other) => other.since - one.since)
  let [needed, left] = [0, 0]
  for (const requirement of inForce) {
    needed += requirement.needed
    // What this one and all later ones need, less what was played since it began.
    left = Math.max(left, needed - requirement.done)
  }
  return left
}
