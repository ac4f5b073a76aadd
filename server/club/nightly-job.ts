import { and, between, eq, sql } from 'drizzle-orm'
import { gradeOf, gradeOn } from '#protocol/club/grades.ts'
import { pointDays, type PointDay } from '#protocol/club/points.ts'
import { type RebateDay, rebateDays } from '#protocol/club/rebates.ts'
import type { VipChangeReason } from '#protocol/endpoints/club.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database, DatabaseLog, Transaction } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { clubRun, rebateDay, vipHistory } from '../database/schema/club.ts'
import { pointsDay } from '../database/schema/points.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { MEMBERS_PER_POSTING } from '../wallet/ledger/postings.ts'
import {
  type ClubRun,
  lastCountableDay,
  memberIdsAfter,
  readRun,
  type Standing,
  standingsOf,
  valueByDay,
} from './standings.ts'
import type { MemberSpan, VenueClasses } from '../wallet/records/turnover.ts'

/** Members whose grades and rebates are written in one transaction. */
const BATCH = 2_000
const NIL_ID = '00000000-0000-0000-0000-000000000000'
const TICK_MS = SECOND_MS

interface NightlyJobOptions {
  readonly database: Database
  readonly classes: VenueClasses
  /** Called after the grades of members have changed, so that sessions and rooms show the new ones. */
  readonly onGrades: (memberIds: readonly string[]) => Promise<void>
  /** True in the one process that runs the job. */
  readonly mayRun: () => boolean
  readonly log: DatabaseLog
  readonly now: () => number
}

interface GradeChange {
  readonly id: string
  readonly member: string
  readonly before: number
  readonly grade: number
  readonly reason: VipChangeReason
}

/**
 * Counts the ended site days once: grades from all turnover, and the rebates of the new days. It computes from the settled
 * play, so a run that was interrupted or is repeated has the same result.
 */
export class NightlyJob {
  readonly #options: NightlyJobOptions
  readonly #timer: ReturnType<typeof setInterval>
  #running: Promise<number> | null = null
  /** The last day that this process has found counted. */
  #countedDay = 0

  constructor(options: NightlyJobOptions) {
    this.#options = options
    this.#timer = setInterval(() => {
      if (options.mayRun()) void this.#tick()
    }, TICK_MS).unref()
  }

  /** Counts the days that are due, also after a downtime. Returns the number of changed grades. */
  run(): Promise<number> {
    this.#running ??= this.#run().finally(() => (this.#running = null))
    return this.#running
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running?.catch(() => 0)
  }

  async #tick(): Promise<void> {
    if (lastCountableDay(this.#options.now()) <= this.#countedDay) return
    try {
      const changes = await this.run()
      if (changes > 0) this.#options.log.info({ changes }, 'VIP grades have changed')
    } catch (error) {
      this.#options.log.error({ err: error }, 'grades and rebates could not be computed')
    }
  }

  async #run(): Promise<number> {
    const { database, now } = this.#options
    const last = lastCountableDay(now())
    const known = await readRun(database.db)
    let changes = 0
    if ((known?.lastDay ?? 0) < last) {
      // The first run counts yesterday. Rebates of earlier days were never promised.
      const from = (known?.lastDay ?? last - 1) + 1
      const run: ClubRun = { firstDay: known?.firstDay ?? from, lastDay: last }
      changes = await this.#countAll(run, from)
      await database.db
        .insert(clubRun)
        .values(run)
        .onConflictDoUpdate({
          target: clubRun.id,
          set: { lastDay: sql`greatest(${clubRun.lastDay}, excluded.last_day)` },
        })
    }
    this.#countedDay = last
    return changes
  }

  async #countAll(run: ClubRun, from: number): Promise<number> {
    const { database, onGrades } = this.#options
    let changes = 0
    let after = NIL_ID
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const ids = await memberIdsAfter(database.db, after, BATCH)
      const [first, end] = [ids[0], ids.at(-1)]
      if (first === undefined || end === undefined) return changes
      const batch = () => database.transaction((tx) => this.#countBatch(tx, { from: first, to: end }, { run, from }))
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { count, changed } = await retried(batch)
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (changed.length > 0) await onGrades(changed)
      changes += count
      after = end
    }
  }

  /**
   * Returns the number of changes, and the members whose grade has changed on this day, also in a run that died before
   * it has notified their sessions.
   */
  async #countBatch(tx: Transaction, span: MemberSpan, { run, from }: { run: ClubRun; from: number }) {
    const { classes, now } = this.#options
    const standings = await standingsOf(tx, span, { run, classes })
    await writeRebates(tx, span, standings, { run, from })
    await writePoints(tx, span, standings, { run, from, now: now() })
    const day = run.lastDay + 1
    const count = await writeGrades(tx, standings, { day, now: now() })
    const changed = await tx
      .selectDistinct({ memberId: vipHistory.memberId })
      .from(vipHistory)
      .where(and(between(vipHistory.memberId, span.from, span.to), eq(vipHistory.day, day)))
    return { count, changed: changed.map(({ memberId }) => memberId) }
  }
}

