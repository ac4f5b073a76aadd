import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFINITIONS } from '#protocol/activities/definitions.ts'
import { exactText, exactUnits } from '#protocol/rules/amount.ts'
import { ruleOf, typedRule } from '../../../src/console/parts/rule-values.ts'

describe('S5.18 amounts of rules in the console', () => {
  it('S5.18 are typed in whole currency and read to the last minor unit', () => {
    expect(['200', '¥1,000.05', '１２．５', '0.01'].map((text) => exactUnits(text, 2))).toEqual([
      200_00, 1_000_05, 12_50, 1,
    ])
    expect(['', '1.005', '-1', '1e3', '.5', '1.', '99999999999999999'].map((text) => exactUnits(text, 2))).toEqual(
      Array(7).fill(null),
    )
    expect(exactUnits('1.5', 0)).toBeNull()
    expect([exactText(1_250, 2), exactText(100, 0), exactText(1_234_567, 6), exactText(0, 2)]).toEqual([
      '12.5',
      '100',
      '1.234567',
      '0',
    ])
  })

  it('S5.18 are the same after they were shown and read again, in each currency', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(0, 2, 6), (units, decimals) => {
        expect(exactUnits(exactText(units, decimals), decimals)).toBe(units)
      }),
    )
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
