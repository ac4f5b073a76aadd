import { CODES, codeText } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** When a call ends although no answer has come: by time, or because its caller gave up. */
export class Deadline {
  private readonly controller = new AbortController()
  private readonly over: Promise<null>
  private readonly cancelTimer: () => void
  private cause: 'timeout' | 'aborted' | null = null

  constructor(setTimer: TransportDependencies['setTimer'], timeoutMs: number) {
    this.over = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(null), { once: true }))
    this.cancelTimer = setTimer(() => this.end('timeout'), timeoutMs)
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get isOver(): boolean {
    return this.cause !== null
  }

  abort(): void {
    this.end('aborted')
  }

  /** Frees the timer once the call has ended by itself. */
  finish(): void {
    this.cancelTimer()
  }

  /** The value, or null when the deadline comes first. */
  guard<Value>(promise: Promise<Value>): Promise<Value | null> {
    return Promise.race([promise, this.over])
  }

  /** S8.11-S8.14: why nothing came: given up, too late, the page is offline, or the network failed. */
  failure(isOnline: boolean, status?: number): Failure {
    const code =
      this.cause === 'aborted'
        ? CODES.ABORTED
        : this.cause === 'timeout'
          ? CODES.TIMEOUT
          : isOnline
            ? CODES.NETWORK_FAILURE
            : CODES.OFFLINE
    return failure(code, codeText(code), status === undefined ? {} : { status })
  }

  private end(cause: 'timeout' | 'aborted'): void {
    this.cancelTimer()
    if (this.cause) return
    this.cause = cause
    this.controller.abort()
  }
}
