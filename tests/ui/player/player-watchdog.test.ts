import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHASE_RATE,
  CUSHION_LIMIT_S,
  cushionOf,
  decide,
  type Decision,
  FIRST_PICTURE_LIMIT_MS,
  isStill,
  type Observation,
  startWatch,
  type Watch,
  WATCH_INTERVAL_MS,
} from '#features/player/watchdog.ts'

const observation = (change: Partial<Observation>): Observation => ({
  at: 0,
  currentTime: 10,
  ranges: [{ start: 0, end: 11 }],
  playbackRate: 1,
  isPaused: false,
  chasesLive: false,
  hasMetadata: true,
  pictures: null,
  ...change,
})

/** Runs the watchdog on a sequence of observations, 250 ms apart. `stillFrom`: when the picture first counts as still. */
function run(steps: readonly Partial<Observation>[]): {
  watch: Watch
  decisions: Decision[]
  stillFrom: number | null
} {
  let watch = startWatch(0)
  let stillFrom: number | null = null
  const decisions: Decision[] = []
  for (const [index, step] of steps.entries()) {
    const result = decide(watch, observation({ at: (index + 1) * WATCH_INTERVAL_MS, ...step }))
    watch = result.watch
    if (isStill(watch, (index + 1) * WATCH_INTERVAL_MS)) stillFrom ??= (index + 1) * WATCH_INTERVAL_MS
    decisions.push(result.decision)
  }
  return { watch, decisions, stillFrom }
}

describe('seeking the live edge', () => {
  const cases: [string, Partial<Observation>, Decision][] = [
    ['at 1.2 s behind nothing', { ranges: [{ start: 0, end: 11.2 }] }, { kind: 'none' }],
    ['at 1.4 s behind 1.1x', { ranges: [{ start: 0, end: 11.4 }] }, { kind: 'rate', rate: 1.1 }],
    ['at 1.3 s behind and chasing goes on', { ranges: [{ start: 0, end: 11.3 }], playbackRate: 1.1 }, { kind: 'none' }],
    ['at 0.9 s behind back to 1x', { ranges: [{ start: 0, end: 10.9 }], playbackRate: 1.1 }, { kind: 'rate', rate: 1 }],
    ['at 3.5 s behind one seek', { ranges: [{ start: 0, end: 13.5 }] }, { kind: 'seek', to: 12.7 }],
    ['nothing when the engine chases', { ranges: [{ start: 0, end: 13.5 }], chasesLive: true }, { kind: 'none' }],
    ['nothing while paused', { ranges: [{ start: 0, end: 13.5 }], isPaused: true }, { kind: 'none' }],
  ]
  it.each(cases)('%s', (_name, step, decision) => {
    expect(run([step]).decisions).toEqual([decision])
  })

  it('allows more delay after stalls, and resets after a minute', () => {
    const stalled = run([{ currentTime: 9.9 }, {}, {}, {}]).watch
    expect(stalled.stalls).toHaveLength(1)
    expect(cushionOf(stalled, 1_000)).toBe(0.5)
    expect(cushionOf(stalled, 62_000)).toBe(0)
    const seen = observation({ at: 1_250, currentTime: 10.1, ranges: [{ start: 0, end: 11.8 }] })
    expect(decide(stalled, seen).decision).toEqual({ kind: 'none' })
  })
})

