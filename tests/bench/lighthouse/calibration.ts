/** Lighthouse's own slowdown: from a fast desktop to a middling phone. */
export const PRESET_SLOWDOWN = 4

/**
 * From which benchmark index on a machine is so many times faster than a middling phone: the table in docs/throttling.md
 * of Lighthouse, whose own slowdown is for machines of 1500 to 2000. Below 1000 it warns that its scores are too low.
 */
const FASTER_FROM = [
  { index: 1500, times: PRESET_SLOWDOWN },
  { index: 800, times: 2 },
] as const

/** How many times a machine of this benchmark index is to be slowed down to be a middling phone. */
export function calibratedSlowdown(benchmarkIndex: number): number {
  return FASTER_FROM.find(({ index }) => benchmarkIndex >= index)?.times ?? 1
}
