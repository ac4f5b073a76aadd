import { and, asc, eq, sql } from 'drizzle-orm'
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
import {
  IS_OPEN_LIMIT,
  type LimitRow,
  rgExclusion,
  rgLimit,
  rgPlay,
  rgPreference,
} from '../../database/schema/limits.ts'
import { type LimitReader, type Usage, usageOf, usedLimits } from './usage.ts'

type Overview = DataOf<'responsible.get'>
type OneLimit = Overview['limits'][number]
type PlayTime = DataOf<'responsible.session'>

/** A page calls once a minute. After more than `rg_visit_gap()` seconds it is a new visit. */
const MAX_STEP_S = 60
const SECONDS_PER_MINUTE = 60

interface At {
  readonly now: number
  /** Values USDT in CNY. */
  readonly rate: number | null
  /** Interval of the reality check of members who have not chosen one. */
  readonly defaultMinutes: number
}

/** What decides which actions of a member are refused. */
export async function playStateOf(db: LimitReader, memberId: string, at: Pick<At, 'now' | 'rate'>) {
  const { now } = at
  const rows = await db
    .select()
    .from(rgLimit)
    .where(and(eq(rgLimit.memberId, memberId), IS_OPEN_LIMIT))
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
  const exclusions = await db.select().from(rgExclusion).where(eq(rgExclusion.memberId, memberId))
  const exclusion = activeExclusion(exclusions, now)
  const [current] = await db.select({ isCheckDue: rgPlay.isCheckDue }).from(rgPlay).where(ofCheck(memberId, now))
  return {
    limits,
    exclusion: exclusion && { kind: exclusion.kind, since: exclusion.since, until: exclusion.until },
    isCheckDue: current?.isCheckDue === true,
    serverTime: now,
  }
}

/** Everything that `/app/responsible` shows of a member. */
export async function overviewOf(db: DrizzleDatabase, memberId: string, at: At): Promise<Overview> {
  const state = await playStateOf(db, memberId, at)
  const { limits } = state
  const remaining = (kind: OneLimit['kind']): number | null =>
    remainingOf(limits.filter((limit): limit is OneLimit & UsedLimit => limit.kind === kind && limit.amount !== null))
  return {
    ...state,
    remaining: {
      deposit: remaining('deposit'),
      loss: remaining('loss'),
      stake: remaining('stake'),
      session: remaining('session'),
    },
    realityCheckMinutes: await realityCheckOf(db, memberId, at.defaultMinutes),
    hasNoLimit: limits.every(({ amount }) => amount === null),
    hasDeposited: await hasDeposited(db, memberId),
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

/** The row with the reality check of a member: that of the site day, or of the day before until a visit goes on. */
function ofCheck(memberId: string, now: number) {
  const day = sql`rg_check_day(${memberId}, ${new Date(now).toISOString()})`
  return and(eq(rgPlay.memberId, memberId), eq(rgPlay.day, day))
}

/**
 * Counts the time since the last call of a page in use. Returns the totals of the site day. When the interval of the
 * reality check has passed since the last answer, a check is due, and play is refused until it is answered. The first
 * call of a day takes over the check and the time of a visit that began on the day before.
 */
export async function countSession(db: DrizzleDatabase, memberId: string, at: At): Promise<PlayTime> {
  const day = siteDayOf(at.now)
  const before = sql`from rg_play before where before.member_id = ${memberId} and before.day < ${day}::integer
    and before.day = rg_check_day(${memberId}, ${new Date(at.now).toISOString()})`
  const isFirst = sql`${rgPlay.lastAt} is null`
  const answered = sql`case when ${isFirst} then excluded.answered_seconds else ${rgPlay.answeredSeconds} end`
  const isDue = sql`case when ${isFirst} then excluded.is_check_due else ${rgPlay.isCheckDue} end`
  const gap = sql`round(extract(epoch from excluded.last_at - ${rgPlay.lastAt}))`
  const minutes = await realityCheckOf(db, memberId, at.defaultMinutes)
  const seconds = sql`${rgPlay.seconds} + case when ${gap} between 0 and rg_visit_gap()
    then least(${gap}, ${MAX_STEP_S}::integer)::integer else 0 end`
  const [row] = await db
    .insert(rgPlay)
    .values({
      memberId,
      day,
      lastAt: at.now,
      answeredSeconds: sql`coalesce((select before.answered_seconds - before.seconds ${before}), 0)`,
      isCheckDue: sql`coalesce((select before.is_check_due ${before}), false)`,
    })
    .onConflictDoUpdate({
      target: [rgPlay.memberId, rgPlay.day],
      set: {
        seconds,
        lastAt: sql`greatest(${rgPlay.lastAt}, excluded.last_at)`,
        answeredSeconds: answered,
        isCheckDue: sql`${isDue} or ${seconds} - ${answered} >= ${minutes * SECONDS_PER_MINUTE}::integer`,
      },
    })
    .returning()
  return playTime(db, memberId, at, { row, minutes })
}

/**
 * The member has answered the reality check that showed this number of seconds of the site day. Returns the totals of the
 * day of the check.
 */
export async function answerCheck(
  db: DrizzleDatabase,
  memberId: string,
  { shown, ...at }: At & { readonly shown: number },
): Promise<PlayTime> {
  const minutes = await realityCheckOf(db, memberId, at.defaultMinutes)
  const answered = sql`greatest(${rgPlay.answeredSeconds}, least(${rgPlay.seconds}, ${shown}::bigint))`
  const [row] = await db
    .update(rgPlay)
    .set({
      answeredSeconds: answered,
      isCheckDue: sql`${rgPlay.seconds} - ${answered} >= ${minutes * SECONDS_PER_MINUTE}::integer`,
    })
    .where(ofCheck(memberId, at.now))
    .returning()
  return playTime(db, memberId, at, { row, minutes })
}

async function playTime(
  db: DrizzleDatabase,
  memberId: string,
  at: At,
  { row, minutes }: { readonly row: typeof rgPlay.$inferSelect | undefined; readonly minutes: number },
): Promise<PlayTime> {
  const { seconds = 0, staked = 0, won = 0, isCheckDue = false } = row ?? {}
  const { session } = await usedLimits(db, memberId, at)
  return {
    seconds,
    staked,
    won,
    net: won - staked,
    remaining: remainingOf(session),
    realityCheckMinutes: minutes,
    isCheckDue,
  }
}
