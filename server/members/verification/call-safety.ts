import { CODES, failureOf } from '#protocol/codes.ts'
import type { Awaitable } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { Failure } from '#protocol/result.ts'
import { VERIFICATION_FIELDS, VerificationResult } from '#protocol/verification.ts'
import type { RiskHolder } from './risk-tokens.ts'
import type { SafeTypes, Verification } from './verification.ts'

/** Safety checks available to a handler. */
export interface CallSafety {
  /** Null if a risk token or a merged result proves a person, else NEED_SAFE. */
  prove(): Awaitable<Failure | null>
  /** Redeems a result once (S7.14). The risk token is sent with this call's response. Null if the result is wrong. */
  exchange(result: VerificationResult): Awaitable<{ expireAt: number } | null>
}

/** Separates verification fields from the parameters of a call, whose schema does not contain them (Annex C.2). */
export function withoutVerification(endpoint: Endpoint, params: unknown): { params: unknown; merged: unknown } {
  if (endpoint.encoding === 'query' || typeof params !== 'object' || params === null || Array.isArray(params)) {
    return { params, merged: null }
  }
  // Endpoints of the checks have their own fields of these names.
  if (endpoint.path.startsWith('/api/gw/ic/') || !Object.hasOwn(params, 'safeType')) return { params, merged: null }
  const fields: readonly string[] = VERIFICATION_FIELDS
  const entries = Object.entries(params)
  return {
    params: Object.fromEntries(entries.filter(([name]) => !fields.includes(name))),
    merged: Object.fromEntries(entries.filter(([name]) => fields.includes(name))),
  }
}

/** Safety state of one call: what it has proved, and the risk token of its response. */
export class SafetyOfCall implements CallSafety {
  /** '' for none. */
  issued = ''
  readonly #verification: Verification
  readonly #site: SafeTypes
  readonly #holder: RiskHolder
  readonly #address: string
  readonly #riskToken: string | undefined
  readonly #merged: unknown
  #isProven: Promise<boolean> | null = null

  constructor(
    verification: Verification,
    call: { site: SafeTypes; holder: RiskHolder; address: string; riskToken: string | undefined; merged: unknown },
  ) {
    this.#verification = verification
    this.#site = call.site
    this.#holder = call.holder
    this.#address = call.address
    this.#riskToken = call.riskToken
    this.#merged = call.merged
  }

  async prove(): Promise<Failure | null> {
    // A result is checked once, however often a handler calls this.
    this.#isProven ??= this.hasRiskToken().then((isValid) => isValid || this.#isMergedRight())
    return (await this.#isProven) ? null : needSafe(this.#site)
  }

  hasRiskToken(): Promise<boolean> {
    return this.#verification.riskTokens.isValid(this.#riskToken, this.#holder)
  }

  async exchange(result: VerificationResult): Promise<{ expireAt: number } | null> {
    if (!(await this.#check(result))) return null
    const { token, expireAt } = await this.#verification.riskTokens.issue(this.#holder)
    this.issued = token
    return { expireAt }
  }

  async #isMergedRight(): Promise<boolean> {
    const result = VerificationResult.safeParse(this.#merged)
    return result.success && this.#check(result.data)
  }

  /** False for a kind of check that the site does not offer. */
  async #check(result: VerificationResult): Promise<boolean> {
    if (this.#site.safeVerifyTypes[result.safeType] === 0) return false
    return this.#verification.check(result, this.#holder, this.#address)
  }
}

/** NEED_SAFE with the kinds of checks that the site offers (S4.19). */
export function needSafe({ safeVerifyTypes }: SafeTypes): Failure {
  return failureOf(CODES.NEED_SAFE, { details: safeVerifyTypes })
}
