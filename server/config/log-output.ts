import { writeSync } from 'node:fs'

/** Maximum number of characters that wait for a blocked output. */
const MAX_WAITING = 1_000_000
const RETRY_AFTER_MS = 250
const NOTHING = Buffer.alloc(0)

interface LogOutputOptions {
  /** Writes without blocking and returns the number of written bytes. Throws if the output accepts nothing. */
  readonly write: (bytes: Uint8Array) => number
  /** Runs a task after a delay (ms) without keeping the process alive. */
  readonly later?: (task: () => void, delayMs: number) => void
  readonly now?: () => number
}

/**
 * The output of the log. An output that fails or blocks neither throws nor delays the server (full disk, closed or slow
 * reader). Unwritten lines wait in order and are retried four times a second. At most a million characters wait;
 * further lines are dropped and counted, and a line reports the count when the output accepts data again. `flushSync`
 * is missing on purpose: pino would retry for ever and block the process.
 */
export class LogOutput {
  /** The unwritten rest of a partly written line. */
  #begun: Uint8Array = NOTHING
  #waiting = ''
  #dropped = 0
  #isRetrying = false
  readonly #options: LogOutputOptions

  constructor(options: LogOutputOptions) {
    this.#options = options
  }

  /** Appends a line with its line break. Never throws. */
  write(line: string): void {
    if (this.#dropped > 0 || this.#waiting.length + line.length > MAX_WAITING) this.#dropped += 1
    else this.#waiting += line
    if (!this.#isRetrying) this.push()
  }

  /** Writes what the output accepts; retries the rest later. Never throws. */
  push(): void {
    try {
      while (this.#hasMore()) {
        const count = this.#options.write(this.#begun)
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
    this.#begun = Buffer.from(this.#waiting + this.#reportDropped())
    this.#waiting = ''
    this.#dropped = 0
    return true
  }

  #reportDropped(): string {
    if (this.#dropped === 0) return ''
    const time = (this.#options.now ?? Date.now)()
    return `${JSON.stringify({ level: 40, time, msg: `the log could not be written: ${this.#dropped} lines are missing here` })}\n`
  }

  #retry(): void {
    if (this.#isRetrying) return
    this.#isRetrying = true
    const later = this.#options.later ?? ((task, delayMs) => void setTimeout(task, delayMs).unref())
    later(() => {
      this.#isRetrying = false
      this.push()
    }, RETRY_AFTER_MS)
  }
}

let standard: LogOutput | null = null

/**
 * The standard output for all logs of the process. Two writers could interleave within a line. Node makes a piped
 * stdout non-blocking, so a slow reader causes EAGAIN; a terminal stopped with Ctrl-S does block the server. Waiting
 * lines are tried once more when the process exits.
 */
export function standardOutput(): LogOutput {
  if (standard) return standard
  const output = new LogOutput({ write: (bytes) => writeSync(process.stdout.fd, bytes) })
  // The start report is written to the stream, which emits its own errors.
  process.stdout.on('error', () => undefined)
  process.once('exit', () => output.push())
  standard = output
  return output
}
