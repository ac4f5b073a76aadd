import { isExact } from '#features/perf/engine/accounts.ts'
import { decodeLink, encodeLink } from '#features/perf/engine/share.ts'
import {
  DEFAULT_SETTINGS,
  DESIGN_NAMES,
  DESIGNS,
  type DesignName,
  type LabSummary,
} from '#features/perf/engine/summary.ts'
import { launchChromium } from './harness/chromium.ts'
import type { Bench, Figure } from './harness/figures.ts'
import { openBenchServer } from './pixel/bench-server.ts'

const FIGURES = ['p50', 'p95', 'p99', 'fps', 'busy', 'long tasks'] as const
type FigureName = `${DesignName} ${(typeof FIGURES)[number]}` | 'inexact accounts'

/** Runs the lab page once per design, each in a page of its own, and reads the result from its link to share. */
async function measure(rate: number): Promise<Record<FigureName, number>> {
  const server = await openBenchServer()
  const browser = await launchChromium()
  try {
    const figures: Record<string, number> = { 'inexact accounts': 0 }
    for (const name of DESIGN_NAMES) {
      const page = await browser.newPage({ width: 1280, height: 800 })
      const settings = { ...DEFAULT_SETTINGS, ...DESIGNS[name], rate }
      await page.goto(`${server.url}/app/perf#${encodeLink({ settings, summary: null })}`)
      await page.waitFor(`document.querySelector('[data-lab-run]')`)
      await page.evaluate(`document.querySelector('[data-lab-run]').click()`)
      await page.waitFor(`/finished|failed/.test(document.querySelector('[data-lab]').dataset.lab)`, 60_000)
      const summary = summaryIn(await page.evaluate<string>(`document.querySelector('[data-lab-link]').value`))
      await page.close()
      const { p50, p95, p99, framesPerSecond: fps, busy, longTasks, accounts } = summary
      if (accounts === null || !isExact(accounts)) figures['inexact accounts'] = (figures['inexact accounts'] ?? 0) + 1
      const read = { p50, p95, p99, fps, busy: busy === null ? null : busy * 100, 'long tasks': longTasks }
      for (const figure of FIGURES) figures[`${name} ${figure}`] = read[figure] ?? Number.NaN
    }
    return figures
  } finally {
    await browser.close()
    await server.close()
  }
}

function summaryIn(link: string): LabSummary {
  const read = decodeLink(new URL(link).hash)
  if (read.type !== 'read' || read.shared.summary === null) throw new Error('the lab has no result')
  return read.shared.summary
}

const UNITS: Readonly<Record<(typeof FIGURES)[number], Figure>> = {
  p50: { unit: 'ms' },
  p95: { unit: 'ms' },
  p99: { unit: 'ms' },
  fps: { unit: 'fps' },
  busy: { unit: '%' },
  'long tasks': { unit: 'count' },
}

function labBench(name: string, rate: number): Bench<FigureName> {
  const figures = DESIGN_NAMES.flatMap((design) =>
    FIGURES.map((figure) => {
      // The other designs are the baselines of the product's; `naive` has none of its decisions.
      const reference = design === 'product' ? { reference: `naive ${figure}` } : {}
      return [`${design} ${figure}`, { ...UNITS[figure], ...reference }] as const
    }),
  )
  return {
    name,
    about: `the lab page: every design at ${rate} messages a second, with exact accounts`,
    figures: {
      ...Object.fromEntries(figures),
      'inexact accounts': { unit: 'count', atMost: 0 },
    } as Bench<FigureName>['figures'],
    defaultRuns: 1,
    run: () => measure(rate),
  }
}

export const labBenches: readonly Bench[] = [labBench('lab-1k', 1_000), labBench('lab-10k', 10_000)]
