import { seededRandom } from '#protocol/random.ts'
import { CLOCK_FIRST_RESYNC_MS, CLOCK_SYNC_INTERVAL_MS } from '#protocol/constants.ts'
import { Clock } from '#workers/clock/clock.ts'
import { ClockSync } from '#workers/clock/sync.ts'
import { FakeTime } from './fake-time.ts'

/** Delays of one direction in milliseconds, uniformly distributed. */
export interface Delay {
  readonly minMs: number
  readonly maxMs: number
}

export interface Line {
  readonly out: Delay
  readonly back: Delay
}

/** Settled 35: jitter of 0 to 50 ms in both directions, and a network that is 60 ms slower from the server. */
export const SYMMETRIC: Line = { out: { minMs: 0, maxMs: 50 }, back: { minMs: 0, maxMs: 50 } }
export const SKEWED: Line = { out: { minMs: 10, maxMs: 30 }, back: { minMs: 70, maxMs: 90 } }
export const ASYMMETRY_MS = SKEWED.back.minMs - SKEWED.out.minMs

const READINGS_PER_CLOCK = 20
/** Maximum drift of the local clock: 20 parts per million. */
const MAX_DRIFT = 20e-6
const MAX_OFFSET_MS = 24 * 60 * 60_000

/**
 * Errors of the worker's clock in milliseconds. Local clocks are wrong by up to a day and run too fast or too slow. They are
 * synchronized as in the product. Seeds are fixed.
 */
export async function clockErrors(line: Line, readings: number): Promise<number[]> {
  const errors: number[] = []
  for (let seed = 1; errors.length < readings; seed += 1) {
    errors.push(
      ...(await errorsOfOneClock(line, seededRandom(seed), Math.min(READINGS_PER_CLOCK, readings - errors.length))),
    )
  }
  return errors
}

async function errorsOfOneClock(line: Line, random: () => number, readings: number): Promise<number[]> {
  const time = new FakeTime(1_795_000_000_000)
  const startedAt = time.now()
  const offsetMs = (random() - 0.5) * 2 * MAX_OFFSET_MS
  const drift = (random() - 0.5) * 2 * MAX_DRIFT
  const trueTime = (): number => time.now() + offsetMs + (time.now() - startedAt) * drift
  const clock = new Clock(() => time.now())
  const wait = ({ minMs, maxMs }: Delay): void => time.advance(minMs + random() * (maxMs - minMs))
  const exchange = async (): Promise<boolean> => {
    const sentAt = time.now()
    wait(line.out)
    const serverMs = Math.floor(trueTime())
    wait(line.back)
    clock.add(sentAt, serverMs, time.now())
    return true
  }
  const sync = new ClockSync(clock, time, exchange)
  // The handshake and the first call, then the first synchronization, then one per minute.
  await exchange()
  await exchange()
  time.advance(CLOCK_FIRST_RESYNC_MS)
  const errors: number[] = []
  while (errors.length < readings) {
    await sync.run()
    const restMs = random() * CLOCK_SYNC_INTERVAL_MS
    time.advance(restMs)
    errors.push(Math.abs(clock.now() - trueTime()))
    time.advance(CLOCK_SYNC_INTERVAL_MS - restMs)
  }
  return errors
}
