import { percentile, type Bench, type Figure } from '../harness/figures.ts'
import { framesDuring } from '../pixel/replay.ts'
import { alone, besideRaw, rawAlone } from './ratio-pages.ts'

const RATES = [1_000, 5_000, 100_000] as const
type Rate = (typeof RATES)[number]
const NAMES = { 1_000: '1k', 5_000: '5k', 100_000: '100k' } as const satisfies Record<Rate, string>

const FIGURES = {
  'p95 of raw': { unit: '×', atMost: 1.25 },
  'p95 beside raw': { unit: 'ms', reference: 'raw p95' },
  'raw p95': { unit: 'ms' },
  'alone of raw alone': { unit: '×' },
  'raw alone p95': { unit: 'ms' },
  p50: { unit: 'ms' },
  p95: { unit: 'ms', reference: 'raw alone p95' },
  fps: { unit: 'fps', atLeast: 58 },
  'long tasks': { unit: 'count', atMost: 0 },
  'blank frames': { unit: 'count', atMost: 0 },
  busy: { unit: '%', atMost: 50 },
  processor: { unit: '%' },
  /** Steal time of all processors in the busiest of the three parts. */
  'taken by the host': { unit: '%' },
} as const satisfies Record<string, Figure>
type FigureName = `${(typeof NAMES)[Rate]} ${keyof typeof FIGURES}` | '100k busy of 1k'

/** The ratio of `one` to `other`; NaN, which passes no bound, if a page did not show everything in time. */
export function timesOf(one: number, other: number): number {
  return Number.isFinite(one) && Number.isFinite(other) ? one / other : Number.NaN
}

async function measure(rate: Rate): Promise<Record<keyof typeof FIGURES, number>> {
  const paired = await besideRaw(rate)
  const { reading, busy, processor, stolen } = await alone(rate)
  const p95 = percentile(reading.latencies, 0.95)
  const { value: rawP95, stolen: stolenFromRaw } = await rawAlone(rate, paired.box)
  const { perSecond, blank } = framesDuring(reading.report, reading.sentAt)
  return {
    'p95 of raw': timesOf(paired.ours, paired.raw),
    'p95 beside raw': paired.ours,
    'raw p95': paired.raw,
    'alone of raw alone': timesOf(p95, rawP95),
    'raw alone p95': rawP95,
    p50: percentile(reading.latencies, 0.5),
    p95,
    fps: perSecond,
    'long tasks': reading.report.longTasks.length,
    'blank frames': blank,
    busy,
    processor,
    'taken by the host': Math.max(paired.stolen, stolen, stolenFromRaw) * 100,
  }
}

/**
 * Time from sending to the frame that shows a message, compared with the baseline page. The ratio comes from both pages
 * side by side with the same entries at the same times; all else from the product's page alone. Two pages on two cores
 * also compete for them, so the ratio of each page alone is reported too, without a bound.
 */
export const roomRatioBench: Bench<FigureName> = {
  name: 'room-ratio',
  isQuietItself: true,
  about: 'the live room against raw ws with a hand-made list: 1,000, 5,000 and 100,000 messages a second',
  figures: {
    ...(Object.fromEntries(
      RATES.flatMap((rate) =>
        Object.entries(FIGURES).map(([name, figure]) => [
          `${NAMES[rate]} ${name}`,
          'reference' in figure ? { ...figure, reference: `${NAMES[rate]} ${figure.reference}` } : figure,
        ]),
      ),
    ) as Record<FigureName, Figure>),
    '100k busy of 1k': { unit: '×', atMost: 1.6 },
  },
  async run() {
    const measured: Record<string, number> = {}
    for (const rate of RATES) {
      for (const [name, value] of Object.entries(await measure(rate))) measured[`${NAMES[rate]} ${name}`] = value
    }
    const ratio = (measured['100k busy'] ?? Number.NaN) / (measured['1k busy'] ?? Number.NaN)
    return { ...measured, '100k busy of 1k': ratio } as Record<FigureName, number>
  },
}
