import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import type { RtmpOptions } from './rtmp-options.ts'
import type { RtmpReport } from './rtmp-report.ts'

/** A path instead of an import, because a process starts from a file, before and after a build. */
const PROCESS_FILE = join(PROJECT_ROOT, 'server/media/ingest/rtmp-process.mjs')

/** Interval of its heartbeat. It is killed after several missed heartbeats. */
const ALIVE_EVERY_MS = 1_000
const MAX_MISSED = 8

interface ChildEvents {
  readonly onReport: (report: RtmpReport) => void
  /** Called once, at the end: it has exited, could not start, or its channel failed. */
  readonly onEnd: (reason: string | number | null) => void
}

function forkProcess(log: RtmpOptions['log']): ChildProcess {
  const child = fork(PROCESS_FILE, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: {}, // Passes none of the server's secrets.
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => log.debug({ line }, 'RTMP process'))
  }
  return child
}

/** Starts the RTMP process and kills it when it hangs. Null if it could not start; `onEnd` was called then. */
export function startRtmpChild(
  { host, port, signingKey, log }: Pick<RtmpOptions, 'host' | 'port' | 'signingKey' | 'log'>,
  { onReport, onEnd }: ChildEvents,
): ChildProcess | null {
  let child: ChildProcess | null = null
  let watch: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = (reason: string | number | null): void => {
    if (hasEnded) return
    hasEnded = true
    clearInterval(watch)
    child?.kill('SIGKILL')
    onEnd(reason)
  }
  try {
    child = forkProcess(log)
    // A missing program or a process limit emits an error without an exit.
    child.on('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ?? code))
    let missed = 0
    watch = setInterval(() => {
      missed += 1
      if (missed > MAX_MISSED) child?.kill('SIGKILL')
    }, ALIVE_EVERY_MS)
    child.on('message', (report: RtmpReport) => {
      missed = 0
      if (!hasEnded) onReport(report)
    })
    child.send({ kind: 'start', host, port, signingKey })
  } catch (error) {
    end(error instanceof Error ? error.message : String(error))
  }
  return hasEnded ? null : child
}
