import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** Ends a call that has no response: after a timeout, or when its caller aborts it. */
export class Deadline {
  readonly #dependencies: Pick<TransportDependencies, 'setTimer' | 'now'>
  readonly #timeoutMs: number
  readonly #controller = new AbortController()
  readonly #ended: Promise<null>
  #cancelTimer: () => void = () => undefined
  #cause: 'timeout' | 'aborted' | null = null
  #remainingMs: number
  #resumedAt = 0

  constructor(dependencies: Pick<TransportDependencies, 'setTimer' | 'now'>, timeoutMs: number) {
    this.#dependencies = dependencies
    this.#timeoutMs = timeoutMs
    this.#ended = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(null), { once: true }))
    this.#remainingMs = timeoutMs
    this.resume()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#cause !== null
  }

  /** True if the caller aborted the call. */
  get isAborted(): boolean {
    return this.#cause === 'aborted'
  }

  abort(): void {
    this.#end('aborted')
  }

  /** Stops the timeout while a dialog waits for the user (S4.18). An abort still ends the call. */
  pause(): void {
    this.#cancelTimer()
    this.#remainingMs = Math.max(0, this.#remainingMs - (this.#dependencies.now() - this.#resumedAt))
  }

  /** Continues the timeout after {@link pause}. */
  resume(): void {
    if (this.#cause) return
    this.#resumedAt = this.#dependencies.now()
    this.#cancelTimer = this.#dependencies.setTimer(() => this.#end('timeout'), this.#remainingMs)
  }

  /** Restarts the timeout, for example on upload progress. */
  renew(): void {
    this.#cancelTimer()
    this.#remainingMs = this.#timeoutMs
    this.resume()
  }

  /** Clears the timer after the call has ended. */
  finish(): void {
    this.#cancelTimer()
  }

  /** Resolves to the value of the promise, or to null if the deadline comes first. */
  guard<Value>(promise: Promise<Value>): Promise<Value | null> {
    return Promise.race([promise, this.#ended])
  }

  /** S8.11-S8.14: the failure of a call without a response: aborted, timed out, offline, or a network failure. */
  failure(isOnline: boolean, status?: number): Failure {
    return failureOf(this.#code(isOnline), status === undefined ? {} : { status })
  }

  #code(isOnline: boolean): number {
    if (this.#cause === 'aborted') return CODES.ABORTED
    if (this.#cause === 'timeout') return CODES.TIMEOUT
    return isOnline ? CODES.NETWORK_FAILURE : CODES.OFFLINE
  }

  #end(cause: 'timeout' | 'aborted'): void {
    this.#cancelTimer()
    if (this.#cause) return
    this.#cause = cause
    this.#controller.abort()
  }
}
