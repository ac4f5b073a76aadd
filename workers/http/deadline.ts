import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** When a call ends although no answer has come: by time, or because its caller gave up. */
export class Deadline {
  private readonly controller = new AbortController()
  private readonly over: Promise<null>
  private cancelTimer: () => void = () => undefined
  private cause: 'timeout' | 'aborted' | null = null
  private leftMs: number
  private since = 0

  constructor(
    private readonly dependencies: Pick<TransportDependencies, 'setTimer' | 'now'>,
    private readonly timeoutMs: number,
  ) {
    this.over = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(null), { once: true }))
    this.leftMs = timeoutMs
    this.resume()
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get isOver(): boolean {
    return this.cause !== null
  }

  /** The caller has given the call up. */
  get isAborted(): boolean {
    return this.cause === 'aborted'
  }

  abort(): void {
    this.end('aborted')
  }

  /** Stops the time: a person is being asked (S4.18), and no answer can come meanwhile. An abort still ends the call. */
  pause(): void {
    this.cancelTimer()
    this.leftMs = Math.max(0, this.leftMs - (this.dependencies.now() - this.since))
  }

  /** Lets the time run on after {@link pause}. */
  resume(): void {
    if (this.cause) return
    this.since = this.dependencies.now()
    this.cancelTimer = this.dependencies.setTimer(() => this.end('timeout'), this.leftMs)
  }

  /** Gives the whole time again: something is moving, an upload for instance. */
  renew(): void {
    this.cancelTimer()
    this.leftMs = this.timeoutMs
    this.resume()
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
    return failureOf(code, status === undefined ? {} : { status })
  }

  private end(cause: 'timeout' | 'aborted'): void {
    this.cancelTimer()
    if (this.cause) return
    this.cause = cause
    this.controller.abort()
  }
}
