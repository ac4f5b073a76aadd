import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import { type MatchPlan, plansAt, startOf } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { matchLength } from '#server/demo/world/tempo.ts'

const START = Date.UTC(2026, 10, 21, 12)

interface Played {
  readonly plan: MatchPlan
  readonly from: number
  readonly to: number
}

/** All matches and shows with a room in the 48 hours after the first start. */
function twoDays(seed: number): Played[] {
  const all = new Map<string, Played>()
  for (let now = START; now <= START + 48 * HOUR_MS; now += 10 * MINUTE_MS) {
    for (const plan of plansAt(createRandom(seed), START, now)) {
      const from = Math.round(now - plan.minutesAtStart * MINUTE_MS)
      const known = all.get(plan.eid)
      // A room belongs to one match.
      if (known) expect([known.plan.title, Math.abs(known.from - from) < 10]).toEqual([plan.title, true])
      else all.set(plan.eid, { plan, from, to: from + matchLength(plan.kind) * MINUTE_MS })
    }
  }
  return [...all.values()]
}

describe('the timetable of the demo', () => {
  it('has a team and an anchor in one match at a time during 48 hours', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const busy = new Map<string, Played[]>()
        for (const played of twoDays(seed)) {
          const { home, away, anchor, kind } = played.plan
          const teams = kind === 'anchor' ? [] : [home.key, away.key]
          if (kind !== 'anchor') expect(home.key).not.toBe(away.key)
          for (const key of [...teams, `anchor ${anchor.key}`]) busy.set(key, [...(busy.get(key) ?? []), played])
        }
        expect(busy.size).toBeGreaterThan(20)
        for (const matches of busy.values()) {
          matches.sort((one, other) => one.from - other.from)
          for (const [index, match] of matches.entries()) {
            expect(match.from).toBeGreaterThanOrEqual(matches[index - 1]?.to ?? 0)
          }
        }
      }),
      { numRuns: 3 },
    )
  })

  it('gives every match a room of its own, from three hours before to a day after it', () => {
    const plans = plansAt(createRandom(1), START, START + 30 * HOUR_MS)
    const numbers = plans.flatMap(({ eid, chatRoomNo, anchorRoomId, matchId }) => [
      eid,
      chatRoomNo,
      anchorRoomId,
      matchId,
    ])
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { kind, minutesAtStart } of plans) {
      expect(minutesAtStart).toBeGreaterThanOrEqual(-180)
      expect(minutesAtStart - matchLength(kind)).toBeLessThanOrEqual(24 * 60)
    }
  })

  it('starts with matches that are live, coming and finished', () => {
    const plans = plansAt(createRandom(1), START, START).filter(({ kind }) => kind === 'football')
    const stages = plans.map(({ minutesAtStart: minutes }) =>
      minutes < 0 ? 'coming' : minutes < matchLength('football') ? 'live' : 'ended',
    )
    expect(stages.toSorted()).toEqual(['coming', 'coming', 'coming', 'ended', 'live', 'live', 'live'])
  })

  it('continues after a restart, from the stored kick-offs', () => {
    const now = START + 7 * HOUR_MS
    const plans = plansAt(createRandom(1), START, now)
    const records = new Map(plans.map((plan) => [plan.eid, { kickOffAt: now - plan.minutesAtStart * MINUTE_MS }]))
    expect(startOf(records)).toBeCloseTo(START, -2)
    expect(startOf(new Map())).toBeNull()
  })
})
