import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { siteDayOf } from '#protocol/time.ts'
import {
  activeExclusion,
  CONFIRM_WINDOW_MS,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitPeriod,
  periodStart,
  raiseState,
  remainingOf,
  type UsedLimit,
} from '#protocol/wallet/limits.ts'
import type { DrizzleDatabase } from '../../database/database.ts'
import { type LimitRow, rgExclusion, rgLimit, rgPlay, rgPreference } from '../../database/schema/limits.ts'
import { type Usage, usageOf, usedLimits } from './usage.ts'

type Overview = DataOf<'responsible.get'>
type OneLimit = Overview['limits'][number]

/** A page calls once a minute. A longer gap is a new visit. */
const MAX_STEP_S = 60
const MAX_GAP_S = 150

interface At {
  readonly now: number
  /** Values USDT in CNY. */
  readonly rate: number | null
  /** Interval of the reality check of members who have not chosen one. */
  readonly defaultMinutes: number
}

/** Everything that `/app/responsible` shows of a member. */
export async function overviewOf(db: DrizzleDatabase, memberId: string, at: At): Promise<Overview> {
  const { now } = at
  const rows = await db
    .select()
    .from(rgLimit)
    .where(and(eq(rgLimit.memberId, memberId), inArray(rgLimit.status, ['active', 'pending'])))
    .orderBy(asc(rgLimit.createdAt))
  const usage = new Map<LimitPeriod, Usage>()
  for (const period of LIMIT_PERIODS) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    usage.set(period, await usageOf(db, memberId, { ...at, period }))
  }
  const limits = LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.flatMap((period) => {
      const own = rows.filter((row) => row.kind === kind && row.period === period)
      return limitOf(own, { kind, period, used: usage.get(period)?.[kind] ?? 0, now }) ?? []
    }),
  )
  const remaining = (kind: OneLimit['kind']): number | null =>
    remainingOf(limits.filter((limit): limit is OneLimit & UsedLimit => limit.kind === kind && limit.amount !== null))
  const exclusions = await db.select().from(rgExclusion).where(eq(rgExclusion.memberId, memberId))
  const exclusion = activeExclusion(exclusions, now)
  return {
    limits,
    remaining: {
      deposit: remaining('deposit'),
      loss: remaining('loss'),
      stake: remaining('stake'),
      session: remaining('session'),
    },
    exclusion: exclusion && { kind: exclusion.kind, since: exclusion.since, until: exclusion.until },
    realityCheckMinutes: await realityCheckOf(db, memberId, at.defaultMinutes),
    hasNoLimit: limits.every(({ amount }) => amount === null),
    hasDeposited: await hasDeposited(db, memberId),
    serverTime: now,
  }
}

/** One limit with its raise; null if there is neither. */
function limitOf(
  rows: readonly LimitRow[],
  { kind, period, used, now }: Pick<OneLimit, 'kind' | 'period' | 'used'> & { readonly now: number },
): OneLimit | null {
  const active = rows.find(({ status }) => status === 'active')
  const pending = rows.find(({ status }) => status === 'pending')
  const state = pending && raiseState(pending.effectiveAt, now)
  const raise =
    pending && state !== undefined && state !== 'lapsed'
      ? {
          id: pending.id,
          amount: pending.amount,
          state,
          effectiveAt: pending.effectiveAt,
          lapsesAt: pending.effectiveAt + CONFIRM_WINDOW_MS,
        }
      : null
  if (!active && !raise) return null
  return { kind, period, amount: active?.amount ?? null, used, since: periodStart(period, now), raise }
}

async function realityCheckOf(db: DrizzleDatabase, memberId: string, defaultMinutes: number): Promise<number> {
  const [row] = await db.select().from(rgPreference).where(eq(rgPreference.memberId, memberId))
  return row?.realityCheckMinutes ?? defaultMinutes
}

async function hasDeposited(db: DrizzleDatabase, memberId: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from wallet_order
    where member_id = ${memberId} and kind in ('deposit', 'speedDeposit') and settle_tx is not null) as found`)
  return rows[0]?.found === true
}

/** Counts the time since the last call of a page in use. Returns the totals of the site day. */
export async function countSession(
  db: DrizzleDatabase,
  memberId: string,
  at: At,
): Promise<DataOf<'responsible.session'>> {
  const gap = sql`round(extract(epoch from excluded.last_at - ${rgPlay.lastAt}))`
  const [row] = await db
    .insert(rgPlay)
    .values({ memberId, day: siteDayOf(at.now), lastAt: at.now })
    .onConflictDoUpdate({
      target: [rgPlay.memberId, rgPlay.day],
      set: {
        seconds: sql`${rgPlay.seconds} + case when ${gap} between 0 and ${MAX_GAP_S}::integer
          then least(${gap}, ${MAX_STEP_S}::integer)::integer else 0 end`,
        lastAt: sql`greatest(${rgPlay.lastAt}, excluded.last_at)`,
      },
    })
    .returning()
  const { seconds, staked, won } = row ?? { seconds: 0, staked: 0, won: 0 }
  const { session } = await usedLimits(db, memberId, at)
  return {
    seconds,
    staked,
    won,
    net: won - staked,
    remaining: remainingOf(session),
    realityCheckMinutes: await realityCheckOf(db, memberId, at.defaultMinutes),
  }
}
