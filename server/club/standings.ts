import { and, between, gt, isNotNull, or, sql } from 'drizzle-orm'
import { type DayTurnover, type GradeCourse, gradeCourse, turnoverValue } from '#protocol/club/grades.ts'
import { hasTag, isBarredFromActivities } from '#protocol/rules/activity.ts'
import { MINUTE_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { DrizzleDatabase } from '../database/database.ts'
import { clubRun, vipHistory } from '../database/schema/club.ts'
import { member } from '../database/schema/member.ts'
import { type ClassTurnover, type MemberSpan, turnoverOf, type VenueClasses } from '../wallet/records/turnover.ts'

/** A day is counted from 00:05 of the next day on. */
const COUNT_DELAY_MS = 5 * MINUTE_MS

/** The last site day that can be counted at `now`. */
export function lastCountableDay(now: number): number {
  return siteDayOf(now - COUNT_DELAY_MS) - 1
}

/** When the day after the last counted one can be counted, in epoch milliseconds. */
export function nextCountAt(now: number): number {
  return timeOfSiteDay(lastCountableDay(now) + 2) + COUNT_DELAY_MS
}

/** What the nightly job has counted. */
export interface ClubRun {
  readonly firstDay: number
  readonly lastDay: number
}

/** Null before the first run of the job. */
export async function readRun(db: Pick<DrizzleDatabase, 'select'>): Promise<ClubRun | null> {
  const [run] = await db.select().from(clubRun)
  return run ?? null
}

/** A member with all turnover and the grades that follow from it. */
export interface Standing {
  readonly memberId: string
  /** The stored grade. */
  readonly vipLevel: number
  /** A tag excludes the member from grades and rebates (S6.10). */
  readonly isBarred: boolean
  /** A tag excludes the member from points too. */
  readonly isBarredFromActivities: boolean
  readonly turnover: readonly ClassTurnover[]
  readonly course: GradeCourse
}

type Reader = Pick<DrizzleDatabase, 'select' | 'execute'>

/** True if a member gets no grades, gifts and rebates (S6.10). */
export function isBarredFromClub(of: { readonly tags: string[] }): boolean {
  return hasTag(of, 'ACT_BLACK') || hasTag(of, 'NO_GRADE')
}

function barsOf(tags: string[]): Pick<Standing, 'isBarred' | 'isBarredFromActivities'> {
  return { isBarred: isBarredFromClub({ tags }), isBarredFromActivities: isBarredFromActivities({ tags }) }
}

/**
 * The one function that computes grades (S7.82): from the settled bets and rounds, up to the last counted day. Members whom
 * nobody can sign in as, the crowd of the demo, have preset grades.
 */
export async function standingsOf(
  db: Reader,
  span: MemberSpan,
  { run, classes }: { readonly run: ClubRun; readonly classes: VenueClasses },
): Promise<Standing[]> {
  const members = await db
    .select({
      memberId: member.id,
      vipLevel: member.vipLevel,
      tags: member.tags,
      createdDay: sql<number>`site_day(${member.createdAt})`,
      // The grade before the first change: imported, or preset. Drizzle would name the outer column without its table.
      firstGrade: sql<number | null>`(select h.from_grade from ${vipHistory} h where h.member_id = "member"."id"
        order by h.at, h.id limit 1)`,
    })
    .from(member)
    .where(and(between(member.id, span.from, span.to), or(isNotNull(member.passwordHash), isNotNull(member.phoneHash))))
  const turnover = await turnoverOf(db, span, classes)
  return members.map(({ memberId, vipLevel, tags, createdDay, firstGrade }) => {
    const own = turnover.get(memberId) ?? []
    const grade = firstGrade ?? vipLevel
    // A preset grade has no turnover behind it: its keep period begins with the club.
    const day = grade === 0 ? createdDay : Math.max(createdDay, run.firstDay)
    const days = valueByDay(own).filter((one) => grade === 0 || one.day >= day)
    const course = gradeCourse({ grade, day }, days, run.lastDay)
    return { memberId, vipLevel, ...barsOf(tags), turnover: own, course }
  })
}

/** The standing of one member; null for one whose grade is preset. */
export async function standingOf(
  db: Reader,
  memberId: string,
  context: { readonly run: ClubRun; readonly classes: VenueClasses },
): Promise<Standing | null> {
  const [standing] = await standingsOf(db, { from: memberId, to: memberId }, context)
  return standing ?? null
}

/** Turnover of all classes and currencies in minor units of CNY, in the order of the days. */
export function valueByDay(rows: readonly ClassTurnover[]): DayTurnover[] {
  const sums = new Map<number, number>()
  for (const { day, turnover, currency } of rows) {
    sums.set(day, (sums.get(day) ?? 0) + turnoverValue(turnover, currency))
  }
  return [...sums].map(([day, turnover]) => ({ day, turnover }))
}

/** Ids of the members after one, in their order. */
export async function memberIdsAfter(db: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: member.id })
    .from(member)
    .where(gt(member.id, after))
    .orderBy(member.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Turnover of one member after the last counted day, in minor units of CNY. */
export function waitingTurnover({ turnover }: Pick<Standing, 'turnover'>, { lastDay }: ClubRun): number {
  return valueByDay(turnover)
    .filter(({ day }) => day > lastDay)
    .reduce((sum, one) => sum + one.turnover, 0)
}
