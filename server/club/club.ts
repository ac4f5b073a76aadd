import { desc, eq } from 'drizzle-orm'
import { gradeOf, KEEP_DAYS } from '#protocol/club/grades.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { dateOfDay, timeOfSiteDay } from '#protocol/time.ts'
import type { Database, DatabaseLog, DrizzleDatabase } from '../database/database.ts'
import { vipHistory } from '../database/schema/club.ts'
import { member } from '../database/schema/member.ts'
import { BirthdayGifts } from './birthday-gifts.ts'
import { Claims, type ClaimSource } from './claims.ts'
import { NightlyJob } from './nightly-job.ts'
import { Points } from './points.ts'
import { Rebates } from './rebates.ts'
import { SoccerLottery } from './soccer-lottery.ts'
import { isBarredFromClub, lastCountableDay, nextCountAt, readRun, standingOf, waitingTurnover } from './standings.ts'
import type { VenueClasses } from '../wallet/records/turnover.ts'

const HISTORY = 50

interface ClubOptions {
  readonly database: Database
  /** Classes of remote venues by name. */
  readonly classes: VenueClasses
  /** What can be claimed besides rebates and birthday gifts. */
  readonly moreSources?: readonly ClaimSource[]
  readonly exclusionCode: (memberId: string, db: Pick<DrizzleDatabase, 'execute' | 'select'>) => Promise<number>
  readonly onGrades: (memberIds: readonly string[]) => Promise<void>
  readonly mayRun: () => boolean
  readonly log: DatabaseLog
  readonly now: () => number
}

/** VIP grades, rebates, birthday gifts and their claims, and points. */
export class Club {
  readonly job: NightlyJob
  readonly rebates: Rebates
  readonly birthdayGifts: BirthdayGifts
  readonly claims: Claims
  readonly points: Points
  readonly soccerLottery: SoccerLottery
  readonly #options: ClubOptions

  constructor(options: ClubOptions) {
    this.#options = options
    this.job = new NightlyJob(options)
    this.rebates = new Rebates(options.database)
    this.birthdayGifts = new BirthdayGifts(options.database)
    this.claims = new Claims({
      ...options,
      sources: [this.rebates, this.birthdayGifts, ...(options.moreSources ?? [])],
    })
    this.points = new Points(options)
    this.soccerLottery = new SoccerLottery(options)
  }

  /** The grade of a member with its progress. */
  async vipOf(memberId: string): Promise<DataOf<'vip.mine'>> {
    const { database, classes, now } = this.#options
    const { db } = database
    const last = lastCountableDay(now())
    const run = (await readRun(db)) ?? { firstDay: last + 1, lastDay: last }
    const standing = await standingOf(db, memberId, { run, classes })
    const [row] = await db.select().from(member).where(eq(member.id, memberId))
    const grade = gradeOf(row?.vipLevel ?? 0)
    const { counted, since, kept } = standing?.course.state ?? { counted: 0, since: run.lastDay + 1, kept: 0 }
    const until = timeOfSiteDay(since + KEEP_DAYS)
    return {
      grade: grade.grade,
      counted,
      waiting: standing ? waitingTurnover(standing, run) : 0,
      keep: grade.grade === 0 ? null : { needed: grade.keep, done: kept, until },
      isBarred: isBarredFromClub({ tags: row?.tags ?? [] }),
      nextCountAt: nextCountAt(now()),
    }
  }

  async historyOf(memberId: string): Promise<DataOf<'vip.history'>> {
    const rows = await this.#options.database.db
      .select()
      .from(vipHistory)
      .where(eq(vipHistory.memberId, memberId))
      .orderBy(desc(vipHistory.at), desc(vipHistory.id))
      .limit(HISTORY)
    return {
      list: rows.map(({ day, fromGrade: from, toGrade: to, reason }) => ({ date: dateOfDay(day), from, to, reason })),
    }
  }

  close(): Promise<void> {
    return this.job.close()
  }
}
