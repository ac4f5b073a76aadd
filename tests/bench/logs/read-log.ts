import { openLogFile } from '#load/log-file.ts'

/** Figures of a process that read a log. */
export interface ReadFigures {
  readonly used: number
  /** From the start of the process to its first events, seconds. */
  readonly firstSeconds: number
  /** Processor time of the process from the opening of the file, seconds: modules are loaded before. */
  readonly processorSeconds: number
  /** Highest resident memory, MB. */
  readonly memoryMb: number
}

/** Memory is measured once in so many batches. */
const MEMORY_BATCHES = 8

/**
 * `node scripts/run.mjs tests/bench/logs/read-log.ts FILE`: reads a log to its end as a replay does, without the waits,
 * and prints {@link ReadFigures} as JSON. An entry of its own, because loading the modules of all benches takes seconds.
 */
async function measureReading(file: string): Promise<ReadFigures> {
  const before = process.cpuUsage()
  const replay = await openLogFile(file, { format: null, maxGapMs: null, spread: true })
  let firstSeconds = 0
  // `maxRSS` of the process is at least that of its parent at the fork.
  let bytes = 0
  let batches = 0
  for await (const _ of replay.batches) {
    if (firstSeconds === 0) firstSeconds = process.uptime()
    // A look at each batch would cost 2 % of the time.
    if (batches % MEMORY_BATCHES === 0) bytes = Math.max(bytes, process.memoryUsage.rss())
    batches += 1
  }
  const { user, system } = process.cpuUsage(before)
  const { used } = replay.account()
  return { used, firstSeconds, processorSeconds: (user + system) / 1e6, memoryMb: bytes / 1e6 }
}

console.log(JSON.stringify(await measureReading(process.argv[2] ?? '')))
