import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME_BUDGET } from '#protocol/constants.ts'
import {
  FramePace,
  intervalAlone,
  MAX_INTERVAL_MS,
  MIN_INTERVAL_MS,
  PACE_TICK_MS,
  PATIENCE_MS,
  STRETCH,
  urgentInterval,
} from '#server/rooms/frame-pace.ts'

/** Cost of a simulated frame, ms. */
const costOf = (viewers: number, viewerMs = 0.008): number => 0.2 + viewers * viewerMs

interface SimulatedRoom {
  viewers: number
  /** Entries per second. */
  rate: number
}

interface Frame {
  readonly at: number
  readonly room: number
  readonly cost: number
  readonly interval: number
}

/**
 * One process on a simulated clock of whole milliseconds: writes take their cost, one after the other, and what falls due
 * meanwhile is late. `speed` below 1 is a process that gets only this part of its core.
 */
class Simulation {
  now = 0
  readonly frames: Frame[] = []
  readonly #pace: FramePace
  readonly #rooms: SimulatedRoom[]
  readonly #state = new Map<number, { lastAt: number; nextEntry: number; dueAt: number | null }>()
  speed = 1
  #freeAt = 0
  #tickAt = PACE_TICK_MS
  #lastTick = 0

  constructor(rooms: SimulatedRoom[], pace = new FramePace()) {
    this.#rooms = rooms
    this.#pace = pace
  }

  run(ms: number): this {
    const end = this.now + ms
    for (; this.now < end; this.now += 1) this.#step()
    return this
  }

  /** The process stands still. */
  suspend(ms: number): void {
    this.#freeAt = this.now + ms
  }

