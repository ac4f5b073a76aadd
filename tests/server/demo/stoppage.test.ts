import { describe, expect, it } from 'vitest'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { BET_SPORTS } from '#protocol/sports/market-keys.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { openingState } from '#server/demo/world/play.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { playWithoutEnd } from '#server/demo/world/match-room.ts'
import { matchLength } from '#server/demo/world/tempo.ts'

describe('a match whose anchor publishes a real stream', () => {
  /** Plays four hours of a match of this kind that started some minutes ago. */
  function played(kind: ContentKind, minutesAtStart: number) {
    const random = createRandom(5)
    const fixture = { ...planWorld(random).find((plan) => plan.kind === kind)!, minutesAtStart }
    const begin = Date.UTC(2026, 10, 21, 12)
    const first = openingState(fixture, begin, random)
    let last = first
    const phases = new Set<string>()
    for (let now = begin + 1_000; now < begin + 4 * 3_600_000; now += 1_000) {
      last = playWithoutEnd(fixture, last, now, 1_000, random).state
      phases.add(last.clock.phase)
    }
    return { first, last, phases: [...phases] }
  }

  it.each([
    ['football', 1],
    ['anchor', matchLength('anchor') - 10],
  ] as const)('never ends: %s', (kind, minutesAtStart) => {
    const { phases } = played(kind, minutesAtStart)
    expect(phases).toContain('second-half')
    expect(phases).not.toContain('ended')
  })

  it.each(BET_SPORTS)('does not play a finished match of %s again, whose bets are settled', (kind) => {
    const { first, last, phases } = played(kind, 300)
    expect(phases).toEqual(['ended'])
    expect(last).toEqual(first)
  })

  it('starts a finished show again', () => {
    expect(played('anchor', matchLength('anchor') + 10).phases).toEqual(['before', 'first-half'])
  })
})