describe('gaps and silence', () => {
  const hole = [
    { start: 0, end: 10 },
    { start: 10.06, end: 11.2 },
  ]
  const ticks = (count: number, step: Partial<Observation>): Partial<Observation>[] => Array(count).fill(step)

  it('skips a gap after two checks without progress', () => {
    const { decisions } = run(ticks(3, { ranges: hole, currentTime: 10 }))
    expect(decisions).toEqual([{ kind: 'none' }, { kind: 'none' }, { kind: 'jump', to: 10.08 }])
  })

  it('seeks to the start of a stream whose first range is ahead', () => {
    const { decisions } = run(ticks(3, { ranges: [{ start: 5, end: 6 }], currentTime: 0 }))
    expect(decisions.at(-1)).toEqual({ kind: 'jump', to: 5.02 })
  })

  it('does not seek while data is available at the position', () => {
    const { decisions } = run(ticks(6, { ranges: hole, currentTime: 9 }))
    expect(decisions.every((decision) => decision.kind !== 'jump')).toBe(true)
  })

  it('reconnects after five seconds without a byte', () => {
    const { decisions } = run(ticks(21, { ranges: [], hasMetadata: false }))
    expect(decisions.slice(0, 19).every((decision) => decision.kind === 'none')).toBe(true)
    expect(decisions[19]).toEqual({ kind: 'reconnect', reason: 'silent' })
  })

  it('reconnects when data arrives but the picture does not advance for six seconds', () => {
    const steps = Array.from({ length: 25 }, (_, index) => ({
      currentTime: 3,
      ranges: [{ start: 2, end: 4 + index / 4 }],
    }))
    const { decisions } = run(steps.map((step) => ({ ...step, chasesLive: true })))
    const first = decisions.findIndex((decision) => decision.kind === 'reconnect')
    expect(decisions[first]).toEqual({ kind: 'reconnect', reason: 'stuck' })
    expect((first + 1) * WATCH_INTERVAL_MS).toBe(6_250)
  })

  it('does not touch a paused video', () => {
    const { decisions } = run(ticks(2_000, { isPaused: true }))
    expect(decisions.every((decision) => decision.kind === 'none')).toBe(true)
  })
})

describe('HLS with whole segments', () => {
  const observations = (milliseconds: number, step: (at: number) => Partial<Observation>): Partial<Observation>[] =>
    Array.from({ length: milliseconds / WATCH_INTERVAL_MS }, (_, index) => ({
      chasesLive: true,
      ...step((index + 1) * WATCH_INTERVAL_MS),
    }))
  const isCalm = (decisions: readonly Decision[]): boolean => decisions.every(({ kind }) => kind === 'none')
  const firstReconnect = (decisions: readonly Decision[]): [number, Decision | undefined] => {
    const index = decisions.findIndex(({ kind }) => kind === 'reconnect')
    return [(index + 1) * WATCH_INTERVAL_MS, decisions[index]]
  }

  it('is not touched while the picture advances, however late the next segment is', () => {
    const { decisions } = run(
      observations(30_000, (at) => ({
        currentTime: at / 1_000,
        ranges: [{ start: 0, end: 12 + 6 * Math.floor(at / 6_000) }],
      })),
    )
    expect(isCalm(decisions)).toBe(true)
  })

  it('may deliver its first segment after eight seconds, and show it a moment later', () => {
    const { decisions } = run(
      observations(14_000, (at) => ({
        currentTime: Math.max(0, at - 9_000) / 1_000,
        ranges: at < 8_000 ? [] : [{ start: 0, end: at < 14_000 ? 6 : 12 }],
      })),
    )
    expect(isCalm(decisions)).toBe(true)
  })

  it('is reconnected when no first segment arrives', () => {
    const { decisions } = run(observations(20_000, () => ({ currentTime: 0, ranges: [] })))
    // the first check stores the position
    const at = FIRST_PICTURE_LIMIT_MS + WATCH_INTERVAL_MS
    expect(firstReconnect(decisions)).toEqual([at, { kind: 'reconnect', reason: 'silent' }])
  })

  it('is reconnected when the buffer is empty and nothing follows', () => {
    const { decisions } = run(
      observations(20_000, (at) => ({ currentTime: Math.min(6, at / 1_000), ranges: [{ start: 0, end: 6 }] })),
    )
    expect(firstReconnect(decisions)).toEqual([11_000, { kind: 'reconnect', reason: 'silent' }])
  })
})