  #step(): void {
    if (this.#freeAt > this.now) return
    if (this.now >= this.#tickAt) {
      this.#pace.late(this.now - this.#tickAt)
      this.#pace.tick(this.now - this.#lastTick)
      this.#lastTick = this.now
      this.#tickAt = this.now + PACE_TICK_MS
    }
    for (const [index, room] of this.#rooms.entries()) this.#stepRoom(index, room)
  }

  #stepRoom(index: number, { viewers, rate }: SimulatedRoom): void {
    const state = this.#state.get(index) ?? { lastAt: -Infinity, nextEntry: this.now, dueAt: null }
    this.#state.set(index, state)
    if (rate === 0) state.nextEntry = this.now + 1
    while (state.nextEntry <= this.now) {
      state.nextEntry += 1_000 / rate
      this.#pace.asked(`room ${index}`, viewers)
      state.dueAt ??= Math.max(this.now, state.lastAt + this.#pace.interval(viewers))
    }
    if (state.dueAt === null || state.dueAt > this.now || this.#freeAt > this.now) return
    this.#pace.late(this.now - state.dueAt)
    const cost = costOf(viewers) / this.speed
    this.#pace.wrote(viewers, cost)
    this.#freeAt = Math.max(this.#freeAt, this.now) + cost
    this.frames.push({ at: this.now, room: index, cost, interval: this.now - state.lastAt })
    state.lastAt = this.now
    state.dueAt = null
  }

  /** Share of a core that frames have taken since a time. */
  shareSince(at: number): number {
    const cost = this.frames.reduce((sum, frame) => (frame.at >= at ? sum + frame.cost : sum), 0)
    return cost / (this.now - at)
  }

  /** Share that writing may have taken since a time, with what the division of the budget misses within seconds. */
  allowedSince(at: number): number {
    const longest = Math.max(...this.#rooms.map((_, index) => mean(this.intervalsOf(index, at)) || 0))
    return FRAME_BUDGET * (longest > PATIENCE_MS * 0.9 ? STRETCH : 1) * 1.25 + 0.05
  }

  intervalsOf(room: number, since: number): number[] {
    return this.frames.filter((frame) => frame.room === room && frame.at >= since).map(({ interval }) => interval)
  }
}

const room = (viewers: number, rate: number): SimulatedRoom => ({ viewers, rate })
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

describe('the pace of frames (settled 11, decision 207)', () => {
  it('sends a room of up to 300 every 16 ms, and its first entry after silence at once', () => {
    const rooms = [room(300, 200)]
    const simulation = new Simulation(rooms).run(5_000)
    for (const interval of simulation.intervalsOf(0, 1_000)) expect(interval).toBeLessThanOrEqual(MIN_INTERVAL_MS + 3)
    const [busy] = rooms
    if (busy) busy.rate = 0
    simulation.run(3_000)
    if (busy) busy.rate = 1
    const startedAt = simulation.now
    simulation.run(10)
    expect(simulation.frames.at(-1)?.at).toBe(startedAt)
  })

  it('keeps the budget for 1 to 500 rooms', () => {
    const rooms = fc.array(
      fc.record({ viewers: fc.integer({ min: 1, max: 4_000 }), rate: fc.constantFrom(0.2, 2, 20) }),
      {
        minLength: 1,
        maxLength: 500,
      },
    )
    fc.assert(
      fc.property(rooms, (generated) => {
        const simulation = new Simulation(generated.map((one) => ({ ...one }))).run(4_000)
        const from = simulation.now - 2_000
        // A process whose rooms do not fit even at the longest interval gives each room that interval.
        const least = generated.reduce(
          (sum, { viewers, rate }) => sum + (costOf(viewers) * Math.min(rate, 1_000 / MAX_INTERVAL_MS)) / 1_000,
          0,
        )
        expect(simulation.shareSince(from)).toBeLessThan(Math.max(simulation.allowedSince(from), least * 1.25 + 0.05))
      }),
      { numRuns: 8 },
    )
  })

  it('keeps the budget whatever the order in which viewers join and leave', () => {
    const steps = fc.array(
      fc.record({ room: fc.nat(9), viewers: fc.integer({ min: 0, max: 6_000 }), rate: fc.constantFrom(0, 5, 50) }),
      { minLength: 5, maxLength: 20 },
    )
    fc.assert(
      fc.property(steps, (changes) => {
        const rooms = Array.from({ length: 10 }, () => room(1, 0))
        const simulation = new Simulation(rooms)
        for (const { room: index, ...change } of changes) {
          Object.assign(rooms[index] ?? {}, change)
          simulation.run(300)
        }
        simulation.run(2_000)
        const from = simulation.now - 1_500
        expect(simulation.shareSince(from)).toBeLessThan(simulation.allowedSince(from))
      }),
      { numRuns: 20 },
    )
  })

  it('does not oscillate: under a constant load the intervals of a room stay within a quarter of their mean', () => {
    const loads = fc.array(
      fc.record({ viewers: fc.integer({ min: 50, max: 10_000 }), rate: fc.constantFrom(20, 50, 100) }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(loads, (generated) => {
        const simulation = new Simulation(generated.map((one) => ({ ...one }))).run(14_000)
        for (const index of generated.keys()) {
          const intervals = simulation.frames.filter((frame) => frame.room === index && frame.at >= 6_000)
          const all = mean(intervals.map(({ interval }) => interval))
          for (let from = 6_000; from < 14_000; from += 2_000) {
            const part = intervals.filter(({ at }) => at >= from && at < from + 2_000)
            expect(Math.abs(mean(part.map(({ interval }) => interval)) - all) / all).toBeLessThan(0.25)
          }
        }
      }),
      { numRuns: 12 },
    )
  })

  it('starves no room: each sends at least every two seconds and the time of one round of all frames', () => {
    const rooms = [room(9_900, 100), ...Array.from({ length: 99 }, (_, index) => room(50 + index * 10, 20))]
    const simulation = new Simulation(rooms).run(10_000)
    const round = rooms.reduce((sum, { viewers }) => sum + costOf(viewers), 0)
    for (const index of rooms.keys()) {
      expect(Math.max(...simulation.intervalsOf(index, 2_000))).toBeLessThan(MAX_INTERVAL_MS + round)
    }
  })

  it('stretches the budget where intervals would exceed 250 ms, at most to twice itself', () => {
    const share = (viewers: number) => {
      const simulation = new Simulation([room(viewers, 50)]).run(10_000)
      return [simulation.shareSince(4_000), mean(simulation.intervalsOf(0, 4_000))]
    }
    const [calm = 0, quick = 0] = share(6_000)
    expect(calm).toBeCloseTo(FRAME_BUDGET, 1)
    expect(quick).toBeLessThan(PATIENCE_MS)
    const [stretched = 0, patient = 0] = share(12_000)
    expect(stretched).toBeCloseTo(costOf(12_000) / PATIENCE_MS, 1)
    expect(Math.abs(patient - PATIENCE_MS)).toBeLessThan(25)
    const [most = 0, long = 0] = share(30_000)
    expect(most).toBeLessThan(FRAME_BUDGET * STRETCH * 1.05)
    expect(long).toBeGreaterThan(PATIENCE_MS)
  })

  it('gives a small room beside a large one short intervals', () => {
    const simulation = new Simulation([room(9_900, 100), room(100, 5)]).run(10_000)
    const small = new Simulation([room(9_900, 100), room(100, 50)]).run(10_000)
    const large = mean(simulation.intervalsOf(0, 4_000))
    expect(large).toBeGreaterThan(200)
    expect(large).toBeLessThan(450)
    expect(mean(small.intervalsOf(1, 4_000))).toBeLessThan(large / 4)
  })

  it('leaves what a quiet room does not use to a busy one', () => {
    const beside = (rate: number) =>
      mean(new Simulation([room(4_000, 50), room(4_000, rate)]).run(8_000).intervalsOf(0, 4_000))
    expect(beside(0.2)).toBeLessThan(beside(50) * 0.65)
  })

  it('lengthens intervals within a second when the process is late, and shortens them slowly', () => {
    const simulation = new Simulation([room(3_000, 50), room(100, 50)])
    simulation.run(6_000)
    const before = mean(simulation.intervalsOf(0, 4_000))
    // Other work takes nine tenths of the core.
    simulation.speed = 0.1
    simulation.run(1_500)
    const during = mean(simulation.intervalsOf(0, 6_500))
    expect(during).toBeGreaterThan(before * 1.5)
    simulation.run(4_500)
    const settledShare = simulation.shareSince(9_000)
    expect(settledShare).toBeLessThan(FRAME_BUDGET * STRETCH * 1.25)
    simulation.speed = 1
    simulation.run(1_000)
    expect(mean(simulation.intervalsOf(0, 12_500))).toBeGreaterThan(before)
    simulation.run(40_000)
    expect(mean(simulation.intervalsOf(0, 48_000))).toBeLessThan(before * 1.25)
  })

  it('takes a single pause of three seconds for no overload', () => {
    const pace = new FramePace()
    const simulation = new Simulation([room(2_000, 50)], pace)
    simulation.run(4_000)
    simulation.suspend(3_000)
    simulation.run(5_000)
    expect(pace.figures.budget).toBeCloseTo(FRAME_BUDGET)
  })

  it('keeps the budget when 5,000 viewers arrive within a second, and recovers when they leave at once', () => {
    const rooms = [room(10, 50)]
    const simulation = new Simulation(rooms).run(3_000)
    const [crowd] = rooms
    for (let step = 1; step <= 20; step += 1) {
      if (crowd) crowd.viewers = step * 250
      simulation.run(50)
    }
    simulation.run(2_000)
    expect(simulation.shareSince(3_000)).toBeLessThan(FRAME_BUDGET * 1.4)
    if (crowd) crowd.viewers = 10
    simulation.run(8_000)
    expect(mean(simulation.intervalsOf(0, simulation.now - 1_000))).toBeLessThan(30)
  })

  it('learns what a viewer costs on this machine', () => {
    const pace = new FramePace()
    for (let frame = 0; frame < 400; frame += 1) pace.wrote(5_000, costOf(5_000, 0.02))
    expect(pace.interval(3_000)).toBeCloseTo(costOf(3_000, 0.02) / FRAME_BUDGET, -1)
    // A pause of the process during a write is no cost of the viewers.
    pace.wrote(100, 3_000)
    expect(pace.interval(3_000)).toBeLessThan((costOf(3_000, 0.02) / FRAME_BUDGET) * 1.2)
  })

  it('shows the share that writing has taken and the lateness of the last second', () => {
    const pace = new FramePace(0.5)
    pace.wrote(100, 50)
    pace.late(70)
    pace.tick(PACE_TICK_MS)
    expect(pace.figures).toEqual({ budget: 0.5, used: 50 / PACE_TICK_MS, lateMs: 70 })
    for (let tick = 0; tick < 4; tick += 1) pace.tick(PACE_TICK_MS)
    expect(pace.figures).toEqual({ budget: 0.5, used: 0, lateMs: 0 })
  })

  it('lets gifts and reverts wait as long as before: 16, 50, 100 and 250 ms', () => {
    const limits = [1, 300, 301, 3_000, 3_001, 10_000, 10_001, 1_000_000]
    expect(limits.map(urgentInterval)).toEqual([16, 16, 50, 50, 100, 100, 250, 250])
  })

  it('plans the interval of a room alone by its cost', () => {
    expect(intervalAlone(300)).toBe(MIN_INTERVAL_MS)
    expect(intervalAlone(5_000)).toBeCloseTo(costOf(5_000) / FRAME_BUDGET)
    expect(intervalAlone(9_900)).toBe(PATIENCE_MS)
    expect(intervalAlone(30_000)).toBeCloseTo(costOf(30_000) / (FRAME_BUDGET * STRETCH))
    expect(intervalAlone(1_000_000)).toBe(MAX_INTERVAL_MS)
  })
})
