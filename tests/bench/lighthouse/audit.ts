import lighthouse from 'lighthouse'
import { launchAtPort } from './browser.ts'
import { processorBlockingTime } from './processor-time.ts'

/** Results of Lighthouse for a page: scores from 0 to 100, times in milliseconds, sizes in KiB. */
export interface PageReport {
  readonly performance: number
  readonly LCP: number
  readonly TBT: number
  /** {@link processorBlockingTime}. */
  readonly 'TBT of processor': number
  readonly CLS: number
  readonly accessibility: number
  readonly 'best practices': number
  /** Scripts over the network before the largest contentful paint, transferred. */
  readonly scripts: number
  /** Lighthouse's benchmark index: a fast desktop has 1500 to 2000, a mid-range phone 125 to 800. */
  readonly 'benchmark index': number
  /** Audits that cost points, for the console. */
  readonly findings: readonly string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

/** Attempts, because the browser may lose its trace on a busy machine. */
const TRIES = 3

/**
 * Audits a page with Lighthouse's defaults: a simulated phone with a slow network and processor, in a new profile.
 * `script` runs before the scripts of every page. `slowdown` replaces Lighthouse's processor slowdown.
 *
 * @throws if Lighthouse has no result
 */
export async function audit(url: string, script = '', slowdown?: number): Promise<PageReport> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await auditOnce(url, script, slowdown)
    } catch (error) {
      if (left === 0) throw error
      console.error(`  once more: ${String(error)}`)
    }
  }
}

async function auditOnce(url: string, script: string, slowdown?: number): Promise<PageReport> {
  const browser = await launchAtPort(script)
  try {
    const result = await lighthouse(url, {
      port: browser.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
      ...(slowdown !== undefined && { throttling: { cpuSlowdownMultiplier: slowdown } }),
    })
    if (result === undefined) throw new Error(`no report on ${url}`)
    const { audits, categories, configSettings, environment, runtimeError } = result.lhr
    const { Trace } = result.artifacts as { readonly Trace?: { readonly traceEvents?: readonly unknown[] } }
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
    const score = (name: (typeof CATEGORIES)[number]): number => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      LCP: value('largest-contentful-paint'),
      TBT: value('total-blocking-time'),
      'TBT of processor': processorBlockingTime(
        Trace?.traceEvents ?? [],
        configSettings.throttling.cpuSlowdownMultiplier ?? 1,
      ),
      CLS: value('cumulative-layout-shift'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      scripts: scriptBytes(audits['network-requests']?.details, observedPaint(audits['metrics']?.details)) / 1024,
      'benchmark index': environment.benchmarkIndex,
      findings: CATEGORIES.slice(1).flatMap((name) =>
        (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
          const one = audits[id]
          return weight > 0 && one?.score !== null && (one?.score ?? 1) < 1 ? [`${id}: ${one?.title ?? ''}`] : []
        }),
      ),
    }
  } finally {
    await browser.close()
  }
}

/** Bytes of scripts that the page requested before its largest contentful paint, without the worker's (settled 34). */
function scriptBytes(requests: unknown, paintedAt: number): number {
  return rowsOf(requests)
    .filter(({ resourceType, sessionTargetType }) => resourceType === 'Script' && sessionTargetType !== 'worker')
    .filter(({ networkRequestTime }) => Number(networkRequestTime) <= paintedAt)
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
}

function observedPaint(metrics: unknown): number {
  return Number(rowsOf(metrics)[0]?.['observedLargestContentfulPaint'] ?? Number.POSITIVE_INFINITY)
}

function rowsOf(details: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof details !== 'object' || details === null || !('items' in details)) return []
  return Array.isArray(details.items) ? details.items : []
}
