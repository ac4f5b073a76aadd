import { describe, expect, it } from 'vitest'
import { DEFINITIONS } from '#protocol/activities/definitions.ts'
import { ruleOf, typedRule } from '../../../src/console/parts/rule-values.ts'

describe('S5.18 amounts of rules in the console', () => {
  it('S5.18 are the same after they were shown and read again, in each currency', () => {
    for (const { fields, example } of Object.values(DEFINITIONS)) {
      for (const decimals of [0, 2, 6]) {
        expect(ruleOf(fields, typedRule(fields, { ...example }, decimals), decimals)).toEqual(example)
      }
    }
  })

  it('S1.17 a text that is no number becomes a value that the definition refuses', () => {
    const { fields, example } = DEFINITIONS.signIn ?? { fields: [], example: {} }
    const typed = typedRule(fields, { ...example }, 2)
    expect(ruleOf(fields, { ...typed, rewards: '1, x', makeUpDays: '1.5' }, 2)).toMatchObject({
      rewards: [100, null],
      makeUpDays: null,
    })
  })
})
