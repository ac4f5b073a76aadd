import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { gradeOf } from '#protocol/club/grades.ts'
import { REBATE_CLAIM_DAYS } from '#protocol/club/rebates.ts'
import type { Claimable } from '#protocol/endpoints/club.ts'
import { VENUE_TYPES, type VenueType } from '#protocol/endpoints/game.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { dateOfDay, dayOfDate, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { Database, Transaction } from '../database/database.ts'
import { rebateDay } from '../database/schema/club.ts'
import type { Claim, ClaimSource } from './claims.ts'
import { isBarredFromClub, nextCountAt } from './standings.ts'

const LISTED_DAYS = 30

type Row = typeof rebateDay.$inferSelect

/** Rebates of days (S7.83). */
export class Rebates implements ClaimSource {
  readonly kind = 'rebate'
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>) {
    this.#database = database
  }

  async overview(memberId: string, member: Member, now: number): Promise<DataOf<'rebate.list'>> {
    const rows = await this.#database.db
      .select()
      .from(rebateDay)
      .where(and(eq(rebateDay.memberId, memberId), gt(rebateDay.day, siteDayOf(now) - LISTED_DAYS)))
      .orderBy(desc(rebateDay.day), rebateDay.venueClass, rebateDay.currency)
    return {
      ppm: gradeOf(member.vipLevel).rebatePpm,
      isBarred: isBarredFromClub(member),
      nextCountAt: nextCountAt(now),
      list: rows.map((row) => {
        const { currency, turnover, ppm, amount, correction } = row
        return { ...namesOf(row), currency, turnover, ppm, amount, correction, state: stateOf(row, now) }
      }),
    }
  }

  async list(memberId: string, now: number): Promise<Claimable[]> {
    const rows = await this.#database.db
      .select()
      .from(rebateDay)
      .where(
        and(
          eq(rebateDay.memberId, memberId),
          isNull(rebateDay.claimTx),
          gt(rebateDay.day, siteDayOf(now) - REBATE_CLAIM_DAYS - 1),
        ),
      )
    return rows
      .filter((row) => stateOf(row, now) === 'claimable')
      .map((row) => ({ ...namesOf(row), kind: this.kind, title: '', amount: row.amount, currency: row.currency }))
  }

  async take(tx: Transaction, memberId: string, id: string, now: number): Promise<Claim | number> {
    const [, date = '', venueClass = '', currency = ''] = id.split(':')
    const day = dayOfDate(date)
    if (day === null) return CODES.NOT_FOUND
    const own = and(
      eq(rebateDay.memberId, memberId),
      eq(rebateDay.day, day),
      eq(rebateDay.venueClass, venueClass),
      sql`${rebateDay.currency} = ${currency}`,
    )
    const [row] = await tx.select().from(rebateDay).where(own).for('update')
    if (!row) return CODES.NOT_FOUND
    if (stateOf(row, now) !== 'claimable') return CODES.ACTIVITY_STATE
    return {
      amount: row.amount,
      currency: row.currency,
      paid: async (claimTx) => void (await tx.update(rebateDay).set({ claimTx, claimedAt: now }).where(own)),
    }
  }
}

/** Claimable until the end of the seventh day after the day of the turnover. */
function endOf(day: number): number {
  return timeOfSiteDay(day + REBATE_CLAIM_DAYS + 1)
}

function stateOf({ day, amount, isBarred, claimTx }: Row, now: number) {
  if (claimTx !== null) return 'claimed'
  if (amount === 0) return 'none'
  if (isBarred) return 'barred'
  return now < endOf(day) ? 'claimable' : 'expired'
}

function namesOf({ day, venueClass: stored, currency }: Row) {
  const date = dateOfDay(day)
  const venueClass: VenueType = VENUE_TYPES.find((type) => type === stored) ?? 'egame'
  return { id: `rebate:${date}:${stored}:${currency}`, date, venueClass, until: endOf(day) }
}
