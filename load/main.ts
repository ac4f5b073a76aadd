import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readEnvironment } from '#server/config/config.ts'
import { PROJECT_ROOT } from '#server/config/project-root.ts'
import { appendHistory, readHistory } from '#tests/bench/harness/history.ts'
import { writePerformancePage } from '#tests/bench/harness/performance-page.ts'
import { loadNow } from '#tests/bench/harness/report.ts'
import { startTestServer } from '#tests/support/server.ts'
import { serveGenerator } from './generator.ts'
import { runConvert } from './convert.ts'
import { mappingTexts } from './gift-mapping.ts'
import { Help, readOptions } from './options.ts'
import { accountTexts } from '#load/readers/log-account.ts'
import { historyEntryOf } from './record.ts'
import { compareReports, figuresOf, formatFigure, type LoadReport, samplingText, warningsOf } from './report.ts'
import { comparisonHtml, reportHtml } from './report-html.ts'
import { openScenarioLog, runScenario } from './run.ts'
import { surroundingsOf, type Surroundings } from './surroundings.ts'
import { checkTarget, readLoadToken } from './target.ts'

interface Server {
  readonly url: string
  readonly loadToken: string
  stop(): Promise<void>
}

const OTHERS_SERVER = { stop: async () => undefined }

/** The server of the command line, the one at the default address, or an own one for this run. */
async function findServer(url: string | null, surroundings: Surroundings): Promise<Server> {
  if (url !== null) return { url, loadToken: await readLoadToken(surroundings), ...OTHERS_SERVER }
  const known = surroundings.url
  if (known !== null && (await isListening(known))) {
    checkTarget(known, null)
    return { url: known, loadToken: await readLoadToken(surroundings), ...OTHERS_SERVER }
  }
  if (!existsSync(path.join(PROJECT_ROOT, 'dist/server/main.js'))) {
    console.log('building the product')
    const { status } = spawnSync(process.execPath, [path.join(PROJECT_ROOT, 'scripts/build.mjs')], { stdio: 'inherit' })
    if (status !== 0) throw new Error('The product could not be built')
  }
  console.log('starting a server for this run')
  const server = await startTestServer({ env: { CROWD: '0' }, isMeasured: true })
  const loadToken = await readFile(path.join(server.dataDirectory, 'load-token'), 'utf8')
  return { url: server.url, loadToken: loadToken.trim(), stop: () => server.stop() }
}

async function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Overwrites one line on a terminal; prints every fifth line elsewhere. */
function progressPrinter(): (line: string) => void {
  let count = 0
  return (line) => {
    count += 1
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line.slice(0, process.stdout.columns - 1)}`)
    else if (count % 5 === 1) console.log(line)
  }
}

async function load(args: readonly string[]): Promise<boolean> {
  const command = await readOptions(args)
  const { scenario } = command
  // A missing or malformed log is reported before anything starts.
  if (scenario.log !== undefined) await (await openScenarioLog(scenario)).batches.return()
  const environment = readEnvironment(process.env)
  const loadBefore = loadNow()
  const server = await findServer(command.url, surroundingsOf(environment))
  try {
    const metricsToken = environment['METRICS_TOKEN']?.trim() || null
    const report = await runScenario({ ...command, ...server, metricsToken, onProgress: progressPrinter() })
    if (process.stdout.isTTY) process.stdout.write('\n')
    await writeReports(report, command.out)
    if (command.record) await record(report, args, loadBefore)
    return report.failures.length === 0
  } finally {
    await server.stop()
  }
}

async function record(report: LoadReport, args: readonly string[], loadBefore: number): Promise<void> {
  const history = await readHistory()
  const given = args.filter((arg) => arg !== '--record').join(' ')
  const entry = historyEntryOf(report, `npm run load -- ${given}`, loadBefore)
  await appendHistory([entry])
  await writePerformancePage([...history, entry])
  console.log(`recorded ${entry.bench}; docs/performance.md is written`)
}

async function writeReports(report: LoadReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${report.scenario.name}-${report.startedAt.replace(/[:.]/g, '-')}`)
  await writeFile(`${file}.json`, `${JSON.stringify(report)}\n`)
  await writeFile(`${file}.html`, reportHtml(report))
  for (const [name, { value, unit }] of Object.entries(figuresOf(report))) {
    console.log(`${name.padEnd(30)} ${formatFigure(value, unit)}`)
  }
  const sampling = samplingText(report.viewers)
  if (sampling !== null) console.log(sampling)
  const { dropped, back, missed, recovered } = report.reconnects
  if (dropped > 0)
    console.log(`reconnects: ${dropped} ended, ${back} back, ${missed} entries missed, ${recovered} recovered`)
  const { log, slow, hostile } = report
  if (log !== undefined) {
    for (const line of [...accountTexts(log.account), ...mappingTexts(log.gifts, log.unlistedGifts)]) console.log(line)
  }
  for (const warning of warningsOf(report)) console.log(`warning: ${warning}`)
  if (slow.started > 0)
    console.log(
      `slow readers: ${slow.started} started, ${slow.cut} cut, the last after ${formatFigure(slow.worstSeconds, 's')}`,
    )
  if (hostile.started > 0) console.log(`hostile clients: ${hostile.started} started, ${hostile.cut} cut`)
  for (const { rate, lag, slope, isSustainable } of report.trials ?? []) {
    console.log(
      `${rate}/s: p99 ${lag.p99} ms, slope ${slope.slope.toFixed(2)} ms/s, ${isSustainable ? '' : 'not '}sustainable`,
    )
  }
  console.log(report.failures.length === 0 ? 'passed' : `failed: ${report.failures.join('; ')}`)
  console.log(`report: ${path.relative('', file)}.html and .json`)
}

async function readReport(file: string): Promise<LoadReport> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The report ${file} cannot be read`)
  })
  const report = JSON.parse(text) as LoadReport
  if (report.format !== 'grandstand-load-1') throw new Error(`${file} is not a report of this tool`)
  return report
}

/** Prints the comparison and writes it as HTML beside the second report. */
async function compare(before: string, after: string): Promise<void> {
  const reports = [await readReport(before), await readReport(after)] as const
  const file = after.replace(/(\.json)?$/, '-comparison.html')
  await writeFile(file, comparisonHtml(...reports))
  console.log(compareReports(...reports))
  console.log(`comparison: ${file}`)
}

async function main(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args
  if (first === '--generator') return serveGenerator()
  if (first === 'compare') {
    const [before, after] = rest
    if (before === undefined || after === undefined) throw new Error('compare expects two reports: A.json B.json')
    return compare(before, after)
  }
  if (first === 'convert') return runConvert(rest)
  process.exitCode = (await load(args)) ? 0 : 1
}

try {
  await main(process.argv.slice(2))
  if (process.send === undefined) process.exit()
} catch (error) {
  if (error instanceof Help) console.log(error.message)
  else console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof Help ? 0 : 2)
}
