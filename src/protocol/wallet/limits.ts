import { DAY_MS, HOUR_MS, MINUTE_MS, SITE_UTC_OFFSET_MS, siteDayOf, startOfSiteDay, timeOfSiteDay } from '../time.ts'

/** Amounts of `deposit`, `loss` and `stake` are minor units of CNY; those of `session` are minutes. */
export const LIMIT_KINDS = ['deposit', 'loss', 'stake', 'session'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

/** E.12: how long a raise waits before it can be confirmed. */
export const RAISE_DELAY_MS: Readonly<Record<LimitPeriod, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}
/** A raise that is not confirmed for this long lapses. */
export const CONFIRM_WINDOW_MS = 7 * DAY_MS

/** Annex I: 24 hours, 7 days, 30 days, 6 weeks. */
export const TIME_OUT_HOURS = [24, 168, 720, 1_008] as const
/** Annex I: 6, 12, 24 months and 5 years. A permanent exclusion has no end. */
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const
/** Text that confirms a self-exclusion. */
export const EXCLUSION_CONFIRM_TEXT = '自我排除'
/** Annex I: minutes between two reality checks. */
export const REALITY_CHECK_MINUTES = { min: 15, max: 120, default: 60 } as const

/** Greatest limit: one million CNY, or the minutes of a month. */
export const LIMIT_MAX: Readonly<Record<LimitKind, number>> = {
  deposit: 100_000_000,
  loss: 100_000_000,
  stake: 100_000_000,
  session: (31 * DAY_MS) / MINUTE_MS,
}

/** True if the change takes effect at once. Null is no limit; a first limit is lower than none. */
export function isLowering(current: number | null, wanted: number | null): boolean {
  return wanted !== null && (current === null || wanted < current)
}

type RaiseState = 'pending' | 'awaitingConfirm' | 'lapsed'

/** State of a raise that can be confirmed from `effectiveAt` on (E.12). Times are epoch milliseconds. */
export function raiseState(effectiveAt: number, now: number): RaiseState {
  if (now < effectiveAt) return 'pending'
  return now < effectiveAt + CONFIRM_WINDOW_MS ? 'awaitingConfirm' : 'lapsed'
}

/** Start of the site day, of the week (Monday) or of the month that contains `now`, in epoch milliseconds. */
export function periodStart(period: LimitPeriod, now: number): number {
  if (period === 'day') return startOfSiteDay(now)
  const day = siteDayOf(now)
  // Day 0 is a Thursday.
  if (period === 'week') return timeOfSiteDay(day - ((day + 3) % 7))
  return timeOfSiteDay(day - new Date(day * DAY_MS).getUTCDate() + 1)
}

/** A limit with what was used of it in its current period. */
export interface UsedLimit {
  readonly amount: number
  readonly used: number
}

/** What the lowest of several limits leaves; null without a limit. */
export function remainingOf(limits: readonly UsedLimit[]): number | null {
  if (limits.length === 0) return null
  return Math.max(0, Math.min(...limits.map(({ amount, used }) => amount - used)))
}

/** True if an amount is within every limit. */
export function isWithin(limits: readonly UsedLimit[], amount: number): boolean {
  return amount <= (remainingOf(limits) ?? Number.POSITIVE_INFINITY)
}

/** End of a time-out that begins at `now`. */
export function timeOutEnd(now: number, hours: number): number {
  return now + hours * HOUR_MS
}

/** End of a self-exclusion that begins at `now`: the same day of a later month, or the last day of that month. */
export function exclusionEnd(now: number, months: number): number {
  const site = new Date(now + SITE_UTC_OFFSET_MS)
  const [year, month] = [site.getUTCFullYear(), site.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Date.UTC(year, month, Math.min(site.getUTCDate(), lastDay))
  return day + ((now + SITE_UTC_OFFSET_MS) % DAY_MS) - SITE_UTC_OFFSET_MS
}

/** A time-out or self-exclusion. `until` is null if it is permanent. */
export interface Exclusion {
  readonly kind: 'timeOut' | 'selfExclusion'
  readonly until: number | null
}

/** The exclusion that counts at `now`: a self-exclusion before a time-out, then the one that ends last. Null if none. */
export function activeExclusion<Item extends Exclusion>(exclusions: readonly Item[], now: number): Item | null {
  const end = ({ until }: Item): number => until ?? Number.POSITIVE_INFINITY
  const active = exclusions.filter((one) => end(one) > now)
  const isSelf = ({ kind }: Item): number => Number(kind === 'selfExclusion')
  active.sort((a, b) => isSelf(b) - isSelf(a) || end(b) - end(a))
  return active[0] ?? null
}
