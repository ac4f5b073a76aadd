import { parseArgs } from 'node:util'
import { envelopeBench } from './envelope.ts'
import { fanOutBenches } from './fan-out.ts'
import { growthBenches } from './growth.ts'
import { launchChromium } from './harness/chromium.ts'
import { evaluate, type Bench, type FigureResult } from './harness/figures.ts'
import { quietest, watchingHost } from './harness/host.ts'
import { describeMachine, tableOf, writeReport } from './harness/report.ts'
import { ingestLossBench } from './ingest-loss.ts'
import { labBenches } from './lab.ts'
import { lighthouseBenches } from './lighthouse.ts'
import { pixelBenches } from './pixel.ts'
import { refusalBench } from './refusal.ts'
import { roomBenches } from './room.ts'
import { routeBench } from './route.ts'
import { sessionEndBench } from './session-end.ts'
import { shiftBench } from './shift.ts'
import { signInBench } from './sign-in.ts'
import { skinBench } from './skin.ts'
import { startBench } from './start.ts'
import { storeBenches } from './store.ts'
import { transportBench } from './transport.ts'
import { videoSoakBench } from './video-soak.ts'
import { videoBench } from './video.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    json: { type: 'string', default: 'bench-results/latest.json' },
    engine: { type: 'string', default: 'flv' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** To add a bench: a file beside this one that exports a Bench, and an entry here. */
const BENCHES: readonly Bench[] = [
  startBench,
  envelopeBench,
  refusalBench,
  sessionEndBench,
  signInBench,
  transportBench,
  ...pixelBenches,
  ...labBenches,
  ...roomBenches,
  routeBench,
  shiftBench,
  skinBench,
  ...fanOutBenches,
  ...storeBenches,
  ...growthBenches,
  ingestLossBench,
  videoBench,
  videoSoakBench(values.engine === 'mpegts' ? 'mpegts' : 'flv'),
  ...lighthouseBenches,
]

const USAGE = `npm run bench -- [names] [--runs N] [--json FILE] [--engine flv|mpegts] [--list]
Runs the named benches (all without names) N times each and prints the medians beside their bounds. A name that is no
bench stands for all that begin with it: room. Without --runs it is three times, and once for those that take long.
A run in which the machine's host was busy with others is made again, at most twice, and the quietest one counts.
Run \`npm run build\` first, and nothing else meanwhile. Exit code 1 when a bound is missed.`

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

if (values.help) console.log(USAGE)
else if (values.list) for (const { name, about } of BENCHES) console.log(`${name.padEnd(16)} ${about}`)
else if (
  unknown.length > 0 ||
  !['flv', 'mpegts'].includes(values.engine) ||
  (askedRuns !== null && (!Number.isInteger(askedRuns) || askedRuns < 1))
) {
  console.error(unknown.length > 0 ? `There is no bench ${unknown.join(', ')}.\n\n${USAGE}` : USAGE)
  process.exitCode = 1
} else await measure(BENCHES.filter((bench) => positionals.length === 0 || named.has(bench)))

async function measure(benches: readonly Bench[]): Promise<void> {
  const browser = await launchChromium()
  const machine = describeMachine(browser.version)
  await browser.close()
  console.log(
    Object.entries(machine)
      .map(([key, value]) => `${key}: ${value}`)
      .join(' · '),
  )

  const results: FigureResult[] = []
  for (const bench of benches) {
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
    results.push(...evaluate({ ...bench, figures: { ...bench.figures, 'taken by the host': { unit: '%' } } }, measured))
  }
  console.log(tableOf(results))
  console.log(`written to ${await writeReport(values.json, { machine, results })}`)
  process.exitCode = results.some(({ isMet }) => isMet === false) ? 1 : 0
}
