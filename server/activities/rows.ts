import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { ActivityName } from '#protocol/activities/definition.ts'
import type { CurrencyCode, RewardCurrency } from '#protocol/currency.ts'
import { CLAIM_DAYS } from '#protocol/rules/activity-states.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Transaction } from '../database/database.ts'
import { activity, activityState } from '../database/schema/activities.ts'
import { member } from '../database/schema/member.ts'
import type { Activity, KindContext, Part, Reader } from './kind.ts'

/** Until when parts of an activity can be claimed, in epoch milliseconds. */
export function claimUntil({ endAt }: Pick<Activity, 'endAt'>): number {
  return endAt + CLAIM_DAYS * DAY_MS
}

/** True while members can take part. */
export function isOpen({ status, startAt, endAt }: Activity, now: number): boolean {
  return status === 'running' && now >= startAt && now < endAt
}

/** True if members with an account in the currency `own` can be paid. */
export function isPaidIn({ currency }: Pick<Activity, 'currency'>, own: CurrencyCode): boolean {
  return currency === 'COIN' || currency === 'POINT' || currency === own
}

export async function activityById(db: Reader, id: string): Promise<Activity | null> {
  const [row] = await db.select().from(activity).where(eq(activity.id, id))
  return row ?? null
}

/** Locks an activity: parts begin one after the other, and never after it was stopped. */
export async function lockedActivity(tx: Transaction, id: string): Promise<Activity | null> {
  const [row] = await tx.select().from(activity).where(eq(activity.id, id)).for('update')
  return row ?? null
}

/** Activities that members can see: running ones, the earliest end first. */
export function runningActivities(db: Reader, now: number): Promise<Activity[]> {
  return db
    .select()
    .from(activity)
    .where(and(eq(activity.status, 'running'), gt(activity.endAt, now)))
    .orderBy(asc(activity.endAt), asc(activity.id))
}

/** The activity of a kind that its page shows by default: an open one, else the next, else the last. */
export async function currentActivity(
  db: Reader,
  { name, currencies, now }: { name: ActivityName; currencies: readonly RewardCurrency[]; now: number },
): Promise<Activity | null> {
  const rows = await db
    .select()
    .from(activity)
    .where(and(eq(activity.kind, name), ne(activity.status, 'draft'), inArray(activity.currency, [...currencies])))
    .orderBy(desc(activity.startAt), desc(activity.id))
  const next = rows.findLast((one) => one.status === 'running' && one.startAt > now)
  return rows.find((one) => isOpen(one, now)) ?? next ?? rows[0] ?? null
}

export function partsOf(db: Reader, activityId: string, memberId: string): Promise<Part[]> {
  return db
    .select()
    .from(activityState)
    .where(and(eq(activityState.activityId, activityId), eq(activityState.memberId, memberId)))
    .orderBy(asc(activityState.appliedAt), asc(activityState.cycle))
}

export async function lockedPart(
  tx: Transaction,
  key: { readonly activityId: string; readonly memberId: string; readonly cycle: string },
): Promise<Part | null> {
  const [row] = await tx.select().from(activityState).where(isPart(key)).for('update')
  return row ?? null
}

export function isPart({ activityId, memberId, cycle }: Pick<Part, 'activityId' | 'memberId' | 'cycle'>) {
  return and(
    eq(activityState.activityId, activityId),
    eq(activityState.memberId, memberId),
    eq(activityState.cycle, cycle),
  )
}

/** Changes what is promised of a budget. The activity is locked. */
export async function reserve(tx: Transaction, activityId: string, change: number): Promise<void> {
  if (change === 0) return
  await tx
    .update(activity)
    .set({ reserved: sql`${activity.reserved} + ${change}` })
    .where(eq(activity.id, activityId))
}

export interface Person {
  readonly currency: CurrencyCode
  readonly tags: string[]
}

export async function personOf(db: Reader, memberId: string): Promise<Person> {
  const [row] = await db
    .select({ currency: member.currency, tags: member.tags })
    .from(member)
    .where(eq(member.id, memberId))
  if (!row) throw new Error('the member of a session does not exist')
  return row
}

/** Stores a new part and reserves its amount. The activity is locked. */
export async function insertPart(
  tx: Transaction,
  { activity: { id }, memberId, now }: Pick<KindContext<never>, 'activity' | 'memberId' | 'now'>,
  { cycle, status, amount, data }: Pick<Part, 'cycle' | 'status' | 'amount' | 'data'>,
): Promise<Part> {
  await reserve(tx, id, amount)
  const [part] = await tx
    .insert(activityState)
    .values({ activityId: id, memberId, cycle, status, amount, data, appliedAt: now, changedAt: now })
    .returning()
  if (!part) throw new Error(`part ${cycle} in ${id} was not stored`)
  return part
}
