import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { MediaServerReady, MediaServerReport } from './server.ts'

/** Clock ticks per second of /proc. */
const TICKS_PER_SECOND = 100
/** Fields of /proc/PID/stat after the name of the program, which may contain spaces. */
const USER_TIME = 11
const SYSTEM_TIME = 12

/** A media server with publishers in its own process. */
export class MediaServerProcess {
  readonly #child: ChildProcess
  readonly ready: MediaServerReady

  private constructor(child: ChildProcess, ready: MediaServerReady) {
    this.#child = child
    this.ready = ready
  }

  static async start(): Promise<MediaServerProcess> {
    const [, entry] = process.argv
    if (entry === undefined) throw new Error('started without a file')
    const child = fork(entry, ['--media-server'])
    const [ready] = (await once(child, 'message')) as [MediaServerReady]
    return new MediaServerProcess(child, ready)
  }

  async report(): Promise<MediaServerReport> {
    const answered = once(this.#child, 'message')
    this.#child.send('report')
    return ((await answered) as [MediaServerReport])[0]
  }

  /** Processor seconds of the server and of its RTMP process so far. */
  async processorSeconds(): Promise<number[]> {
    return Promise.all(
      this.ready.pids.map(async (pid) => {
        const text = await readFile(`/proc/${pid}/stat`, 'utf8')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS_PER_SECOND
      }),
    )
  }

  /** Resident memory of the RTMP process, bytes. */
  async rtmpResidentBytes(): Promise<number> {
    const text = await readFile(`/proc/${this.ready.pids[1]}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) * 1024
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}
