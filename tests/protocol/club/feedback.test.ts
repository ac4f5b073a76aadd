import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FEEDBACK_OPEN_MAX,
  FEEDBACK_PER_DAY,
  FEEDBACK_REPLIES_IN_ROW,
  feedbackRefusal,
  replyRefusal,
  stateAfter,
} from '#protocol/club/feedback.ts'

const HOUR = 1
const DAY = 24

describe('limits of feedback', () => {
  it('S1.27 allow at most 5 open ones and 10 in 24 hours, whatever is closed in between, and name the limit', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 6 }), closes: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const made: { at: number; isOpen: boolean }[] = []
        let now = 0
        for (const { wait, closes } of steps) {
          now += wait * HOUR
          const oldest = made.find(({ isOpen }) => isOpen)
          if (closes && oldest) oldest.isOpen = false
          const load = {
            open: made.filter(({ isOpen }) => isOpen).length,
            ofDay: made.filter(({ at }) => at > now - DAY).length,
          }
          const problem = feedbackRefusal(load)
          if (problem === null) made.push({ at: now, isOpen: true })
          else expect(problem).toMatch(new RegExp(`${FEEDBACK_OPEN_MAX} 条|${FEEDBACK_PER_DAY} 条`))
          expect(made.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(FEEDBACK_OPEN_MAX)
          expect(made.filter(({ at }) => at > now - DAY).length).toBeLessThanOrEqual(FEEDBACK_PER_DAY)
        }
      }),
    )
  })

  it('S1.27 S3.10 allow 5 texts of a member in a row, and none when the feedback is closed', () => {
    const by = fc.constantFrom('member' as const, 'operator' as const)
    fc.assert(
      fc.property(fc.array(by, { maxLength: 40 }), (wanted) => {
        const replies: { by: 'member' | 'operator' }[] = []
        for (const one of wanted) {
          if (one === 'operator' || replyRefusal(stateAfter('member', false), replies) === null)
            replies.push({ by: one })
          expect(stateAfter(one, false)).toBe(one === 'operator' ? '1' : '0')
        }
        const rows = replies.map((one) => one.by[0]).join('')
        expect(rows).not.toContain('m'.repeat(FEEDBACK_REPLIES_IN_ROW + 1))
        expect(replyRefusal(stateAfter('operator', true), replies)).toContain('已经关闭')
      }),
    )
  })
})
