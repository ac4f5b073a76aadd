import { daysToMakeUp, SIGN_IN, signInPosition, signInReward, type SignInRule } from '#protocol/activities/sign-in.ts'
import { DAY_MS, dateOfDay, dayOfDate, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { ActivityKind, KindContext } from '../kind.ts'

/** S1.19, S7.95: one part per site day. */
export const signInKind: ActivityKind<SignInRule> = {
  definition: SIGN_IN,
  isAutomatic: false,

  async eligible(context) {
    const { rule } = context.activity
    const { today, signed, toMakeUp } = stateOf(context)
    return [today, ...toMakeUp].map((day) => ({
      cycle: dateOfDay(day),
      isEligible: !signed.includes(day),
      amount: signInReward(rule, signed, day),
      until: Math.min(context.activity.endAt, timeOfSiteDay(today) + DAY_MS),
    }))
  },

  async progress(context) {
    const { rule } = context.activity
    const { today, signed, toMakeUp } = stateOf(context)
    return {
      today: dateOfDay(today),
      days: signed.map(dateOfDay),
      // Once signed, the day keeps its position.
      position: signInPosition(rule, signed, today),
      isSigned: signed.includes(today),
      toMakeUp: toMakeUp.map(dateOfDay),
    }
  },

  async apply(context, offer) {
    return {
      status: 'claimable',
      amount: offer.amount,
      data: { isMadeUp: dayOfDate(offer.cycle) !== siteDayOf(context.now) },
    }
  },
}

function stateOf({ activity, parts, now }: KindContext<SignInRule>) {
  const today = siteDayOf(now)
  const month = dateOfDay(today).slice(0, 7)
  const signed = parts.map(({ cycle }) => dayOfDate(cycle) ?? 0).toSorted((one, other) => one - other)
  const madeUp = parts.filter(({ cycle, data }) => data['isMadeUp'] === true && cycle.startsWith(month)).length
  const first = siteDayOf(activity.startAt)
  return { today, signed, toMakeUp: daysToMakeUp(activity.rule, { signed, madeUp, first, today }) }
}
