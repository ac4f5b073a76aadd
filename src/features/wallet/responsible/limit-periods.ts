import { MINUTE_MS } from '#protocol/time.ts'
import { LIMIT_MAX, type LimitKind, type LimitPeriod } from '#protocol/wallet/limits.ts'
import { LONGEST_MS } from '#protocol/wallet/play-stop.ts'

/** Greatest value of a limit: minutes of the period for `session`, else minor units. */
export function greatestLimit(kind: LimitKind, period: LimitPeriod): number {
  return kind === 'session' ? Math.min(LIMIT_MAX.session, LONGEST_MS[period] / MINUTE_MS) : LIMIT_MAX[kind]
}

/** Minutes from a text of digits, full-width ones too; null if it is no whole number from 1 to `max`. */
export function minutesOf(text: string, max: number): number | null {
  const plain = text.normalize('NFKC').trim()
  if (!/^[1-9]\d{0,5}$/.test(plain)) return null
  return Number(plain) <= max ? Number(plain) : null
}
