import { DAY_MS, dayOfDate, siteDateOf, timeOfSiteDay } from '../time.ts'

/** Days from the birthday on in which the gift can be claimed. */
const BIRTHDAY_CLAIM_DAYS = 7

/** The days in which the gift of a year can be claimed: epoch milliseconds, `end` is exclusive. */
export interface BirthdayWindow {
  readonly year: number
  readonly start: number
  readonly end: number
}

/** The running window of a birthday, or else the next one. February 29 is February 28 in other years. */
export function birthdayWindow(birthDate: string, now: number): BirthdayWindow {
  const year = Number(siteDateOf(now).slice(0, 4))
  // A window that begins in the last days of December ends in the next year.
  const windows = [year - 1, year, year + 1].map((one) => windowOf(birthDate, one))
  return windows.find(({ end }) => now < end) ?? windowOf(birthDate, year + 1)
}

function windowOf(birthDate: string, year: number): BirthdayWindow {
  const text = String(year).padStart(4, '0')
  const day = dayOfDate(`${text}${birthDate.slice(4)}`) ?? dayOfDate(`${text}-02-28`) ?? 0
  const start = timeOfSiteDay(day)
  return { year, start, end: start + BIRTHDAY_CLAIM_DAYS * DAY_MS }
}
