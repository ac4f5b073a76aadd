import { type ActivityDefinition, REWARD_MAX } from './definition.ts'

/** S7.102, Annex J: barriers that are passed one after the other, each with a prize. */
export interface BreakoutRule {
  /** What is counted from the start on: settled bets and rounds, or days with a sign-in (S7.95). */
  readonly by: 'plays' | 'signIns'
  readonly stages: readonly BreakoutStage[]
}

interface BreakoutStage {
  /** The count that passes it. */
  readonly needed: number
  /** Minor units. */
  readonly amount: number
}

export const BREAKOUT: ActivityDefinition<BreakoutRule> = {
  name: 'breakout',
  slug: 'breakout',
  category: 'daily',
  fields: [
    { name: 'by', type: 'choice', options: ['plays', 'signIns'] },
    {
      name: 'stages',
      type: 'rows',
      items: [2, 12],
      columns: [
        { name: 'needed', type: 'count', min: 1, max: 5_000 },
        { name: 'amount', type: 'amount', min: 1, max: REWARD_MAX },
      ],
    },
  ],
  example: {
    by: 'plays',
    stages: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55].map((needed, index) => ({ needed, amount: (index + 1) * 5 })),
  },
  contradiction({ stages }) {
    const index = stages.findIndex(({ needed }, at) => at > 0 && needed <= (stages[at - 1]?.needed ?? 0))
    return index === -1 ? null : { field: `stages.${index}.needed`, reason: 'order' }
  },
  leastBudget: ({ stages }) => stages.reduce((sum, { amount }) => sum + amount, 0),
}

/** The cycle of the stage at an index. */
export const cycleOfStage = (index: number): string => `stage-${index + 1}`

/** The number of stages that a count has passed. */
export function passedStages({ stages }: Pick<BreakoutRule, 'stages'>, count: number): number {
  return stages.filter(({ needed }) => needed <= count).length
}
