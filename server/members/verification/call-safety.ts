import { CODES, failureOf } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { Failure } from '#protocol/result.ts'
import { VERIFICATION_FIELDS, VerificationResult } from '#protocol/verification.ts'
import type { RiskHolder } from './risk-tokens.ts'
import type { Verification } from './verification.ts'

/** What a handler can ask about the safety of the call that it serves. */
export interface CallSafety {
  /** Null when a person has been shown to be there: by a risk token, or by a merged result. Else NEED_SAFE. */
  prove(): Failure | null
  /** Checks a result once (S7.14): the risk token leaves with this call's answer. Null = the result was wrong. */
  exchange(result: VerificationResult): { expireAt: number } | null
}

/** The fields of a verification taken off a call's parameters, for its own shape knows nothing of them (Annex C.2). */
export function withoutVerification(row: Endpoint, params: unknown): { params: unknown; merged: unknown } {
  if (row.encoding === 'query' || typeof params !== 'object' || params === null || Array.isArray(params)) {
    return { params, merged: null }
  }
  // The checks' own calls have these fields for themselves.
  if (row.path.startsWith('/api/gw/ic/') || !Object.hasOwn(params, 'safeType')) return { params, merged: null }
  const fields: readonly string[] = VERIFICATION_FIELDS
  const entries = Object.entries(params)
  return {
    params: Object.fromEntries(entries.filter(([name]) => !fields.includes(name))),
    merged: Object.fromEntries(entries.filter(([name]) => fields.includes(name))),
  }
}

/** The safety of one call: what it has shown so far, and the risk token that its answer will carry. */
export class SafetyOfCall implements CallSafety {
  /** '' = none. */
  issued = ''
  readonly #verification: Verification
  readonly #holder: RiskHolder
  readonly #address: string
  readonly #riskToken: string | undefined
  readonly #merged: unknown
  #isProven: boolean | null = null

  constructor(
    verification: Verification,
    call: { holder: RiskHolder; address: string; riskToken: string | undefined; merged: unknown },
  ) {
    this.#verification = verification
    this.#holder = call.holder
    this.#address = call.address
    this.#riskToken = call.riskToken
    this.#merged = call.merged
  }

  prove(): Failure | null {
    // A result is looked at once, whoever asks how often.
    this.#isProven ??= this.hasRiskToken() || this.#isMergedRight()
    return this.#isProven ? null : needSafe(this.#verification)
  }

  hasRiskToken(): boolean {
    return this.#verification.riskTokens.isValid(this.#riskToken, this.#holder)
  }

  exchange(result: VerificationResult): { expireAt: number } | null {
    if (!this.#verification.check(result, this.#holder, this.#address)) return null
    const { token, expireAt } = this.#verification.riskTokens.issue(this.#holder)
    this.issued = token
    return { expireAt }
  }

  #isMergedRight(): boolean {
    const result = VerificationResult.safeParse(this.#merged)
    return result.success && this.#verification.check(result.data, this.#holder, this.#address)
  }
}

/** NEED_SAFE with the kinds of checks that are on (S4.19). */
export function needSafe({ settings }: Pick<Verification, 'settings'>): Failure {
  return failureOf(CODES.NEED_SAFE, { details: settings.safeVerifyTypes })
}
