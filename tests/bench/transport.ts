import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project.ts'
import { ASYMMETRY_MS, clockErrors, SKEWED, SYMMETRIC } from '../workers/clock-errors.ts'
import { smallCallMicroseconds } from './envelope.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { measureBrowser } from './transport/browser.ts'
import type { Throughput } from './transport/throughput.ts'

const CLOCK_READINGS = 10_000
const MICROSECONDS = 1_000_000

/** Cost of a sealed call on both sides, and accuracy of the clock. */
export const transportBench: Bench<
  | 'list main thread'
  | 'list main thread 4x'
  | 'list as objects'
  | 'list, whole call'
  | 'worker hop'
  | 'seal and open'
  | 'seal and open fallback'
  | 'whole call'
  | 'whole call fallback'
  | 'texts that differ'
  | 'feed entry'
  | 'feed entry, feed alone'
  | 'envelopes per core'
  | 'of unsealed'
  | 'sealed request'
  | 'clock p99'
  | 'clock p99 skewed'
> = {
  name: 'transport',
  about: 'sealed calls: main thread, worker, browser cryptography, server throughput, clock',
  figures: {
    'list main thread': { unit: 'ms', atMost: 0.35, reference: 'list as objects' },
    'list main thread 4x': { unit: 'ms', atMost: 1 },
    'list as objects': { unit: 'ms' },
    'list, whole call': { unit: 'ms' },
    'worker hop': { unit: 'ms', atMost: 2 },
    'seal and open': { unit: 'ms', atMost: 0.1 },
    'seal and open fallback': { unit: 'ms', atMost: 0.5, reference: 'seal and open' },
    'whole call': { unit: 'ms' },
    'whole call fallback': { unit: 'ms', reference: 'whole call' },
    'texts that differ': { unit: 'count', atMost: 0 },
    // 50 microseconds per entry would use a whole core at 20,000 entries per second.
    'feed entry': { unit: 'µs', atMost: 25, reference: 'feed entry, feed alone' },
    'feed entry, feed alone': { unit: 'µs', atMost: 8 },
    'envelopes per core': { unit: 'per s', atLeast: 20_000 },
    'of unsealed': { unit: '%', atLeast: 35 },
    'sealed request': { unit: 'µs' },
    'clock p99': { unit: 'ms', atMost: 5 },
    'clock p99 skewed': { unit: 'ms', atMost: ASYMMETRY_MS / 2 + 5 },
  },
  async run() {
    const browser = await measureBrowser()
    const server = await throughput()
    return {
      'list main thread': browser.listMs,
      'list main thread 4x': browser.slowListMs,
      'list as objects': browser.objectsMs,
      'list, whole call': browser.listCallMs,
      'worker hop': browser.hopMs,
      'seal and open': browser.webcryptoMs,
      'seal and open fallback': browser.fallbackMs,
      'whole call': browser.wholeMs,
      'whole call fallback': browser.wholeFallbackMs,
      'texts that differ': browser.isIdentical ? 0 : 1,
      'feed entry': browser.feed.whole,
      'feed entry, feed alone': browser.feed.feed,
      'envelopes per core': MICROSECONDS / (await smallCallMicroseconds()),
      'of unsealed': server.percent,
      'sealed request': server.sealedUs,
      'clock p99': percentile(await clockErrors(SYMMETRIC, CLOCK_READINGS), 0.99),
      'clock p99 skewed': percentile(await clockErrors(SKEWED, CLOCK_READINGS), 0.99),
    }
  },
}

/** Runs the program that needs a separate server process. */
async function throughput(): Promise<Throughput> {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  try {
    const file = path.join(folder, 'result.json')
    const script = path.join(PROJECT_ROOT, 'scripts', 'run.mjs')
    const child = spawn(process.execPath, [script, 'tests/bench/transport/throughput.ts', '--json', file], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'exit')
    return JSON.parse(await readFile(file, 'utf8')) as Throughput
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
