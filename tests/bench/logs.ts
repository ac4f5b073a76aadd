import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../support/project.ts'
import type { Bench } from './harness/figures.ts'
import { writeRecorderLog, writeTwitchLog } from './logs/large-logs.ts'
import type { ReadFigures } from './logs/read-log.ts'

const MIN_MB_PER_SECOND = 60
const MAX_MEMORY_MB = 250
const MAX_FIRST_SECONDS = 2

interface LogBench {
  readonly name: string
  readonly about: string
  /** Writes the log; resolves to its number of records. */
  readonly write: (file: string) => Promise<number>
}

const LOGS: readonly LogBench[] = [
  {
    name: 'log-twitch',
    about: '500 MB of Twitch chat as JSON',
    write: (file) => writeTwitchLog(file, 500),
  },
  {
    name: 'log-xml',
    about: '200 MB of a live recorder as XML, with the raw message of each danmaku',
    write: (file) => writeRecorderLog(file, 200, true),
  },
  {
    name: 'log-xml-plain',
    about: '200 MB of a live recorder as XML, 100 bytes per danmaku',
    write: (file) => writeRecorderLog(file, 200, false),
  },
]

/**
 * Reading of recorded logs by the load tool, to the last event of the replay. Throughput is per second of processor time
 * of the whole process, so that it does not depend on other work of the machine.
 */
export const logBenches: readonly Bench[] = LOGS.map(({ name, about, write }) => ({
  name,
  about: `${about}, read by the load tool; MB per second of processor time`,
  figures: {
    throughput: { unit: 'MB per s', atLeast: MIN_MB_PER_SECOND },
    memory: { unit: 'MB', atMost: MAX_MEMORY_MB },
    'first events': { unit: 's', atMost: MAX_FIRST_SECONDS },
    records: { unit: 'per s' },
    'not used': { unit: 'count', atMost: 0 },
  },
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-logs-'))
    try {
      const file = path.join(folder, 'log')
      const written = await write(file)
      const { size } = await stat(file)
      const { used, firstSeconds, processorSeconds, memoryMb } = await readIn(file)
      return {
        throughput: size / 1e6 / processorSeconds,
        memory: memoryMb,
        'first events': firstSeconds,
        records: used / processorSeconds,
        'not used': written - used,
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}))

/** Reads a log in a process of its own. */
async function readIn(file: string): Promise<ReadFigures> {
  const script = path.join(PROJECT_ROOT, 'scripts/run.mjs')
  const entry = path.join(PROJECT_ROOT, 'tests/bench/logs/read-log.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, entry, file])
  return JSON.parse(stdout) as ReadFigures
}
