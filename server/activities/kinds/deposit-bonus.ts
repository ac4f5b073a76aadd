import { and, asc, desc, eq, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import {
  bonusTurnover,
  CONTINUE_DEPOSIT,
  type ContinueDepositRule,
  depositBonus,
  type DepositBonusRule,
  FIRST_DEPOSIT,
} from '#protocol/activities/deposit-bonus.ts'
import { inCurrency } from '#protocol/club/grades.ts'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { DAY_MS } from '#protocol/time.ts'
import { activity as activityTable, activityState } from '../../database/schema/activities.ts'
import { walletOrder } from '../../database/schema/wallet.ts'
import { lockMember } from '../../wallet/limits/limits.ts'
import { missingTurnover, type RequiredTurnover } from '../../wallet/orders/turnover-rule.ts'
import type { ActivityKind, KindContext } from '../kind.ts'

/** Deposits that a page shows. */
const SHOWN = 20

/** A completed deposit: what was credited, and when. */
interface Deposit {
  readonly orderNo: string
  readonly currency: SettleCurrency
  readonly amount: number
  readonly at: number
}

type Context = KindContext<DepositBonusRule>

/** S7.105: a bonus on the first completed deposit of a member. One part per deposit. */
export const firstDepositKind: ActivityKind<DepositBonusRule> = {
  ...bonusKind((context, first) => Promise.resolve(isCounted(context, first) ? [first] : [])),
  definition: FIRST_DEPOSIT,
}

/** S7.105: a bonus on later deposits, a stated number of times. */
export const continueDepositKind: ActivityKind<ContinueDepositRule> = {
  ...bonusKind(laterDeposits, ({ activity, parts }) => Math.max(0, activity.rule.bonuses - parts.length)),
  definition: CONTINUE_DEPOSIT,
}

/** A kind on the deposits that `depositsOf` selects, the first deposit of the member being known. */
function bonusKind<Rule extends DepositBonusRule>(
  depositsOf: (context: Context, first: Deposit) => Promise<Deposit[]>,
  leftOf: (context: KindContext<Rule>) => number = () => 1,
): Omit<ActivityKind<Rule>, 'definition'> {
  async function read(context: KindContext<Rule>): Promise<{ hasDeposited: boolean; offered: readonly Deposit[] }> {
    const [first] = await completed(context, asc).limit(1)
    return { hasDeposited: first !== undefined, offered: first ? await depositsOf(context, first) : [] }
  }
  return {
    isAutomatic: false,

    async eligible(context) {
      const { offered } = await read(context)
      const used = await usedElsewhere(
        context,
        offered.map(({ orderNo }) => orderNo),
      )
      return offered.map(({ orderNo, amount }) => {
        const bonus = depositBonus(context.activity.rule, amount)
        return { cycle: orderNo, amount: bonus, isEligible: bonus > 0 && leftOf(context) > 0 && !used.has(orderNo) }
      })
    },

    async progress(context) {
      const { db, activity, memberId, now } = context
      const { hasDeposited, offered } = await read(context)
      return {
        hasDeposited,
        bonusesLeft: leftOf(context),
        deposits: offered.map(({ orderNo, amount, at }) => ({
          cycle: orderNo,
          amount,
          at,
          turnover: bonusTurnover(activity.rule, amount),
        })),
        turnoverLeft: inCurrency(await missingTurnover(db, memberId, now), activity.currency as SettleCurrency),
      }
    },

    async apply(context, { cycle, amount }) {
      const { db, activity, memberId, now } = context
      // Two activities could give a bonus on one deposit at the same time.
      await lockMember(db, memberId)
      const deposit = (await read(context)).offered.find(({ orderNo }) => orderNo === cycle)
      if (!deposit || (await usedElsewhere(context, [cycle])).has(cycle)) return CODES.ACTIVITY_STATE
      const required: RequiredTurnover = {
        turnover: bonusTurnover(activity.rule, deposit.amount),
        turnoverUntil: now + activity.rule.days * DAY_MS,
      }
      return { status: 'claimable', amount, data: { deposit: deposit.amount, ...required } }
    },
  }
}

/** Query of the completed deposits of the member. */
function completed({ db, memberId }: Pick<Context, 'db' | 'memberId'>, order: typeof asc | typeof desc) {
  return db
    .select({
      orderNo: walletOrder.orderNo,
      currency: walletOrder.currency,
      amount: sql<number>`${walletOrder.amount} - ${walletOrder.fee}`,
      at: walletOrder.updatedAt,
    })
    .from(walletOrder)
    .where(isCompleted(memberId))
    .orderBy(order(walletOrder.updatedAt), order(walletOrder.orderNo))
    .$dynamic()
}

function isCompleted(memberId: string) {
  return and(
    eq(walletOrder.memberId, memberId),
    // Literals, so that the planner uses the partial index `wallet_order_deposits`.
    sql`${walletOrder.kind} in ('deposit', 'speedDeposit')`,
    isNotNull(walletOrder.settleTx),
  )
}

function isCounted({ activity }: Context, { currency, at }: Deposit): boolean {
  return currency === activity.currency && at >= activity.startAt && at < activity.endAt
}

async function laterDeposits(context: Context, first: Deposit): Promise<Deposit[]> {
  const { memberId, activity } = context
  return completed(context, desc)
    .where(
      and(
        isCompleted(memberId),
        ne(walletOrder.orderNo, first.orderNo),
        eq(walletOrder.currency, activity.currency as SettleCurrency),
        gte(walletOrder.updatedAt, activity.startAt),
        lt(walletOrder.updatedAt, activity.endAt),
      ),
    )
    .limit(SHOWN)
}

/** Deposits that have a bonus in another activity. */
async function usedElsewhere({ db, activity, memberId }: Context, orderNos: readonly string[]) {
  if (orderNos.length === 0) return new Set<string>()
  const rows = await db
    .select({ cycle: activityState.cycle })
    .from(activityState)
    .innerJoin(activityTable, eq(activityTable.id, activityState.activityId))
    .where(
      and(
        eq(activityState.memberId, memberId),
        ne(activityState.activityId, activity.id),
        inArray(activityState.cycle, [...orderNos]),
        inArray(activityTable.kind, ['firstDeposit', 'continueDeposit']),
      ),
    )
  return new Set(rows.map(({ cycle }) => cycle))
}
