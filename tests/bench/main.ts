import { parseArgs } from 'node:util'
import { serveGenerator } from '#load/generator.ts'
import { benchesOf } from './benches.ts'
import { launchChromium } from './harness/chromium.ts'
import { evaluate, type Bench, type FigureResult } from './harness/figures.ts'
import { quietest, watchingHost } from './harness/host.ts'
import {
  appendHistory,
  compareWithHistory,
  type HistoryEntry,
  readHistory,
  recordedFigures,
} from './harness/history.ts'
import { serveMedia } from './publishers/server.ts'
import { writePerformancePage } from './harness/performance-page.ts'
import { currentCommit, describeMachine, loadNow, tableOf, writeReport } from './harness/report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    json: { type: 'string', default: 'bench-results/latest.json' },
    engine: { type: 'string', default: 'flv' },
    record: { type: 'boolean', default: false },
    note: { type: 'string' },
    check: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    // A child process with the viewers of the bench `processes`.
    generator: { type: 'boolean', default: false },
    // A child process with the media server of the benches of publishers.
    'media-server': { type: 'boolean', default: false },
  },
})

const BENCHES = benchesOf(values.engine === 'mpegts' ? 'mpegts' : 'flv')

const USAGE = `npm run bench -- [names] [--runs N] [--json FILE] [--engine flv|mpegts] [--record [--note TEXT]] [--check] [--list] [--page]
Runs the named benches (all without names) N times each and prints the medians beside their bounds. A name that is no
bench stands for all that begin with it: room. Without --runs it is three times, and once for those that take long.
A run in which the machine's host was busy with others is made again, at most twice, and the quietest one counts.
--record appends the results to docs/performance/history.jsonl and writes docs/performance.md. --check compares them
with the last recorded ones of the same machine class and prints one line per regression. --page writes
docs/performance.md from the history without a measurement.
Run \`npm run build\` first, and nothing else meanwhile. Exit code 1 when a bound is missed or a figure regressed.`

const DEFAULT_RUNS = 3
/** Attempts until the host is quiet. */
const QUIET_TRIES = 3
const askedRuns = values.runs === undefined ? null : Number(values.runs)
const namedBy = (asked: string): readonly Bench[] => {
  const exact = BENCHES.filter(({ name }) => name === asked)
  return exact.length > 0 ? exact : BENCHES.filter(({ name }) => name.startsWith(`${asked}-`))
}
const named = new Set(positionals.flatMap(namedBy))
const unknown = positionals.filter((asked) => namedBy(asked).length === 0)

if (values.generator) serveGenerator()
else if (values['media-server']) await serveMedia()
else if (values.help) console.log(USAGE)
else if (values.page) await writePerformancePage(await readHistory())
else if (values.list) for (const { name, about } of BENCHES) console.log(`${name.padEnd(16)} ${about}`)
else if (
  unknown.length > 0 ||
  !['flv', 'mpegts'].includes(values.engine) ||
  (askedRuns !== null && (!Number.isInteger(askedRuns) || askedRuns < 1))
) {
  console.error(unknown.length > 0 ? `There is no bench ${unknown.join(', ')}.\n\n${USAGE}` : USAGE)
  process.exitCode = 1
} else await measure(BENCHES.filter((bench) => positionals.length === 0 || named.has(bench)))

interface BenchResult {
  readonly bench: Bench
  readonly loadBefore: number
  readonly results: readonly FigureResult[]
}

async function measure(benches: readonly Bench[]): Promise<void> {
  // A history that cannot be read is reported before the first run.
  const history = await readHistory()
  const browser = await launchChromium()
  const machine = describeMachine(browser.version)
  await browser.close()
  const loadBefore = loadNow()
  console.log([...Object.values(machine), `load ${loadBefore}`].join(' · '))

  const measured: BenchResult[] = []
  for (const bench of benches) {
    measured.push({ bench, loadBefore: loadNow(), results: await resultsOf(bench) })
  }
  const results = measured.flatMap((one) => one.results)
  console.log(tableOf(results))
  console.log(`written to ${await writeReport(values.json, { machine, loadBefore, results })}`)
  const comparisons = values.check
    ? measured.map((one) => compareWithHistory(withHostTime(one.bench), one.results, { history, machine }))
    : []
  const regressions = comparisons.flatMap((one) => one.regressions)
  if (values.check) {
    console.log(`compared ${comparisons.reduce((sum, { compared }) => sum + compared, 0)} figures with the history`)
    for (const line of regressions) console.error(`regression: ${line}`)
  }
  if (values.record) {
    const entries = measured.map((one) => entryOf(one, machine))
    await appendHistory(entries)
    await writePerformancePage([...history, ...entries])
    console.log(`recorded ${entries.length} benches; docs/performance.md is written`)
  }
  process.exitCode = regressions.length > 0 || results.some(({ isMet }) => isMet === false) ? 1 : 0
}

function withHostTime(bench: Bench): Bench {
  return { ...bench, figures: { ...bench.figures, 'taken by the host': { unit: '%' } } }
}

async function resultsOf(bench: Bench): Promise<FigureResult[]> {
  const measured: Readonly<Record<string, number>>[] = []
  const runs = askedRuns ?? bench.defaultRuns ?? DEFAULT_RUNS
  for (let run = 1; run <= runs; run += 1) {
    console.error(`${bench.name}: run ${run} of ${runs}`)
    const { value, stolen } = await quietest(
      () => watchingHost(() => bench.run()),
      bench.isQuietItself ? 1 : QUIET_TRIES,
    )
    measured.push({ ...value, 'taken by the host': stolen * 100 })
  }
  return evaluate(withHostTime(bench), measured)
}

function entryOf({ bench, loadBefore, results }: BenchResult, machine: HistoryEntry['machine']): HistoryEntry {
  const { name, about, charts } = bench
  const engine = name === 'video-soak' && values.engine !== 'flv' ? ` --engine ${values.engine}` : ''
  return {
    bench: name,
    about,
    command: `npm run bench -- ${name}${engine}${askedRuns === null ? '' : ` --runs ${askedRuns}`}`,
    date: new Date().toISOString().slice(0, 10),
    commit: currentCommit(),
    machine,
    loadBefore,
    ...(values.note === undefined ? {} : { note: values.note }),
    figures: recordedFigures(results),
    ...(charts && { charts }),
  }
}
