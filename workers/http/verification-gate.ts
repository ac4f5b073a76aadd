import { SAFETY_DIALOG_DELAY_MS, SAFETY_MAX_ROUNDS, RISK_TOKEN_LIFETIME_MS } from '#protocol/constants.ts'
import type { Result, Failure } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { SafeType, VerificationResult } from '#protocol/verification.ts'
import { offeredSafeTypes, SAFE_TYPES } from '#protocol/verification.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { Deadline } from './deadline.ts'

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

/** A call that was refused with NEED_SAFE and waits for the dialog. */
export interface RefusedCall {
  readonly row: Endpoint
  readonly failure: Failure
  /** The risk token that was there when the call was sent: a newer one may have come since. */
  readonly riskToken: string
  /** 1 for the first refusal, at most SAFETY_MAX_ROUNDS (S4.21). */
  readonly round: number
  /** Aborted when the caller gives the call up: nobody waits for it any more. */
  readonly signal: AbortSignal
}

/**
 * What the safety verification gives to the calls (S4.18-S4.21). A NEED_SAFE refusal waits for `afterRefusal`: a result
 * is merged into the fields of the request that is sent again, null means that the dialog was closed. The time that a
 * person takes does not count against the call's deadline.
 */
export interface SafetyGate {
  afterRefusal(call: RefusedCall): Promise<VerificationResult | null>
  /** S7.14: the risk token that every request carries, '' = none. */
  riskToken(): string
  /** S7.14: a risk token has come in the sealed header of an answer. */
  keepRiskToken(token: string): void
}

/** The checks' own calls are never made to wait for a check. */
const UNGATED = '/api/gw/ic/'

/** Sends until the answer is no NEED_SAFE any more, the dialog was closed, or the rounds are used up. */
export async function throughGate(
  gate: SafetyGate | null,
  row: Endpoint,
  deadline: Deadline,
  send: (merged: VerificationResult | null) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  let riskToken = gate?.riskToken() ?? ''
  let result = await send(null)
  if (!gate || row.path.startsWith(UNGATED)) return result
  for (let round = 1; round <= SAFETY_MAX_ROUNDS; round += 1) {
    if (result.ok || result.code !== CODES.NEED_SAFE) return result
    deadline.pause()
    const refused = { row, failure: result, riskToken, round, signal: deadline.signal }
    // The guard gives null too when the call was given up, which its own failure tells apart.
    const merged = await deadline.guard(gate.afterRefusal(refused))
    deadline.resume()
    if (deadline.isOver) return deadline.failure(true)
    if (!merged) return failureOf(CODES.VERIFICATION_CLOSED)
    riskToken = gate.riskToken()
    result = await send(merged)
  }
  return result
}

/** The fields of a verification beside the call's own; a query string takes none, its request goes by the risk token. */
export function withVerification(row: Endpoint, params: unknown, merged: VerificationResult | null): unknown {
  if (!merged || row.encoding === 'query' || typeof params !== 'object' || params === null) return params
  return { ...params, ...merged }
}

/** S7.14: the risk token of this session, in memory only. Whoever changes the session drops it. */
export class RiskToken {
  private kept: { readonly value: string; until: number } | null = null

  /** `now` is the server's clock, epoch milliseconds. */
  constructor(private readonly now: () => number) {}

  /** '' = none, or none that is still valid. */
  get value(): string {
    if (this.kept && this.now() >= this.kept.until) this.kept = null
    return this.kept?.value ?? ''
  }

  keep(value: string): void {
    this.kept = { value, until: this.now() + RISK_TOKEN_LIFETIME_MS }
  }

  /** The server has said when it will forget the token (epoch milliseconds on its clock). */
  endsAt(expireAt: number): void {
    if (this.kept) this.kept.until = Math.min(this.kept.until, expireAt)
  }

  drop(): void {
    this.kept = null
  }
}
