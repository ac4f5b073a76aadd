/** Lighthouse's slowdown from a fast desktop to a mid-range phone. */
export const PRESET_SLOWDOWN = 4

/**
 * Benchmark index from which a machine is this many times faster than a mid-range phone, from docs/throttling.md of
 * Lighthouse, whose default is for machines of 1500 to 2000. It warns below 1000.
 */
const FASTER_FROM = [
  { index: 1500, times: PRESET_SLOWDOWN },
  { index: 800, times: 2 },
] as const

/** The slowdown that makes a machine with this benchmark index a mid-range phone. */
export function calibratedSlowdown(benchmarkIndex: number): number {
  return FASTER_FROM.find(({ index }) => benchmarkIndex >= index)?.times ?? 1
}
