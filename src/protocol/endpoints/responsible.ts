import * as z from 'zod/mini'
import {
  EXCLUSION_MONTHS,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  REALITY_CHECK_MINUTES,
  TIME_OUT_HOURS,
} from '../wallet/limits.ts'
import { endpoint } from './endpoint.ts'
import { count, CurrencyCode, nothing, text } from './shapes.ts'

const LimitKind = z.enum(LIMIT_KINDS)
const LimitPeriod = z.enum(LIMIT_PERIODS)

/** A limit of a member. Amounts are minor units of CNY, USDT valued at the current rate; of `session` minutes. */
const Limit = z.object({
  kind: LimitKind,
  period: LimitPeriod,
  /** The limit in force; null if only a raise is stored. */
  amount: z.nullable(count),
  used: count,
  /** Start of the current period, in epoch milliseconds. */
  since: z.int(),
  /** A raise or removal that is not in force yet. `amount` is null for a removal. */
  raise: z.nullable(
    z.object({
      id: z.uuid(),
      amount: z.nullable(count),
      state: z.enum(['pending', 'awaitingConfirm']),
      /** From here on it can be confirmed. */
      effectiveAt: z.int(),
      /** From here on it is lapsed. */
      lapsesAt: z.int(),
    }),
  ),
})

const Exclusion = z.object({
  kind: z.enum(['timeOut', 'selfExclusion']),
  since: z.int(),
  /** Null for a permanent one. */
  until: z.nullable(z.int()),
})

export const Responsible = z.object({
  limits: z.array(Limit),
  /** What the lowest limit of each kind leaves; null without a limit. */
  remaining: z.object({
    deposit: z.nullable(count),
    loss: z.nullable(count),
    stake: z.nullable(count),
    session: z.nullable(count),
  }),
  exclusion: z.nullable(Exclusion),
  /** A reality check waits for its answer; play is refused until then. */
  isCheckDue: z.boolean(),
  realityCheckMinutes: count,
  /** True until the member has set a limit. Screens ask after the registration and before the first deposit. */
  hasNoLimit: z.boolean(),
  hasDeposited: z.boolean(),
  serverTime: z.int(),
})
export type Responsible = z.infer<typeof Responsible>

const Totals = z.object({
  currency: CurrencyCode,
  opening: z.int(),
  closing: z.int(),
  /** Sums and counts of the changes by type of record. The opening balance and the sums add up to the closing balance. */
  lines: z.array(z.object({ type: text(32), amount: z.int(), count })),
})

/** `YYYY-MM` of the site time zone. */
const month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/))

/** Use of the site day. Amounts are minor units of CNY; gifts are stakes. */
const PlayTime = z.object({
  seconds: count,
  staked: count,
  won: count,
  net: z.int(),
  /** Minutes that the lowest session limit leaves; null without a limit. */
  remaining: z.nullable(count),
  realityCheckMinutes: count,
  isCheckDue: z.boolean(),
})

/** Tools of responsible play (Annex I, E.12, D.10). */
export const responsibleEndpoints = {
  'responsible.get': endpoint({
    path: '/api/site/group/member/responsible/v1/get',
    access: 'member',
    readOnly: true,
    summary: 'Limits, their use, time-out or self-exclusion, and the interval of the reality check.',
    request: nothing,
    data: Responsible,
  }),
  'responsible.setLimit': endpoint({
    path: '/api/site/group/member/responsible/v1/setLimit',
    access: 'member',
    summary: 'Lowers a limit at once, or requests a raise; `amount` null requests its removal (E.12).',
    request: z.strictObject({
      kind: LimitKind,
      period: LimitPeriod,
      amount: z.nullable(z.int().check(z.minimum(1))),
    }),
    data: Responsible,
  }),
  'responsible.confirmRaise': endpoint({
    path: '/api/site/group/member/responsible/v1/confirmRaise',
    access: 'member',
    summary: 'Confirms a raise whose delay is over. ORDER_STATE_CHANGED before, and after it lapsed.',
    request: z.strictObject({ id: z.uuid() }),
    data: Responsible,
  }),
  'responsible.cancelRaise': endpoint({
    path: '/api/site/group/member/responsible/v1/cancelRaise',
    access: 'member',
    summary: 'Withdraws a raise that is not in force.',
    request: z.strictObject({ id: z.uuid() }),
    data: Responsible,
  }),
  'responsible.timeOut': endpoint({
    path: '/api/site/group/member/responsible/v1/timeOut',
    access: 'member',
    summary: 'Begins a time-out, which cannot be ended early.',
    request: z.strictObject({ hours: z.literal(TIME_OUT_HOURS) }),
    data: Responsible,
  }),
  'responsible.selfExclude': endpoint({
    path: '/api/site/group/member/responsible/v1/selfExclude',
    access: 'member',
    summary: 'Begins a self-exclusion; `months` null is permanent. `confirmText` is the text that the page shows.',
    request: z.strictObject({ months: z.nullable(z.literal(EXCLUSION_MONTHS)), confirmText: text(16) }),
    data: Responsible,
  }),
  'responsible.realityCheck': endpoint({
    path: '/api/site/group/member/responsible/v1/realityCheck',
    access: 'member',
    summary: 'Sets the interval of the reality check.',
    request: z.strictObject({
      minutes: z.int().check(z.minimum(REALITY_CHECK_MINUTES.min), z.maximum(REALITY_CHECK_MINUTES.max)),
    }),
    data: Responsible,
  }),
  'responsible.session': endpoint({
    path: '/api/site/group/member/responsible/v1/session',
    access: 'member',
    summary: 'The page is in use: counts the time since the last call, at most a minute. Totals of the site day.',
    request: nothing,
    data: PlayTime,
  }),
  'responsible.answerCheck': endpoint({
    path: '/api/site/group/member/responsible/v1/answerCheck',
    access: 'member',
    summary: 'Answers the reality check that showed this number of seconds of the site day (Annex I).',
    request: z.strictObject({ seconds: count }),
    data: PlayTime,
  }),
  'responsible.statement': endpoint({
    path: '/api/site/group/member/responsible/v1/statement',
    access: 'member',
    readOnly: true,
    summary:
      'Account statement by currency of the time until now, or of a calendar month: the opening balance and its lines ' +
      'add up to the closing balance.',
    request: z.strictObject({ period: z.union([z.enum(['24h', '7d', '30d', '12m']), month]) }),
    data: z.object({ start: z.int(), end: z.int(), currencies: z.array(Totals) }),
  }),
} as const
