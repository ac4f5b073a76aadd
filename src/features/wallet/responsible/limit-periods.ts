import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import { LIMIT_MAX, type LimitKind, type LimitPeriod, periodStart } from '#protocol/wallet/limits.ts'

/** More than a period can have; the start of the next one is searched with it. */
const LONGER_MS: Readonly<Record<LimitPeriod, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS }

/** Start of the period after the one that begins at `since`, in epoch milliseconds. */
export function nextPeriod(period: LimitPeriod, since: number): number {
  return periodStart(period, since + LONGER_MS[period])
}

/** Greatest value of a limit: minutes of the period for `session`, else minor units. */
export function greatestLimit(kind: LimitKind, period: LimitPeriod): number {
  return kind === 'session' ? Math.min(LIMIT_MAX.session, LONGER_MS[period] / MINUTE_MS) : LIMIT_MAX[kind]
}

/** Minutes from a text of digits, full-width ones too; null if it is no whole number from 1 to `max`. */
export function minutesOf(text: string, max: number): number | null {
  const plain = text.normalize('NFKC').trim()
  if (!/^[1-9]\d{0,5}$/.test(plain)) return null
  return Number(plain) <= max ? Number(plain) : null
}
