import { describe, expect, it } from 'vitest'
import { Clock } from '#workers/clock/clock.ts'
import { ClockSync } from '#workers/clock/sync.ts'
import { FakeTime } from '#tests/workers/fake-time.ts'

/** Random numbers of a seed, so that failures are reproducible. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

interface Line {
  readonly offsetMs: number
  /** Delays to and from the server in milliseconds. */
  out(): number
  back(): number
}

function world(line: Line) {
  const time = new FakeTime(1_795_000_000_000)
  const offsets: number[] = []
  const clock = new Clock(
    () => time.now(),
    (offset) => offsets.push(offset),
  )
  const exchange = async (): Promise<boolean> => {
    const sentAt = time.now()
    time.advance(line.out())
    const serverMs = Math.floor(time.now() + line.offsetMs)
    time.advance(line.back())
    clock.add(sentAt, serverMs, time.now())
    return true
  }
  return { time, clock, offsets, exchange, sync: new ClockSync(clock, time, exchange) }
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}

describe('clock', () => {
  it('measures the shortest round trip without the processing time', async () => {
    const delays = [40, 12, 3_000]
    const { clock, exchange } = world({ offsetMs: 0, out: () => delays.shift() ?? 0, back: () => 10 })
    expect(clock.roundTripMs).toBe(0)
    for (const expected of [50, 22, 22]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await exchange()
      expect(clock.roundTripMs).toBe(expected)
    }
  })

  it('settled 35: has a p99 error of at most 5 ms with 0-50 ms of symmetric jitter', async () => {
    const errors: number[] = []
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomOf(seed)
      const offsetMs = (random() - 0.5) * 10_000
      const { clock, sync, exchange } = world({ offsetMs, out: () => random() * 50, back: () => random() * 50 })
      await exchange()
      await sync.run()
      await sync.run()
      errors.push(Math.abs(clock.offsetMs - offsetMs))
    }
    expect(percentile(errors, 0.99)).toBeLessThanOrEqual(5)
  })

  it('settled 35: has an error of at most half the asymmetry plus 5 ms with asymmetric delay', async () => {
    const errors: number[] = []
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomOf(seed)
      const { clock, sync } = world({ offsetMs: -321.4, out: () => 10 + random() * 20, back: () => 70 + random() * 20 })
      await sync.run()
      await sync.run()
      errors.push(Math.abs(clock.offsetMs + 321.4))
    }
    expect(percentile(errors, 0.99)).toBeLessThanOrEqual(60 / 2 + 5)
  })

  it('S9.2 takes at most two samples with constant delay', async () => {
    let exchanges = 0
    const { sync } = world({ offsetMs: 5, out: () => ((exchanges += 1), 0.5), back: () => 0.5 })
    await sync.run()
    expect(exchanges).toBeLessThanOrEqual(2)
  })

  it('S9.2 and S9.3 synchronizes 6.666 s after the start, then every 60 s', async () => {
    const { time, sync, offsets } = world({ offsetMs: 5, out: () => 0.2, back: () => 0.2 })
    sync.start()
    time.advance(6_665)
    expect(offsets).toHaveLength(0)
    time.advance(1)
    await time.settle()
    const afterFirst = offsets.length
    expect(afterFirst).toBeGreaterThan(0)
    time.advance(59_000)
    await time.settle()
    expect(offsets).toHaveLength(afterFirst)
    time.advance(1_001)
    await time.settle()
    expect(offsets.length).toBeGreaterThan(afterFirst)
    sync.stop()
  })

  it('settled 35 does not run backwards when the offset shrinks, and converges', () => {
    const time = new FakeTime(1_000_000)
    const clock = new Clock(() => time.now())
    clock.add(time.now() - 10, time.now() + 200, time.now())
    let last = clock.now()
    for (let round = 0; round < 3; round += 1) clock.add(time.now() - 1, time.now() + 100, time.now())
    expect(clock.offsetMs).toBeLessThan(150)
    for (let step = 0; step < 500; step += 1) {
      time.advance(1)
      const now = clock.now()
      expect(now).toBeGreaterThanOrEqual(last)
      last = now
    }
    expect(clock.now() - time.now()).toBeCloseTo(clock.offsetMs, 6)
  })

  it('settled 35 follows a changed system clock at once', () => {
    const time = new FakeTime(1_000_000_000)
    const clock = new Clock(() => time.now())
    clock.add(time.now() - 2, time.now(), time.now())
    time.step(3_600_000)
    clock.add(time.now() - 2, time.now() - 3_600_000, time.now())
    expect(clock.now()).toBeCloseTo(time.now() - 3_600_000, -1)
  })
})
