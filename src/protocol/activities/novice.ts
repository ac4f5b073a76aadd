import { type ActivityDefinition, REWARD_MAX } from './definition.ts'

/** Annex J: what new members can do once. The names are cycles of the activity. */
export const NOVICE_TASKS = ['phone', 'realName', 'card', 'signIn', 'chat'] as const
export type NoviceTask = (typeof NOVICE_TASKS)[number]

/** S7.100: a reward for each first step. 0 turns a task off. */
export interface NoviceRule extends Readonly<Record<NoviceTask, number>> {
  /** Days after the registration in which a member is new. */
  readonly days: number
}

export const NOVICE: ActivityDefinition<NoviceRule> = {
  name: 'novice',
  slug: 'novice',
  category: 'novice',
  fields: [
    ...NOVICE_TASKS.map((name) => ({ name, type: 'amount', min: 0, max: REWARD_MAX }) as const),
    { name: 'days', type: 'count', min: 1, max: 365 },
  ],
  example: { phone: 50, realName: 50, card: 80, signIn: 20, chat: 30, days: 30 },
  contradiction: (rule) =>
    NOVICE_TASKS.every((task) => rule[task] === 0) ? { field: NOVICE_TASKS[0], reason: 'noReward' } : null,
  leastBudget: (rule) => NOVICE_TASKS.reduce((sum, task) => sum + rule[task], 0),
}
