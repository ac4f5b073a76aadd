import { dateOfDay, siteDayOf, timeOfSiteDay } from '../time.ts'
import type { ActivityDefinition, RuleProblem } from './definition.ts'

/** S4.14, Annex J: a share of the settled turnover, or of the net loss, of the last week or month. */
export interface DividendRule {
  readonly basis: 'turnover' | 'loss'
  readonly tiers: readonly DividendTier[]
  /** The highest dividend. */
  readonly limit: number
}

export interface DividendTier {
  /** The smallest turnover or net loss of this tier. */
  readonly from: number
  /** Of the whole turnover or net loss, in 1/10,000. */
  readonly share: number
}

const SHARE_UNIT = 10_000
/** Minor units of CNY or USDT. */
const AMOUNT_MAX = 1_000_000_000_000
const NOON = 12 * 60
const DAYS_OF_WEEK = 7
/** 1970-01-01, day 0, was a Thursday; weeks begin on Monday. */
const WEEKDAY_OF_FIRST_DAY = 3

const COMMON = {
  category: 'dividend',
  page: 'dividend',
  isGraded: true,
  currencies: ['CNY', 'USDT'],
  fields: [
    { name: 'basis', type: 'choice', options: ['turnover', 'loss'] },
    {
      name: 'tiers',
      type: 'rows',
      items: [1, 8],
      columns: [
        { name: 'from', type: 'amount', min: 1, max: AMOUNT_MAX },
        { name: 'share', type: 'count', min: 1, max: 1_000 },
      ],
    },
    { name: 'limit', type: 'amount', min: 1, max: AMOUNT_MAX },
  ],
  contradiction: dividendProblem,
  leastBudget: ({ limit }: DividendRule) => limit,
} as const

export const WEEKLY_DIVIDEND: ActivityDefinition<DividendRule> = {
  ...COMMON,
  name: 'weeklyDividend',
  slug: 'weekly-dividend',
  example: {
    basis: 'turnover',
    tiers: [
      { from: 1_000_00, share: 10 },
      { from: 10_000_00, share: 15 },
      { from: 100_000_00, share: 20 },
    ],
    limit: 588_00,
  },
}

export const MONTHLY_DIVIDEND: ActivityDefinition<DividendRule> = {
  ...COMMON,
  name: 'monthlyDividend',
  slug: 'monthly-dividend',
  example: {
    basis: 'turnover',
    tiers: [
      { from: 5_000_00, share: 5 },
      { from: 50_000_00, share: 8 },
      { from: 500_000_00, share: 10 },
    ],
    limit: 1_888_00,
  },
}

function dividendProblem({ tiers }: DividendRule): RuleProblem | null {
  const unordered = tiers.findIndex(({ from }, index) => from <= (tiers[index - 1]?.from ?? 0))
  if (unordered !== -1) return { field: `tiers.${unordered}.from`, reason: 'order' }
  const worthless = tiers.findIndex(({ from, share }) => shareOf(from, share) === 0)
  return worthless === -1 ? null : { field: `tiers.${worthless}.share`, reason: 'noReward' }
}

/** The tier of a turnover or net loss; null below the first one. */
export function dividendTier({ tiers }: DividendRule, base: number): DividendTier | null {
  return tiers.findLast(({ from }) => base >= from) ?? null
}

/** What a turnover or net loss pays, rounded down. */
export function dividendOf(rule: DividendRule, base: number): number {
  const tier = dividendTier(rule, base)
  return tier === null ? 0 : Math.min(rule.limit, shareOf(base, tier.share))
}

function shareOf(base: number, share: number): number {
  return Number((BigInt(base) * BigInt(share)) / BigInt(SHARE_UNIT))
}

/** A week or month whose play is counted. Epoch milliseconds, exclusive ends. */
export interface DividendPeriod {
  /** The date of its first day; identifies the part. */
  readonly cycle: string
  readonly from: number
  readonly to: number
  /** It can be claimed from noon of the day after its end, until the next period ends. */
  readonly opensAt: number
  readonly until: number
}

/** The last ended week or month in the time zone of the site. */
export function lastPeriod(length: 'week' | 'month', now: number): DividendPeriod {
  const start = startOfPeriod(length, siteDayOf(now))
  const first = startOfPeriod(length, start - 1)
  return {
    cycle: dateOfDay(first),
    from: timeOfSiteDay(first),
    to: timeOfSiteDay(start),
    opensAt: timeOfSiteDay(start, NOON),
    until: timeOfSiteDay(nextStart(length, start)),
  }
}

/** The first day of the week or month of a day. */
function startOfPeriod(length: 'week' | 'month', day: number): number {
  if (length === 'week') return day - ((day + WEEKDAY_OF_FIRST_DAY) % DAYS_OF_WEEK)
  return day - Number(dateOfDay(day).slice(8)) + 1
}

/** 32 days after the first of a month is a day of the next month. */
function nextStart(length: 'week' | 'month', start: number): number {
  return length === 'week' ? start + DAYS_OF_WEEK : startOfPeriod('month', start + 32)
}