async function writeGrades(
  tx: Transaction,
  standings: readonly Standing[],
  { day, now }: { readonly day: number; readonly now: number },
): Promise<number> {
  const changes = standings.flatMap(({ memberId, vipLevel, isBarred, course }): GradeChange[] => {
    const { grade } = course.state
    if (isBarred || grade === vipLevel) return []
    const reason = grade > vipLevel ? 'turnover' : hasLostOne(course.grades) ? 'keep' : 'correction'
    return [{ id: uuidV7(now), member: memberId, before: vipLevel, grade, reason }]
  })
  if (changes.length === 0) return 0
  // A grade that another process has changed meanwhile stays.
  const { rows } = await tx.execute(sql`
    with change as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c(id uuid, member uuid, before integer, grade integer, reason text)
    ), changed as (
      update member m set vip_level = c.grade from change c where m.id = c.member and m.vip_level = c.before returning m.id
    )
    insert into vip_history (id, member_id, day, from_grade, to_grade, reason, at)
    select c.id, c.member, ${day}::integer, c.before, c.grade, c.reason, ${new Date(now).toISOString()}::timestamptz
    from change c join changed on changed.id = c.member
    returning id`)
  return rows.length
}

/** True if the last change was the end of a keep period. Without one, a lower grade follows from a resettlement. */
function hasLostOne(grades: Standing['course']['grades']): boolean {
  const [last, before] = [grades.at(-1), grades.at(-2)]
  return last !== undefined && before !== undefined && last.grade < before.grade
}

async function writeRebates(
  tx: Transaction,
  span: MemberSpan,
  standings: readonly Standing[],
  { run, from }: { readonly run: ClubRun; readonly from: number },
): Promise<void> {
  const written = grouped(
    await tx
      .select()
      .from(rebateDay)
      .where(between(rebateDay.memberId, span.from, span.to)),
    (row) => groupOf(row.memberId, row),
  )
  const rows = standings.flatMap((standing) => rebatesOf(standing, written, { run, from }))
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into rebate_day (member_id, day, venue_class, currency, turnover, ppm, amount, correction, is_barred)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(member uuid, day integer, class text, currency text, turnover bigint, ppm integer, amount bigint,
        correction bigint, barred boolean)
    on conflict do nothing`)
}

async function writePoints(
  tx: Transaction,
  span: MemberSpan,
  standings: readonly Standing[],
  { run, from, now }: { readonly run: ClubRun; readonly from: number; readonly now: number },
): Promise<void> {
  const written = new Map<string, PointDay[]>()
  const known = await tx
    .select()
    .from(pointsDay)
    .where(between(pointsDay.memberId, span.from, span.to))
  for (const row of known) written.set(row.memberId, [...(written.get(row.memberId) ?? []), row])
  const rows = standings.flatMap(({ memberId, isBarredFromActivities, turnover }) =>
    pointDays({
      turnover: new Map(
        valueByDay(turnover)
          .filter(({ day }) => day >= run.firstDay)
          .map((one) => [one.day, one.turnover]),
      ),
      written: written.get(memberId) ?? [],
      from,
      to: run.lastDay,
    }).map((one) => ({ member: memberId, ...one, barred: isBarredFromActivities })),
  )
  if (rows.length === 0) return
  const postings = Array.from({ length: Math.ceil(rows.length / MEMBERS_PER_POSTING) }, () => uuidV7(now))
  await tx.execute(sql`select points_earn(${JSON.stringify(rows)}::jsonb, ${sql.param(postings)}::uuid[],
    ${MEMBERS_PER_POSTING}, ${new Date(now).toISOString()})`)
}

/** Rebates are counted by member, class and currency. */
function groupOf(
  memberId: string,
  { venueClass, currency }: { readonly venueClass: string; readonly currency: string },
): string {
  return `${memberId} ${venueClass} ${currency}`
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = groups.get(key)
    if (known) known.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** The new rebates of a member. */
function rebatesOf(
  { memberId, isBarred, turnover, course }: Standing,
  written: ReadonlyMap<string, readonly RebateDay[]>,
  { run, from }: { readonly run: ClubRun; readonly from: number },
) {
  const counted = turnover.filter(({ day }) => day >= run.firstDay)
  const groups = grouped(counted, (row) => groupOf(memberId, row))
  // A resettlement can leave a class without any turnover: nothing is due for it then.
  return [...groups].flatMap(([key, rows]) =>
    rebateDays({
      turnover: new Map(rows.map((row) => [row.day, row.turnover])),
      written: written.get(key) ?? [],
      ppmOn: (day) => gradeOf(gradeOn(course, day)).rebatePpm,
      from,
      to: run.lastDay,
    }).map(({ day, turnover: dayTurnover, ppm, amount, correction }) => ({
      member: memberId,
      day,
      class: rows[0]?.venueClass,
      currency: rows[0]?.currency,
      turnover: dayTurnover,
      ppm,
      amount,
      correction,
      barred: isBarred,
    })),
  )
}
