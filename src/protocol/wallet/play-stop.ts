import { CODES, codeText } from '../codes.ts'
import { DAY_MS } from '../time.ts'
import { type Exclusion, isWithin, type LimitKind, type LimitPeriod, periodStart } from './limits.ts'

/** Value of a coin in minor units of CNY for limits: 10 coins are ¥1.00. The same on every site (decision 182). */
export const COIN_VALUE = 10

/** The value in minor units of CNY that limits compare. */
export const coinValue = (coins: number): number => coins * COIN_VALUE

/** What time-outs, self-exclusions, limits and an unanswered reality check stop (I9, I10). */
export const PLAY_ACTIONS = ['deposit', 'transfer', 'coins', 'gift', 'bet', 'promotion'] as const
export type PlayAction = (typeof PLAY_ACTIONS)[number]

/** A limit in force. Amounts are minor units of CNY; of `session` minutes. */
interface PlayLimit {
  readonly kind: LimitKind
  readonly period: LimitPeriod
  readonly amount: number
  readonly used: number
}

/** The part of `responsible.get` that decides what a member may do. */
interface PlayState {
  readonly limits: readonly (Omit<PlayLimit, 'amount'> & { readonly amount: number | null })[]
  readonly exclusion: Exclusion | null
  readonly isCheckDue: boolean
  readonly serverTime: number
}

/** Why an action is refused. */
export interface PlayStop {
  readonly code: number
  /** When it ends by itself, in epoch milliseconds; null for an unanswered check and a permanent exclusion. */
  readonly until: number | null
  /** The limit that refuses it; null for another reason. */
  readonly limit: PlayLimit | null
}

/** Kinds of limits that refuse an action by its value. A used-up session limit refuses every action but promotions. */
const BOUND_BY: Readonly<Record<PlayAction, readonly LimitKind[]>> = {
  deposit: ['deposit'],
  transfer: ['loss', 'stake'],
  coins: ['loss', 'stake'],
  gift: ['loss', 'stake'],
  bet: ['loss', 'stake'],
  promotion: [],
}

/** The longest possible period. */
export const LONGEST_MS: Readonly<Record<LimitPeriod, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS }

/** Start of the period after the one that begins at `since`, in epoch milliseconds. */
export function nextPeriod(period: LimitPeriod, since: number): number {
  return periodStart(period, since + LONGEST_MS[period])
}

/**
 * What stops an action of a value in minor units of CNY, by default of any value; null if it may be tried. The order is
 * that of `rg_play_code` in the database, which decides.
 */
export function playStop(state: PlayState, action: PlayAction, value = 1): PlayStop | null {
  const { exclusion, serverTime } = state
  if (exclusion) {
    const code = exclusion.kind === 'timeOut' ? CODES.RG_TIME_OUT : CODES.RG_SELF_EXCLUDED
    return { code, until: exclusion.until, limit: null }
  }
  if (action === 'promotion') return null
  if (state.isCheckDue) return { code: CODES.RG_CHECK_DUE, until: null, limit: null }
  const limits = state.limits.filter((one): one is PlayLimit => one.amount !== null)
  return refusing(limits, ['session'], 1, serverTime) ?? refusing(limits, BOUND_BY[action], value, serverTime)
}

/** The refusing limit that lasts longest. */
function refusing(
  limits: readonly PlayLimit[],
  kinds: readonly LimitKind[],
  value: number,
  now: number,
): PlayStop | null {
  const stops = limits
    .filter((limit) => kinds.includes(limit.kind) && !isWithin([limit], value))
    .map((limit) => ({
      limit,
      code: CODE_OF[limit.kind],
      until: nextPeriod(limit.period, periodStart(limit.period, now)),
    }))
  return stops.sort((one, other) => other.until - one.until)[0] ?? null
}

const CODE_OF: Readonly<Record<LimitKind, number>> = {
  deposit: CODES.RG_DEPOSIT_LIMIT,
  loss: CODES.RG_LOSS_LIMIT,
  stake: CODES.RG_LOSS_LIMIT,
  session: CODES.RG_SESSION_LIMIT,
}

const ACTION_TEXTS: Readonly<Record<PlayAction, string>> = {
  deposit: '存款',
  transfer: '转入场馆',
  coins: '领取金币',
  gift: '送礼物',
  bet: '下注',
  promotion: '参加活动和邀请好友',
}
/** Chinese names of limits, also for the message catalogue. */
export const LIMIT_NAMES: Readonly<Record<LimitKind, string>> = {
  deposit: '存款限额',
  loss: '亏损限额',
  stake: '投入限额',
  session: '在线时长',
}
export const PERIOD_NAMES: Readonly<Record<LimitPeriod, string>> = { day: '每日', week: '每周', month: '每月' }

const yuan = (minor: number): string => `¥${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** Values of a refused action that its text names, in minor units of CNY. */
export interface RefusedValue {
  readonly value: number
  /** The part of it that is in venues already: a transfer counts with it. */
  readonly atVenues?: number
}

/** The Chinese text of a refused action: the reason, and what was counted. It does not offer to raise a limit. */
export function refusalText(
  { code, limit }: Pick<PlayStop, 'code' | 'limit'>,
  action: PlayAction,
  refused?: RefusedValue,
) {
  const what = ACTION_TEXTS[action]
  if (code === CODES.RG_SELF_EXCLUDED) return `你已自我排除，期间不能${what}`
  if (code === CODES.RG_TIME_OUT) return `你正在休息期，期间不能${what}`
  if (code === CODES.RG_CHECK_DUE) return `请先回应时长提醒，再${what}`
  if (limit === null) return codeText(code)
  const name = `你设定的${PERIOD_NAMES[limit.period]}${LIMIT_NAMES[limit.kind]}`
  if (limit.kind === 'session') return `已用完${name} ${limit.amount} 分钟，暂时不能${what}`
  const facts = [`已计 ${yuan(limit.used)}`]
  if (refused?.atVenues) facts.push(`场馆内还有 ${yuan(refused.atVenues)}`)
  if (refused) facts.push(`这次计 ${yuan(refused.value - (refused.atVenues ?? 0))}`)
  const rate = action === 'gift' ? `（${100 / COIN_VALUE} 金币计 ¥1.00）` : ''
  return `超过${name} ${yuan(limit.amount)}：${facts.join('，')}${rate}`
}
