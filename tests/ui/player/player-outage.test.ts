import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EngineFailure } from '#features/player/engine/engine.ts'
import { errorOf, FAST_PHASE_MS, FAILURES_PER_SOURCE, type Outage, planRetry } from '#features/player/source/outage.ts'

interface Attempt {
  readonly at: number
  readonly sourceId: string
}

/** Simulates an outage: every attempt fails after `failAfterMs`. */
function attempts(
  sourceIds: readonly string[],
  length: number,
  random: () => number,
  options: { failAfterMs?: number; unsupported?: readonly string[] } = {},
): Attempt[] {
  const { failAfterMs = 5, unsupported = [] } = options
  const tried: Attempt[] = []
  let outage: Outage | null = null
  let at = 0
  let sourceId = sourceIds[0] ?? ''
  while (at < length) {
    const plan = planRetry(
      outage,
      { at, sourceId, failure: unsupported.includes(sourceId) ? 'unsupported' : 'network' },
      sourceIds,
      random(),
    )
    outage = plan.outage
    if (plan.kind === 'hopeless') break
    sourceId = plan.sourceId
    at += plan.delayMs
    tried.push({ at, sourceId })
    at += failAfterMs
  }
  return tried
}

describe('settled 23: retrying', () => {
  it('happens at most once per second, and at least every 1.3 s, in the first 30 s', () => {
    const property = fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (numbers) => {
      const random = (): number => numbers.next().value ?? 0
      const tried = attempts(['a', 'b'], FAST_PHASE_MS, random)
      expect(tried[0]?.at).toBeLessThanOrEqual(500)
      const gaps = tried.slice(1).map((attempt, index) => attempt.at - (tried[index]?.at ?? 0))
      expect(gaps.every((gap) => gap >= 1_000 && gap <= 1_300)).toBe(true)
    })
    fc.assert(property, { numRuns: 100 })
  })

  it('slows down to once per ten seconds afterwards and never stops', () => {
    const tried = attempts(['a'], 10 * 60_000, () => 0.999).filter(({ at }) => at > 4 * FAST_PHASE_MS)
    const gaps = tried.slice(1).map((attempt, index) => attempt.at - (tried[index]?.at ?? 0))
    expect(gaps.length).toBeGreaterThan(40)
    expect(gaps.every((gap) => gap > 5_000 && gap <= 10_005)).toBe(true)
  })
})

describe('player code that cannot be loaded', () => {
  const after = (failures: readonly EngineFailure[]) => {
    let outage: Outage | null = null
    for (const [at, failure] of failures.entries()) {
      outage = planRetry(outage, { at, sourceId: 'a', failure }, ['a', 'b'], 0).outage
    }
    return outage && errorOf(outage, failures.length)
  }
  it('requires a reload of the page after two failures, not after one', () => {
    expect(after(['no-code'])).toBeNull()
    expect(after(['no-code', 'network', 'no-code'])).toBeNull()
    expect(after(['no-code', 'no-code'])).toBe('no-code')
    expect(after(['no-code', 'no-code', 'network'])).toBeNull()
    expect(after(['media', 'media', 'media'])).toBe('damaged')
  })
})

describe('changing sources', () => {
  it('goes from FLV to HLS, then to the next source, and repeats', () => {
    const tried = attempts(['flv', 'hls', 'second'], 14_000, () => 0).map(({ sourceId }) => sourceId)
    const perSource = FAILURES_PER_SOURCE
    const row = (id: string, count: number): string[] => Array(count).fill(id)
    expect(tried.slice(0, 3 * perSource)).toEqual([
      ...row('flv', perSource - 1),
      ...row('hls', perSource),
      ...row('second', perSource),
      'flv',
    ])
  })

  it('skips a source that the browser cannot play, for good', () => {
    const tried = attempts(['flv', 'hls'], 20_000, () => 0.5, { unsupported: ['flv'] })
    expect(tried[0]).toEqual({ at: 0, sourceId: 'hls' })
    expect(tried.every(({ sourceId }) => sourceId === 'hls')).toBe(true)
  })

  it('stops when the browser can play none', () => {
    expect(attempts(['flv', 'hls'], 20_000, () => 0.5, { unsupported: ['flv', 'hls'] })).toEqual([
      { at: 0, sourceId: 'hls' },
    ])
    expect(planRetry(null, { at: 0, sourceId: 'x', failure: 'network' }, [], 0).kind).toBe('hopeless')
  })

  it('tries every playable source within four rounds, for any sources', () => {
    const sources = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(sources, (sourceIds) => {
        const tried = attempts(sourceIds, FAST_PHASE_MS, () => 0.3)
        expect(new Set(tried.map(({ sourceId }) => sourceId))).toEqual(new Set(sourceIds))
      }),
      { numRuns: 50 },
    )
  })
})
