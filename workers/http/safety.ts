import { CODES, failureOf } from '#protocol/codes.ts'
import { SAFETY_MAX_ROUNDS } from '#protocol/constants.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { Deadline } from './deadline.ts'

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
