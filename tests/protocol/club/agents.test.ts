import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT, AGENT_DECISIONS, agentStatusAfter } from '#protocol/club/agents.ts'
import { INVITE_RUNGS, isQualifiedFriend, reachedRungs } from '#protocol/club/invitations.ts'

describe('agents and invitations', () => {
  it('S6.9 Annex E.10 an agent is approved, frozen or restored only after an application', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('apply' as const, ...AGENT_DECISIONS)), (events) => {
        let status: number = AGENT.none
        let applications = 0
        for (const event of events) {
          const next = agentStatusAfter(status, event)
          if (next === null) continue
          if (event === 'apply') applications += 1
          expect(next).not.toBe(status)
          expect(Object.values(AGENT)).toContain(next)
          if (next >= AGENT.approved) expect(applications).toBeGreaterThan(0)
          status = next
        }
      }),
    )
  })

  it('S1.21 a friend is qualified from VIP 1 by play on; only a resettlement takes it back', () => {
    const change = fc.record({
      to: fc.integer({ min: 0, max: 10 }),
      reason: fc.constantFrom('turnover' as const, 'keep' as const, 'correction' as const),
    })
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const last = changes.findLastIndex(({ reason }) => reason === 'correction')
        const isKept = last >= 0 && (changes[last]?.to ?? 0) >= 1
        const isReached = changes.slice(last + 1).some(({ to, reason }) => reason === 'turnover' && to >= 1)
        expect(isQualifiedFriend(changes)).toBe(isKept || isReached)
      }),
    )
  })

  it('S1.21 Annex J has the rungs 1, 3, 5, 10, 20 and 50', () => {
    fc.assert(
      fc.property(fc.nat(100), (count) => {
        expect(reachedRungs(count)).toEqual(INVITE_RUNGS.filter((rung) => count >= rung))
      }),
    )
    expect(reachedRungs(50)).toEqual([1, 3, 5, 10, 20, 50])
  })
})
