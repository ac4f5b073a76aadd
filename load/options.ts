import path from 'node:path'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { LOG_FORMATS } from '#load/readers/read-log.ts'
import { checkScenario, readScenario, type Scenario } from './scenario.ts'
import { checkTarget } from './target.ts'

const USAGE = `npm run load -- [SCENARIO] [options]
npm run load -- --replay FILE [--speed N] [options]
npm run load -- convert LOG [--out FILE] [--format NAME] [--keep-names]
                                         writes the log as JSON lines, names replaced by pseudonyms
npm run load -- compare A.json B.json    prints the changes; writes B-comparison.html

Loads a room of a demo server, accounts for every message at every viewer, and writes a JSON and an HTML report.
Without --url, and if nothing listens at the default address, it builds the product if necessary and starts a server of
its own for the run.

  SCENARIO        quiet-room, derby-goal, gift-storm, flash-crowd, mass-return, bad-network,
                  slow-readers, or a YAML file
  --replay FILE   a recorded chat log, also compressed with gzip; docs/load.md lists the tools that write one
  --format NAME   its format, if it is not recognized: ${LOG_FORMATS.map(({ name }) => name).join(', ')}
  --speed N       how many times faster than recorded (1)
  --max-gap S     shortens quiet times of the log to S seconds
  --no-spread     keeps the events of a log with whole seconds together
  --rate N        N generated messages per second
  --find-rate     search for the highest sustainable rate with the viewers of the scenario
  --seconds S     length of the run (a log: until its end; a rate: 30)
  --viewers N     light viewers on raw sockets (100)
  --pages N       viewers with the product's whole transport, which may fold messages (1)
  --processes N   generator processes (one per two cores)
  --room EID      the room, as in /app/live/EID (2001)
  --out DIR       folder of the reports (load-reports)
  --record        append the result to docs/performance/history.jsonl and write docs/performance.md
  --url URL       the server (HOST and PORT; http://127.0.0.1:8080)
  --i-own-this-server HOST   required for a server that is not on this machine
The load token is read from LOAD_TOKEN, else from the data folder (DATA_DIR, ./data); it exists in demo mode only and
lifts address, rate and duplicate limits. METRICS_TOKEN is required if the server has one. The exit code is 1 if the run
failed its limits.`

export interface LoadCommand {
  /** Null: the server at the default address, or an own one. */
  readonly url: string | null
  readonly room: string
  readonly processes: number
  readonly out: string
  readonly findRate: boolean
  /** Appends the result to the history of benches. */
  readonly record: boolean
  readonly scenario: Scenario
}

const DEFAULT_SECONDS = 30
/** A log ends before. */
const MAX_SECONDS = 86_400

const OPTIONS = {
  url: { type: 'string' },
  room: { type: 'string', default: '2001' },
  replay: { type: 'string' },
  format: { type: 'string' },
  speed: { type: 'string' },
  'max-gap': { type: 'string' },
  'no-spread': { type: 'boolean', default: false },
  rate: { type: 'string' },
  seconds: { type: 'string' },
  viewers: { type: 'string' },
  pages: { type: 'string' },
  processes: { type: 'string' },
  out: { type: 'string', default: 'load-reports' },
  'find-rate': { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  'i-own-this-server': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

/** Thrown for --help: the message is the usage. */
export class Help extends Error {}

/**
 * @throws an error that names the option and its expected value, or the problem of the scenario
 */
export async function readOptions(args: readonly string[]): Promise<LoadCommand> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const [name, ...rest] = positionals
  if (values.help || (name === undefined && values.replay === undefined && values.rate === undefined)) {
    throw new Help(USAGE)
  }
  if (rest.length > 0) throw new Error(`One scenario at a time, not also ${rest.join(', ')}`)
  if (values.replay !== undefined && values.rate !== undefined) throw new Error('Give --replay or --rate, not both')
  const base = name === undefined ? null : await readScenario(name)
  const url = values.url === undefined ? null : originOf(values.url, values['i-own-this-server'] ?? null)
  const scenario = checkScenario(scenarioOf(values, base), name ?? 'of the command line')
  if (url !== null) checkNetwork(scenario, url)
  return {
    url,
    room: values.room,
    processes: Math.round(numberOf('processes', values.processes ?? defaultProcesses(), 1, 32)),
    out: path.resolve(values.out),
    findRate: values['find-rate'],
    record: values.record,
    scenario,
  }
}

/** The given scenario, or a plain one, with the changes of the command line. */
function scenarioOf(values: Values, base: Scenario | null): object {
  const { replay, rate } = values
  return {
    ...(base ?? {
      name: 'run',
      about: 'Command line',
      viewers: 100,
      seconds: replay === undefined ? DEFAULT_SECONDS : MAX_SECONDS,
    }),
    ...(replay === undefined
      ? {}
      : {
          name: 'replay',
          about: `Replay of ${path.basename(replay)}`,
          log: path.resolve(replay),
          messages: undefined,
        }),
    ...(values.format === undefined ? {} : { format: values.format }),
    ...(values['max-gap'] === undefined ? {} : { maxGap: numberOf('max-gap', values['max-gap'], 0.1, MAX_SECONDS) }),
    ...(values['no-spread'] ? { spread: false } : {}),
    ...numbers(values, ['speed', 'seconds', 'viewers', 'pages']),
    ...(rate === undefined ? {} : { messages: numberOf('rate', rate) }),
  }
}

function defaultProcesses(): string {
  return String(Math.max(1, Math.floor(availableParallelism() / 2)))
}

function numbers<Name extends string>(
  values: Readonly<Partial<Record<Name, string>>>,
  names: readonly Name[],
): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = values[name]
      return text === undefined ? [] : [[name, numberOf(name, text)] as const]
    }),
  )
}

function numberOf(name: string, text: string, low = 0, high = 1_000_000): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < low || value > high) {
    throw new Error(`--${name} expects a number from ${low} to ${high}, not "${text}"`)
  }
  return value
}

/** The proxy between the viewers and the server connects to 127.0.0.1, and its own address has no certificate. */
function checkNetwork({ name, network }: Scenario, url: string): void {
  if (network === undefined || /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(url)) return
  throw new Error(
    `The scenario ${name} disturbs the network with a proxy on this machine, which reaches http://127.0.0.1 only, not ${url}`,
  )
}

function originOf(url: string, owned: string | null): string {
  if (!URL.canParse(url)) throw new Error(`--url expects an address, like http://127.0.0.1:8080, not "${url}"`)
  checkTarget(url, owned)
  return new URL(url).origin
}
