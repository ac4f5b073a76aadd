import { type Prize, PRIZES_FIELD, prizesProblem } from './chance.ts'
import type { ActivityDefinition } from './definition.ts'

/** S1.20, Annex J: a wheel of prizes with published odds and stock. */
export interface SpinWheelRule {
  readonly prizes: readonly Prize[]
  readonly chancesPerDay: number
}

export const SPIN_WHEEL: ActivityDefinition<SpinWheelRule> = {
  name: 'spinWheel',
  slug: 'wheel',
  category: 'luck',
  fields: [{ name: 'chancesPerDay', type: 'count', min: 1, max: 10 }, PRIZES_FIELD],
  example: {
    chancesPerDay: 1,
    prizes: [
      { name: '5 金币', amount: 5, weight: 300, stock: 0 },
      { name: '谢谢参与', amount: 0, weight: 250, stock: 0 },
      { name: '10 金币', amount: 10, weight: 200, stock: 0 },
      { name: '20 金币', amount: 20, weight: 120, stock: 0 },
      { name: '50 金币', amount: 50, weight: 80, stock: 2_000 },
      { name: '100 金币', amount: 100, weight: 40, stock: 500 },
      { name: '500 金币', amount: 500, weight: 9, stock: 50 },
      { name: '2000 金币', amount: 2_000, weight: 1, stock: 5 },
    ],
  },
  contradiction: ({ prizes }) => prizesProblem(prizes),
  leastBudget: ({ prizes }) => Math.max(...prizes.map(({ amount }) => amount)),
}
