import { and, eq } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { gradeOf, inCurrency } from '#protocol/club/grades.ts'
import type { Claimable } from '#protocol/endpoints/club.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { DAY_MS, dayOfDate, siteDateOf, timeOfSiteDay } from '#protocol/time.ts'
import type { Database, DrizzleDatabase, Transaction } from '../database/database.ts'
import { birthdayGift } from '../database/schema/club.ts'
import { member } from '../database/schema/member.ts'
import type { Claim, ClaimSource } from './claims.ts'
import { isBarredFromClub } from './standings.ts'

/** Days from the birthday on in which the gift can be claimed. */
const BIRTHDAY_CLAIM_DAYS = 7

/** The days in which the gift of a year can be claimed: epoch milliseconds, `end` is exclusive. */
interface BirthdayWindow {
  readonly year: number
  readonly start: number
  readonly end: number
}

type Person = Pick<typeof member.$inferSelect, 'birthDate' | 'vipLevel' | 'currency' | 'tags'>

/** Birthday gifts (S3.5, S7.85): claimable for seven days from the birthday on, once a year, by the grade at the claim. */
export class BirthdayGifts implements ClaimSource {
  readonly kind = 'birthday'
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>) {
    this.#database = database
  }

  async check(memberId: string, now: number): Promise<DataOf<'birthCash.check'>> {
    const { db } = this.#database
    const [person] = await db.select().from(member).where(eq(member.id, memberId))
    if (!person) throw new Error('the member of a session does not exist')
    const window = windowOf(person, now)
    const given = window && (await giftOf(db, memberId, window.year))
    const { grade, currency, amount } = given ?? offerOf(person)
    const status = given ? '2' : window && isClaimable(person, window, now) ? '1' : '0'
    return { grade, amount, currency, status, window }
  }

  async list(memberId: string, now: number): Promise<Claimable[]> {
    const { status, amount, currency, window } = await this.check(memberId, now)
    if (status !== '1' || !window) return []
    const { year, start, end } = window
    const id = idOf(year)
    return [{ id, kind: this.kind, title: '', amount, currency, date: siteDateOf(start), venueClass: null, until: end }]
  }

  /** Id of the gift that is claimed at `now`. */
  async currentId(memberId: string, now: number): Promise<string> {
    const { window } = await this.check(memberId, now)
    return idOf(window?.year ?? 0)
  }

  /** Locks the member, so that two claims at the same time follow each other. */
  async take(tx: Transaction, memberId: string, id: string, now: number): Promise<Claim | number> {
    const [person] = await tx.select().from(member).where(eq(member.id, memberId)).for('no key update')
    const window = person && windowOf(person, now)
    if (!person || !window || id !== idOf(window.year)) return CODES.NOT_FOUND
    if (!isClaimable(person, window, now) || (await giftOf(tx, memberId, window.year))) return CODES.ACTIVITY_STATE
    const gift = { memberId, year: window.year, ...offerOf(person), claimedAt: now }
    return {
      amount: gift.amount,
      currency: gift.currency,
      paid: async (claimTx) => void (await tx.insert(birthdayGift).values({ ...gift, claimTx })),
    }
  }
}

function idOf(year: number): string {
  return `birthday:${year}`
}

function windowOf({ birthDate }: Person, now: number): BirthdayWindow | null {
  return birthDate === null ? null : birthdayWindow(birthDate, now)
}

/** The running window of a birthday, or else the next one. February 29 is February 28 in other years. */
export function birthdayWindow(birthDate: string, now: number): BirthdayWindow {
  const year = Number(siteDateOf(now).slice(0, 4))
  // A window that begins in the last days of December ends in the next year.
  const windows = [year - 1, year, year + 1].map((one) => windowOfYear(birthDate, one))
  return windows.find(({ end }) => now < end) ?? windowOfYear(birthDate, year + 1)
}

function windowOfYear(birthDate: string, year: number): BirthdayWindow {
  const text = String(year).padStart(4, '0')
  const day = dayOfDate(`${text}${birthDate.slice(4)}`) ?? dayOfDate(`${text}-02-28`) ?? 0
  const start = timeOfSiteDay(day)
  return { year, start, end: start + BIRTHDAY_CLAIM_DAYS * DAY_MS }
}

function offerOf({ vipLevel, currency }: Person) {
  const { grade, birthday } = gradeOf(vipLevel)
  return { grade, currency, amount: inCurrency(birthday, currency) }
}

function isClaimable(person: Person, { start, end }: BirthdayWindow, now: number): boolean {
  return offerOf(person).amount > 0 && !isBarredFromClub(person) && now >= start && now < end
}

async function giftOf(db: Pick<DrizzleDatabase, 'select'>, memberId: string, year: number) {
  const [gift] = await db
    .select()
    .from(birthdayGift)
    .where(and(eq(birthdayGift.memberId, memberId), eq(birthdayGift.year, year)))
  return gift
}