describe('FLV whose video starts with a key frame', () => {
  const SHOWN_AFTER_MS = 750

  /** The first reconnection of a source that sends its metadata at once and its first frame at `pictureAt`. */
  const reconnection = (pictureAt: number): { at: number; decision: Decision } | null => {
    const playedFrom = pictureAt + SHOWN_AFTER_MS
    const moments = Array.from({ length: 30_000 / WATCH_INTERVAL_MS }, (_, index) => (index + 1) * WATCH_INTERVAL_MS)
    const { decisions } = run(
      moments.map((at) => ({
        currentTime: Math.max(0, at - playedFrom) / 1_000,
        ranges: at < pictureAt ? [] : [{ start: 0, end: 1 + (at - pictureAt) / 1_000 }],
      })),
    )
    const index = decisions.findIndex(({ kind }) => kind === 'reconnect')
    const decision = decisions[index]
    return decision ? { at: (index + 1) * WATCH_INTERVAL_MS, decision } : null
  }

  it('may take as long as the longest group of pictures of common publishers', () => {
    const pictureAt = fc.integer({ min: 0, max: 12_500 })
    const property = fc.property(pictureAt, (at) => {
      expect(reconnection(at)).toBeNull()
    })
    fc.assert(property)
  })

  it('is reconnected when no key frame arrives', () => {
    const at = FIRST_PICTURE_LIMIT_MS
    expect(reconnection(Number.POSITIVE_INFINITY)).toEqual({ at, decision: { kind: 'reconnect', reason: 'silent' } })
  })
})

describe('any sequence of states', () => {
  const range = fc.tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }))
  const observation = fc.record({
    gap: fc.integer({ min: 1, max: 2_000 }),
    currentTime: fc.double({ min: 0, max: 120, noNaN: true }),
    ranges: fc.array(range, { maxLength: 4 }).map((pairs) => {
      let at = 0
      return pairs.map(([space, length]) => {
        const start = at + space
        at = start + length
        return { start, end: at }
      })
    }),
    playbackRate: fc.constantFrom(1, CHASE_RATE),
    isPaused: fc.boolean(),
    chasesLive: fc.boolean(),
    hasMetadata: fc.boolean(),
    pictures: fc.option(fc.nat({ max: 5 })),
  })

  it('never plays faster than 1.1x, never seeks back, never leaves the buffer', () => {
    const property = fc.property(fc.array(observation, { minLength: 1, maxLength: 40 }), (steps) => {
      let watch = startWatch(0)
      let at = 0
      for (const { gap, ...step } of steps) {
        at += gap
        const result = decide(watch, { ...step, at })
        watch = result.watch
        const { decision } = result
        if (decision.kind === 'rate') expect([1, CHASE_RATE]).toContain(decision.rate)
        if (decision.kind === 'jump' || decision.kind === 'seek') {
          expect(decision.to).toBeGreaterThan(step.currentTime)
          expect(decision.to).toBeLessThanOrEqual((step.ranges.at(-1)?.end ?? 0) + 0.02)
        }
        if (decision.kind === 'reconnect') expect(step.isPaused).toBe(false)
        expect(cushionOf(watch, at)).toBeLessThanOrEqual(CUSHION_LIMIT_S)
      }
    })
    fc.assert(property, { numRuns: 300 })
  })
})

describe('a picture that stands still while the sound goes on', () => {
  const playing = (pictures: (tick: number) => number | null): Partial<Observation>[] =>
    Array.from({ length: 28 }, (_, tick) => ({
      currentTime: 10 + tick / 4,
      ranges: [{ start: 0, end: 11 + tick / 4 }],
      pictures: pictures(tick),
    }))
  it('is reconnected after 6 s', () => {
    const { decisions } = run(playing((tick) => Math.min(tick, 3) + 1))
    expect(decisions.at(-1)).toEqual({ kind: 'reconnect', reason: 'stuck' })
    expect(decisions.findIndex(({ kind }) => kind === 'reconnect')).toBe(27)
  })
  it.each([
    ['a picture that advances', (tick: number) => tick + 1],
    ['a hidden tab', () => null],
    ['a stream without pictures', () => 0],
  ])('is not seen in %s', (_name, pictures) => {
    const { decisions, stillFrom } = run(playing(pictures))
    expect(decisions.some(({ kind }) => kind === 'reconnect')).toBe(false)
    expect(stillFrom).toBeNull()
  })
  it('counts as still after 2 s', () => {
    expect(run(playing((tick) => Math.min(tick, 3) + 1)).stillFrom).toBe(4 * WATCH_INTERVAL_MS + 2_000)
  })
})
