import { SECOND_MS } from '#protocol/time.ts'
import { RATE_MAX_AGE_MS } from '#protocol/wallet/conversion.ts'

/** Price of one USDT in 1/10,000 CNY. */
export interface Rate {
  readonly rate: number
  /** Name of the source, shown to the member. */
  readonly source: string
  /** When the source published it, in epoch milliseconds. */
  readonly at: number
}

/** Where rates come from. Resolves with null if the source has none; callers check the age. */
export interface RateSource {
  current(): Promise<Rate | null>
}

/** The current rate, or null if there is no source, or none that is fresh. */
export async function freshRate(rates: RateSource | null, now: number): Promise<Rate | null> {
  const rate = await rates?.current()
  return rate && now - rate.at <= RATE_MAX_AGE_MS ? rate : null
}

/** A new demo rate appears at this interval. */
export const DEMO_STEP_MS = 10 * SECOND_MS
const CENTRE = 72_000
/**
 * Each octave moves the rate by up to `amplitude` within `steps`. Together they stay within 0.3 % of the centre, less than
 * the spread of a conversion: the rates follow from the time, so nobody may gain from knowing them in advance.
 */
const OCTAVES = [
  { steps: 8_640, amplitude: 110 },
  { steps: 360, amplitude: 60 },
  { steps: 20, amplitude: 30 },
  { steps: 1, amplitude: 16 },
] as const

/**
 * Invented rates of demo mode. They wander like a random walk, but follow from the time alone: all processes agree, and a
 * restart does not jump.
 */
export function demoRates(now: () => number): RateSource {
  return {
    async current() {
      const step = Math.floor(now() / DEMO_STEP_MS)
      return { rate: demoRateOf(step), source: 'demo', at: step * DEMO_STEP_MS }
    },
  }
}

/** The demo rate of a step, by value noise: smooth interpolation between pseudo-random values. */
export function demoRateOf(step: number): number {
  let rate = CENTRE
  for (const [octave, { steps, amplitude }] of OCTAVES.entries()) {
    const index = Math.floor(step / steps)
    const part = step / steps - index
    const [from, to] = [noise(index, octave), noise(index + 1, octave)]
    rate += amplitude * (from + (to - from) * part * part * (3 - 2 * part))
  }
  return Math.round(rate)
}

/** A number from -1 to 1 that follows from its arguments. */
function noise(index: number, octave: number): number {
  let hash = Math.imul(index ^ (octave * 0x9e3779b9), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2_147_483_648 - 1
}
