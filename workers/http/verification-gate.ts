import { RISK_TOKEN_LIFETIME_MS, SAFETY_DIALOG_DELAY_MS } from '#protocol/constants.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { offeredSafeTypes, SAFE_TYPES, type SafeType, type VerificationResult } from '#protocol/verification.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** S7.14: the risk token of the current session. It is held in memory only. */
export class RiskToken {
  readonly #clock: Pick<Clock, 'now'>
  #stored: { readonly value: string; expireAt: number } | null = null

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** The token, or '' if there is none or it has expired. */
  get value(): string {
    if (this.#stored && this.#clock.now() >= this.#stored.expireAt) this.#stored = null
    return this.#stored?.value ?? ''
  }

  set(value: string): void {
    this.#stored = { value, expireAt: this.#clock.now() + RISK_TOKEN_LIFETIME_MS }
  }

  /** Shortens the lifetime. `expireAt` is in epoch milliseconds of the server clock. */
  limitTo(expireAt: number): void {
    if (this.#stored) this.#stored.expireAt = Math.min(this.#stored.expireAt, expireAt)
  }

  clear(): void {
    this.#stored = null
  }
}

/** A call that was refused with NEED_SAFE. */
interface RefusedCall {
  readonly failure: Failure
  /** The risk token that the call carried. A newer one may have arrived since. */
  readonly riskToken: string
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal
}

interface GateContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  /** Server clock. */
  readonly clock: Pick<Clock, 'now'>
  notify(notice: TransportNotice): void
  /** Calls `verification.verify`. The exchange passes the risk token of the response to `storeRiskToken`. */
  verify(result: VerificationResult): Promise<Result<{ expireAt: number }>>
}

/** Result of the dialog. Null means that it was closed. */
type Outcome = VerificationResult | null

/** S4.18-S4.21: holds refused calls until the safety dialog of the page has a result. All calls share one dialog. */
export class VerificationGate {
  readonly #context: GateContext
  readonly #riskToken: RiskToken
  readonly #waiting = new Set<(outcome: Outcome) => void>()
  readonly #offered = new Set<SafeType>()
  #cancelDelay: (() => void) | null = null
  #isOpen = false
  #verifying: Promise<Result<null>> | null = null
  /** Result that the current risk token was issued for. Calls that were sent before the token arrived repeat with it. */
  #lastResult: VerificationResult | null = null

  constructor(context: GateContext) {
    this.#context = context
    this.#riskToken = new RiskToken(context.clock)
  }

  /** S7.14: the risk token that every request carries, or ''. */
  get riskToken(): string {
    return this.#riskToken.value
  }

  storeRiskToken(token: string): void {
    this.#riskToken.set(token)
  }

  /** Resolves to the verification to send with the repeated call, or to null if the dialog was closed. */
  afterRefusal({ failure: refusal, riskToken, signal }: RefusedCall): Promise<Outcome> {
    const hasNewerToken = this.#riskToken.value !== '' && this.#riskToken.value !== riskToken
    if (hasNewerToken && this.#lastResult) return Promise.resolve(this.#lastResult)
    this.#riskToken.clear()
    const types = offeredSafeTypes(refusal.details)
    if (signal.aborted || types.length === 0) return Promise.resolve(null)
    for (const type of types) this.#offered.add(type)
    return new Promise((resolve) => this.#enqueue(resolve, signal))
  }

  /**
   * Verifies the result of the dialog, or of the robot check page (S4.17). Concurrent calls share one verification. On
   * success, all waiting calls continue. On failure, they keep waiting.
   */
  complete(result: VerificationResult): Promise<Result<null>> {
    this.#verifying ??= this.#verify(result).finally(() => (this.#verifying = null))
    return this.#verifying
  }

  /** S4.20: all waiting calls fail with 请求已关闭. */
  close(): void {
    this.#release(null)
  }

  /** Drops the risk token and closes the dialog. Called when the session changes. */
  reset(): void {
    this.#riskToken.clear()
    this.#lastResult = null
    const wasOpen = this.#isOpen
    this.#release(null)
    if (wasOpen) this.#context.notify({ type: 'verification-over' })
  }

  #enqueue(resolve: (outcome: Outcome) => void, signal: AbortSignal): void {
    const finish = (outcome: Outcome) => {
      signal.removeEventListener('abort', abandon)
      resolve(outcome)
    }
    const abandon = () => {
      this.#waiting.delete(finish)
      resolve(null)
      if (this.#waiting.size === 0) this.#closeUnused()
    }
    signal.addEventListener('abort', abandon)
    this.#waiting.add(finish)
    if (this.#isOpen || this.#cancelDelay) return
    this.#cancelDelay = this.#context.dependencies.setTimer(() => this.#open(), SAFETY_DIALOG_DELAY_MS)
  }

  #open(): void {
    this.#cancelDelay = null
    this.#isOpen = true
    const safeTypes = SAFE_TYPES.filter((type) => this.#offered.has(type))
    this.#context.notify({ type: 'verification', safeTypes })
  }

  #closeUnused(): void {
    const wasOpen = this.#isOpen
    this.#clearDialog()
    if (wasOpen) this.#context.notify({ type: 'verification-over' })
  }

  async #verify(result: VerificationResult): Promise<Result<null>> {
    const verified = await this.#context.verify(result)
    if (!verified.ok) return verified
    this.#riskToken.limitTo(verified.data.expireAt)
    this.#lastResult = result
    this.#release(result)
    return success(null)
  }

  #release(outcome: Outcome): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#clearDialog()
    for (const finish of waiting) finish(outcome)
  }

  #clearDialog(): void {
    this.#cancelDelay?.()
    this.#cancelDelay = null
    this.#isOpen = false
    this.#offered.clear()
  }
}
