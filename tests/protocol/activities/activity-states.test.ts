import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ACTIVITY_STATES,
  activityStateAt,
  canBecome,
  isFinalState,
  type StoredActivityState,
} from '#protocol/rules/activity-states.ts'

const STORED: readonly StoredActivityState[] = ['applied', 'claimable', 'claimed', 'rejected']
const state = fc.constantFrom(...ACTIVITY_STATES)

describe('S4.14 E.8 states of an activity', () => {
  it('S4.14 lead from none to claimed, one step at a time', () => {
    const way = ['none', 'eligible', 'applied', 'claimable', 'claimed'] as const
    for (const [index, from] of way.slice(0, -1).entries()) {
      expect(canBecome(from, way[index + 1] ?? 'none'), from).toBe(true)
      for (const skipped of way.slice(index + 2)) expect(canBecome(from, skipped), `${from} ${skipped}`).toBe(false)
    }
    expect(canBecome('applied', 'rejected')).toBe(true)
    expect(ACTIVITY_STATES.filter(isFinalState)).toEqual(['claimed', 'rejected', 'expired'])
  })

  it('E.8 everything that is not final can expire, and I6 final states never change', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        expect(canBecome(from, 'expired')).toBe(!isFinalState(from))
        if (isFinalState(from)) expect(canBecome(from, to)).toBe(false)
      }),
    )
  })

  it('E.8 time only expires a part, and never one that is final', () => {
    const part = fc.record({
      stored: fc.option(fc.constantFrom(...STORED)),
      isEligible: fc.boolean(),
      until: fc.integer({ min: 0, max: 100 }),
      grace: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(part, fc.nat(200), fc.nat(200), ({ grace, ...given }, one, other) => {
        const whole = { ...given, claimUntil: given.until + grace }
        const [earlier, later] = [one, other].toSorted((a, b) => a - b)
        const before = activityStateAt(whole, earlier ?? 0)
        const after = activityStateAt(whole, later ?? 0)
        expect(after === before || (after === 'expired' && canBecome(before, after))).toBe(true)
        if (given.stored && isFinalState(given.stored)) expect(before).toBe(given.stored)
      }),
    )
  })

  const [UNTIL, CLAIM_UNTIL] = [100, 200]
  it.each([
    [null, true, UNTIL - 1, 'eligible'],
    [null, false, UNTIL - 1, 'none'],
    [null, true, UNTIL, 'expired'],
    [null, false, UNTIL, 'expired'],
    ['applied', true, CLAIM_UNTIL - 1, 'applied'],
    ['applied', true, CLAIM_UNTIL, 'expired'],
    ['claimable', false, CLAIM_UNTIL - 1, 'claimable'],
    ['claimable', true, CLAIM_UNTIL, 'expired'],
    ['claimed', true, CLAIM_UNTIL, 'claimed'],
    ['rejected', true, CLAIM_UNTIL, 'rejected'],
  ] as const)('E.8 a part that is stored as %s, eligible: %s, is at %i %s', (stored, isEligible, now, result) => {
    expect(activityStateAt({ stored, isEligible, until: UNTIL, claimUntil: CLAIM_UNTIL }, now)).toBe(result)
  })
})
