import { writeSync } from 'node:fs'

/** Characters that wait for an output that takes nothing. */
const MAX_WAITING = 1_000_000
const RETRY_AFTER_MS = 250
const NOTHING = Buffer.alloc(0)

interface LogOutputOptions {
  /** Writes at once what it can and returns how many bytes that were; throws when the output takes nothing. */
  readonly write: (bytes: Uint8Array) => number
  /** Runs a task after so many milliseconds; it keeps no process alive. */
  readonly later?: (task: () => void, delayMs: number) => void
  readonly now?: () => number
}

/**
 * Where the lines of the log go: an output that may fail, and must take the server along neither by an error nor by
 * keeping it waiting. A full disk, a reader who has gone and one who reads slowly are the same here: what was not
 * taken waits, in order and whole, and is tried again four times a second. At most a million characters wait; lines
 * beyond them are counted and dropped, and a line says how many when the output takes something again. It has no
 * `flushSync`: that of pino tries for ever, with the whole process standing still.
 */
export class LogOutput {
  /** The rest of what was begun. */
  #begun: Uint8Array = NOTHING
  #waiting = ''
  #dropped = 0
  #isRetrying = false

  constructor(private readonly options: LogOutputOptions) {}

  /** Takes a line with its end. Never throws. */
  write(line: string): void {
    if (this.#dropped > 0 || this.#waiting.length + line.length > MAX_WAITING) this.#dropped += 1
    else this.#waiting += line
    if (!this.#isRetrying) this.push()
  }

  /** Writes what the output takes now; the rest is tried again later. Never throws. */
  push(): void {
    try {
      while (this.#hasMore()) {
        const count = this.options.write(this.#begun)
        if (count === 0) throw new Error('nothing was taken')
        this.#begun = this.#begun.subarray(count)
      }
    } catch {
      this.#retry()
    }
  }

  #hasMore(): boolean {
    if (this.#begun.length > 0) return true
    if (this.#waiting === '' && this.#dropped === 0) return false
    this.#begun = Buffer.from(this.#waiting + this.#tellDropped())
    this.#waiting = ''
    this.#dropped = 0
    return true
  }

  #tellDropped(): string {
    if (this.#dropped === 0) return ''
    const time = (this.options.now ?? Date.now)()
    return `${JSON.stringify({ level: 40, time, msg: `the log could not be written: ${this.#dropped} lines are missing here` })}\n`
  }

  #retry(): void {
    if (this.#isRetrying) return
    this.#isRetrying = true
    const later = this.options.later ?? ((task, delayMs) => void setTimeout(task, delayMs).unref())
    later(() => {
      this.#isRetrying = false
      this.push()
    }, RETRY_AFTER_MS)
  }
}

let standard: LogOutput | null = null

/**
 * Standard output, for all logs of the process together: one that wrote beside another could end up within its line.
 * Node makes a pipe there one that does not wait, so that a slow reader is an error like others (EAGAIN); a terminal
 * that its user has stopped (Ctrl-S) does stop the server. What still waits at the end of the process is tried once more.
 */
export function standardOutput(): LogOutput {
  if (standard) return standard
  const output = new LogOutput({ write: (bytes) => writeSync(process.stdout.fd, bytes) })
  // The start report goes to the stream: it has an error of its own, which nobody can be told of.
  process.stdout.on('error', () => undefined)
  process.once('exit', () => output.push())
  standard = output
  return output
}
