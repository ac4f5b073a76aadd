import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { VenueType } from './game.ts'
import { count, nothing, RewardCurrency, text } from './shapes.ts'

/** Why a grade has changed: by turnover, by a keep period without enough of it, by a resettlement. */
const VIP_CHANGE_REASONS = ['turnover', 'keep', 'correction'] as const
export type VipChangeReason = (typeof VIP_CHANGE_REASONS)[number]

const grade = z.int().check(z.minimum(0), z.maximum(10))
const SettleCurrency = z.enum(['CNY', 'USDT'])
/** `YYYY-MM-DD` in the site time zone. */
const date = text(10)

/** Sources of the welfare center. */
const CLAIM_KINDS = ['rebate', 'birthday', 'activity'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** Id of a claimable item: its kind, then what identifies it. */
const claimId = z.string().check(z.regex(/^[a-z]{1,16}(:[A-Za-z0-9-]{1,32}){1,3}$/))

/** Something that a member can claim now. Times are epoch milliseconds, `until` is exclusive. */
const Claimable = z.object({
  id: claimId,
  kind: z.enum(CLAIM_KINDS),
  amount: count,
  currency: RewardCurrency,
  /** Title of an activity; empty for other kinds. */
  title: text(64),
  /** Day of the turnover, of the birthday or of the part in an activity. */
  date,
  /** Class of the venues of a rebate; null for other kinds. */
  venueClass: z.nullable(VenueType),
  until: z.int(),
})
export type Claimable = z.infer<typeof Claimable>

/** What was credited: the amount, and the available balance after it. */
export const Received = z.object({ id: claimId, amount: count, currency: RewardCurrency, balance: count })
export type Received = z.infer<typeof Received>

const received = {
  access: 'member',
  refusedTags: ['ACT_BLACK', 'NO_GRADE'],
  playAction: 'promotion',
  idempotent: true,
  data: Received,
} as const

/** VIP, rebates, birthday gift and welfare center (Annex D.5, Annex J). Turnover is that of settled bets and rounds. */
export const clubEndpoints = {
  'vip.grades': endpoint({
    path: '/api/site/group/member/vip/v1/grades',
    readOnly: true,
    summary: 'All VIP grades and what they give (S7.82). Amounts are minor units of CNY.',
    request: nothing,
    data: z.object({
      keepDays: count,
      grades: z.array(
        z.object({ grade, turnover: count, keep: count, rebatePpm: count, withdrawals: count, birthday: count }),
      ),
    }),
  }),
  'vip.mine': endpoint({
    path: '/api/site/group/member/vip/v1/mine',
    access: 'member',
    readOnly: true,
    summary: 'The grade of this member, its progress and keep period (S7.82). Amounts are minor units of CNY.',
    request: nothing,
    data: z.object({
      grade,
      /** Turnover that counts for the next grade. */
      counted: count,
      /** Turnover of days that are not counted yet. */
      waiting: count,
      /** The running keep period, `until` exclusive; null for grade 0. */
      keep: z.nullable(z.object({ needed: count, done: count, until: z.int() })),
      /** A tag excludes the member from grades, gifts and rebates. */
      isBarred: z.boolean(),
      /** When the running day is counted. */
      nextCountAt: z.int(),
    }),
  }),
  'vip.history': endpoint({
    path: '/api/site/group/member/vip/v1/history',
    access: 'member',
    readOnly: true,
    summary: 'The last 50 changes of the grade, newest first (S7.82).',
    request: nothing,
    data: z.object({
      list: z.array(z.object({ date, from: grade, to: grade, reason: z.enum(VIP_CHANGE_REASONS) })),
    }),
  }),
  'birthCash.check': endpoint({
    path: '/api/site/group/member/gift/birthCash/v1/check',
    access: 'member',
    playAction: 'promotion',
    readOnly: true,
    summary: 'The birthday gift of this year or the next one (S3.5): 0 not eligible, 1 claimable, 2 claimed.',
    request: nothing,
    data: z.object({
      grade,
      amount: count,
      currency: SettleCurrency,
      status: z.enum(['0', '1', '2']),
      /** Null without a birthday. */
      window: z.nullable(z.object({ year: z.int(), start: z.int(), end: z.int() })),
    }),
  }),
  'birthCash.receive': endpoint({
    ...received,
    path: '/api/site/group/member/gift/birthCash/v1/receive',
    summary: 'Claims the birthday gift, once a year (S7.85).',
    request: nothing,
  }),
  'rebate.list': endpoint({
    path: '/api/site/group/member/rebate/v1/list',
    access: 'member',
    playAction: 'promotion',
    readOnly: true,
    summary: 'Rebates of the last 30 days, newest first (S7.83).',
    request: nothing,
    data: z.object({
      /** Rate of the running day in parts per million. */
      ppm: count,
      isBarred: z.boolean(),
      nextCountAt: z.int(),
      list: z.array(
        z.object({
          id: claimId,
          date,
          venueClass: VenueType,
          currency: SettleCurrency,
          turnover: count,
          ppm: count,
          amount: count,
          /** The part of `amount` that corrects earlier days. */
          correction: z.int(),
          /** `none`: nothing to claim. */
          state: z.enum(['claimable', 'claimed', 'expired', 'barred', 'none']),
          until: z.int(),
        }),
      ),
    }),
  }),
  'rebate.receive': endpoint({
    ...received,
    path: '/api/site/group/member/rebate/v1/receive',
    summary: 'Claims the rebate of a day, class and currency, once (S7.83).',
    request: z.strictObject({ id: claimId }),
  }),
  'welfare.list': endpoint({
    path: '/api/site/group/member/welfare/v1/list',
    access: 'member',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    readOnly: true,
    summary: 'Everything that this member can claim now, the earliest end first (S1.18, S7.84).',
    request: nothing,
    data: z.object({ list: z.array(Claimable), nextCountAt: z.int() }),
  }),
  'welfare.receive': endpoint({
    ...received,
    path: '/api/site/group/member/welfare/v1/receive',
    summary: 'Claims an item of the welfare center, once (S7.84).',
    request: z.strictObject({ id: claimId }),
  }),
} as const
