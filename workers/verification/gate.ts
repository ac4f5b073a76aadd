import { SAFETY_DIALOG_DELAY_MS } from '#protocol/constants.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { SafeType, VerificationResult } from '#protocol/verification.ts'
import { offeredSafeTypes, SAFE_TYPES } from '#protocol/verification.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { TransportDependencies } from '../dependencies.ts'
import type { RefusedCall, SafetyGate } from '../http/safety.ts'
import { RiskToken } from './risk-token.ts'

export interface GateContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  /** Server clock, epoch milliseconds. */
  serverNow(): number
  notify(notice: TransportNotice): void
  /** One call of `verification.verify`; the risk token of its answer comes in through {@link SafetyGate.keepRiskToken}. */
  verify(result: VerificationResult): Promise<Result<{ expireAt: number }>>
}

type Ending = VerificationResult | null

/** S4.18-S4.21: every request that meets NEED_SAFE waits here for one and the same dialog of the page. */
export class VerificationGate implements SafetyGate {
  private readonly risk: RiskToken
  private readonly waiting = new Set<(ending: Ending) => void>()
  private readonly offered = new Set<SafeType>()
  private cancelDelay: (() => void) | null = null
  private isOpen = false
  private verifying: Promise<Result<null>> | null = null
  /** What the risk token was given for: merged into requests that were refused because they left before it came. */
  private lastResult: VerificationResult | null = null

  constructor(private readonly context: GateContext) {
    this.risk = new RiskToken(() => context.serverNow())
  }

  riskToken(): string {
    return this.risk.value
  }

  keepRiskToken(token: string): void {
    this.risk.keep(token)
  }

  afterRefusal({ failure: refusal, riskToken, signal }: RefusedCall): Promise<Ending> {
    const isOvertaken = this.risk.value !== '' && this.risk.value !== riskToken
    if (isOvertaken && this.lastResult) return Promise.resolve(this.lastResult)
    this.risk.drop()
    const types = offeredSafeTypes(refusal.details)
    if (signal.aborted || types.length === 0) return Promise.resolve(null)
    for (const type of types) this.offered.add(type)
    return new Promise((resolve) => this.admit(resolve, signal))
  }

  /**
   * The dialog's answer, or that of the robot check page, where nobody waits (S4.17): verified once, then everybody goes
   * on. A failed check leaves them waiting.
   */
  complete(result: VerificationResult): Promise<Result<null>> {
    this.verifying ??= this.verify(result).finally(() => (this.verifying = null))
    return this.verifying
  }

  /** S4.20: everybody who waits fails with 请求已关闭. */
  close(): void {
    this.release(null)
  }

  /** Another session, or none: neither its risk token nor its dialog concerns anybody any more. */
  reset(): void {
    this.risk.drop()
    this.lastResult = null
    const wasOpen = this.isOpen
    this.release(null)
    if (wasOpen) this.context.notify({ type: 'verification-over' })
  }

  private admit(resolve: (ending: Ending) => void, signal: AbortSignal): void {
    const end = (ending: Ending) => {
      signal.removeEventListener('abort', leave)
      resolve(ending)
    }
    const leave = () => {
      this.waiting.delete(end)
      resolve(null)
      if (this.waiting.size === 0) this.abandon()
    }
    signal.addEventListener('abort', leave)
    this.waiting.add(end)
    if (this.isOpen || this.cancelDelay) return
    this.cancelDelay = this.context.dependencies.setTimer(() => this.open(), SAFETY_DIALOG_DELAY_MS)
  }

  private open(): void {
    this.cancelDelay = null
    this.isOpen = true
    const safeTypes = SAFE_TYPES.filter((type) => this.offered.has(type))
    this.context.notify({ type: 'verification', safeTypes })
  }

  private abandon(): void {
    const wasOpen = this.isOpen
    this.shut()
    if (wasOpen) this.context.notify({ type: 'verification-over' })
  }

  private async verify(result: VerificationResult): Promise<Result<null>> {
    const verified = await this.context.verify(result)
    if (!verified.ok) return verified
    this.risk.endsAt(verified.data.expireAt)
    this.lastResult = result
    this.release(result)
    return success(null)
  }

  private release(ending: Ending): void {
    const waiting = [...this.waiting]
    this.waiting.clear()
    this.shut()
    for (const end of waiting) end(ending)
  }

  private shut(): void {
    this.cancelDelay?.()
    this.cancelDelay = null
    this.isOpen = false
    this.offered.clear()
  }
}
