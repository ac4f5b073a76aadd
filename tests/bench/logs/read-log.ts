import { openLogFile } from '#load/log-file.ts'

/** Figures of a process that read a log. */
export interface ReadFigures {
  readonly read: number
  readonly used: number
  /** From the start of the process to its first events, seconds. */
  readonly firstSeconds: number
  /** Processor time of the process, seconds. */
  readonly processorSeconds: number
  /** Highest resident memory, MB. */
  readonly memoryMb: number
}

/** Reads a log to its end as a replay does, without the waits, and sends its figures to the parent process. */
export async function measureReading(file: string): Promise<void> {
  const replay = await openLogFile(file, { format: null, maxGapMs: null, spread: true })
  let firstSeconds = 0
  for await (const _ of replay.batches) if (firstSeconds === 0) firstSeconds = process.uptime()
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const { read, used } = replay.account()
  const processorSeconds = (userCPUTime + systemCPUTime) / 1e6
  process.send?.({ read, used, firstSeconds, processorSeconds, memoryMb: maxRSS / 1024 } satisfies ReadFigures, () =>
    process.exit(0),
  )
}
