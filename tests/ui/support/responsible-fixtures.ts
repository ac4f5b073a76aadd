import type { Responsible } from '#protocol/endpoints/responsible.ts'
import { failure, success } from '#protocol/result.ts'
import { CODES } from '#protocol/codes.ts'
import { DAY_MS } from '#protocol/time.ts'
import { CONFIRM_WINDOW_MS, periodStart } from '#protocol/wallet/limits.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'

export const NO_LIMITS: Responsible = {
  limits: [],
  remaining: { deposit: null, loss: null, stake: null, session: null },
  exclusion: null,
  isCheckDue: false,
  realityCheckMinutes: 60,
  hasNoLimit: true,
  hasDeposited: false,
  serverTime: NOON,
}

type Limit = Responsible['limits'][number]

/** A daily deposit limit of ¥2,000, of which ¥500 are used. */
export const DAY_LIMIT: Limit = {
  kind: 'deposit',
  period: 'day',
  amount: 2_000_00,
  used: 500_00,
  since: periodStart('day', NOON),
  raise: null,
}

const RAISE_ID = '0198a1b2-0000-7000-8000-000000000001'

/** The daily limit with a raise to ¥3,000 that can be confirmed from `effectiveAt` on. */
export const raised = (effectiveAt: number): Limit => ({
  ...DAY_LIMIT,
  raise: {
    id: RAISE_ID,
    amount: 3_000_00,
    state: effectiveAt > NOON ? 'pending' : 'awaitingConfirm',
    effectiveAt,
    lapsesAt: effectiveAt + CONFIRM_WINDOW_MS,
  },
})

export const withLimits = (...limits: Limit[]): Responsible => ({ ...NO_LIMITS, limits, hasNoLimit: false })

/** Answers the calls of the tools. Changes of limits take part in `state`. */
export function serveResponsible(state: Responsible = NO_LIMITS): void {
  let current = state
  const changed = (next: Responsible) => {
    current = next
    return success(next)
  }
  Object.assign(transport.responses, {
    'responsible.get': () => success(current),
    'responsible.setLimit': ({ kind, period, amount }) => {
      const old = current.limits.find((limit) => limit.kind === kind && limit.period === period)
      const others = current.limits.filter((limit) => limit !== old)
      const isRaise = old !== undefined && (amount === null || amount > (old.amount ?? 0))
      const next = isRaise
        ? { ...raised(NOON + DAY_MS), kind, period, amount: old.amount }
        : { ...DAY_LIMIT, kind, period, amount, used: 0 }
      return changed(withLimits(...others, next))
    },
    'responsible.cancelRaise': () => changed(withLimits(DAY_LIMIT)),
    'responsible.confirmRaise': ({ id }) =>
      id === RAISE_ID
        ? changed(withLimits({ ...DAY_LIMIT, amount: 3_000_00 }))
        : failure(CODES.NOT_FOUND, '内容不存在'),
    'responsible.timeOut': ({ hours }) =>
      changed({ ...current, exclusion: { kind: 'timeOut', since: NOON, until: NOON + hours * 3_600_000 } }),
    'responsible.selfExclude': ({ months }) =>
      changed({
        ...current,
        exclusion: { kind: 'selfExclusion', since: NOON, until: months === null ? null : NOON + months * 30 * DAY_MS },
      }),
    'responsible.realityCheck': ({ minutes }) => changed({ ...current, realityCheckMinutes: minutes }),
    'responsible.statement': () =>
      success({
        start: NOON - 30 * DAY_MS,
        end: NOON,
        currencies: [
          {
            currency: 'CNY',
            opening: 100_00,
            closing: 1_535_00,
            lines: [
              { type: 'deposit', amount: 1_500_00, count: 2 },
              { type: 'convert', amount: -65_00, count: 1 },
            ],
          },
          { currency: 'USDT', opening: 0, closing: 0, lines: [] },
        ],
      }),
  } satisfies typeof transport.responses)
}
