import {
  type DividendPeriod,
  dividendOf,
  type DividendRule,
  lastPeriod,
  MONTHLY_DIVIDEND,
  WEEKLY_DIVIDEND,
} from '#protocol/activities/dividend.ts'
import { playOf } from '../../wallet/records/turnover.ts'
import type { ActivityKind, KindContext } from '../kind.ts'

type Context = KindContext<DividendRule>

/** S4.14: a share of the last week, claimable from Monday noon. */
export const weeklyDividendKind = dividendKind('week')
/** S4.14: a share of the last month, claimable from noon of the 1st. */
export const monthlyDividendKind = dividendKind('month')

/** One part per week or month. Its amount is computed when it is claimed. */
function dividendKind(length: 'week' | 'month'): ActivityKind<DividendRule> {
  return {
    definition: length === 'week' ? WEEKLY_DIVIDEND : MONTHLY_DIVIDEND,
    isAutomatic: true,

    async eligible(context) {
      const { activity, now } = context
      const period = lastPeriod(length, now)
      if (period.to <= activity.startAt) return []
      const amount = dividendOf(activity.rule, await countedIn(context, period))
      return [
        {
          cycle: period.cycle,
          amount,
          isEligible: amount > 0 && now >= period.opensAt,
          until: Math.min(activity.endAt, period.until),
        },
      ]
    },

    async progress(context) {
      const last = lastPeriod(length, context.now)
      const running = { from: last.to, to: last.until }
      return {
        last: { from: last.from, to: last.to, opensAt: last.opensAt, counted: await countedIn(context, last) },
        running: { ...running, counted: await countedIn(context, running) },
      }
    },
  }
}

/** The turnover or net loss of the part of a period in which the activity ran. */
async function countedIn({ db, activity, memberId }: Context, { from, to }: Pick<DividendPeriod, 'from' | 'to'>) {
  const { rule, currency, startAt } = activity
  const played = await playOf(db, memberId, { currency, from: Math.max(from, startAt), to })
  return rule.basis === 'turnover' ? played.turnover : Math.max(0, -played.won)
}
