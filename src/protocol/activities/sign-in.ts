import { dateOfDay } from '../time.ts'
import { type ActivityDefinition, REWARD_MAX } from './definition.ts'

/** S1.19, Annex J: a reward for each day on which the member signs in. */
export interface SignInRule {
  /** Rewards of the days of a cycle; after the last one it begins again. */
  readonly rewards: readonly number[]
  /** What a missed day does: the cycle goes on where it was, or begins again. */
  readonly missed: 'continue' | 'restart'
  /** Missed days of the month that can be made up; 0 turns it off. */
  readonly makeUpDays: number
}

export const SIGN_IN: ActivityDefinition<SignInRule> = {
  name: 'signIn',
  slug: 'sign-in',
  category: 'daily',
  fields: [
    { name: 'rewards', type: 'amounts', items: [1, 31], min: 1, max: REWARD_MAX },
    { name: 'missed', type: 'choice', options: ['continue', 'restart'] },
    { name: 'makeUpDays', type: 'count', min: 0, max: 7 },
  ],
  example: { rewards: [1, 1, 2, 2, 3, 3, 8], missed: 'continue', makeUpDays: 0 },
  // A day that was made up is none that was missed.
  contradiction: ({ missed, makeUpDays, rewards }) =>
    missed === 'restart' && makeUpDays >= rewards.length ? { field: 'makeUpDays', reason: 'order' } : null,
  leastBudget: ({ rewards }) => Math.max(...rewards),
}

/** Position in the cycle, from 0, of a day, by the days that were signed before. Days are numbers of site days. */
export function signInPosition({ rewards, missed }: SignInRule, signed: readonly number[], day: number): number {
  const before = signed.filter((one) => one !== day)
  if (missed === 'continue') return before.length % rewards.length
  let streak = 0
  const days = new Set(before)
  while (days.has(day - 1 - streak)) streak += 1
  return streak % rewards.length
}

export function signInReward(rule: SignInRule, signed: readonly number[], day: number): number {
  return rule.rewards[signInPosition(rule, signed, day)] ?? 0
}

/**
 * Days before today that can be made up: of the same month, from the first day of the activity on, newest first, at most
 * as many as the rule leaves.
 *
 * @param madeUp days of this month that were made up already
 */
export function daysToMakeUp(
  rule: SignInRule,
  { signed, madeUp, first, today }: { signed: readonly number[]; madeUp: number; first: number; today: number },
): number[] {
  const days: number[] = []
  const month = dateOfDay(today).slice(0, 7)
  for (let day = today - 1; day >= first && dateOfDay(day).startsWith(month); day -= 1) {
    if (days.length >= rule.makeUpDays - madeUp) break
    if (!signed.includes(day)) days.push(day)
  }
  return days
}
