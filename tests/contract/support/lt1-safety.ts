import { CODES } from '#protocol/codes.ts'
import { RISK_TOKEN_LIFETIME_MS } from '#protocol/constants.ts'
import type { SafeTypes } from '#protocol/verification.ts'
import { VERIFICATION_FIELDS } from '#protocol/verification.ts'
import type { Reply } from './lt1-seal.ts'

/** The correct image code. */
export const RIGHT_CODE = 'right'

/** Calls that require a safety check without a risk token (S4.21, S7.14). */
export class Lt1Safety {
  #protections: { path: string; safeTypes: SafeTypes }[] = []
  readonly #tokens = new Set<string>()
  #serial = 0

  protect(path: string, safeTypes: SafeTypes): void {
    this.#protections.push({ path, safeTypes })
  }

  forgetTokens(): void {
    this.#tokens.clear()
  }

  reset(): void {
    this.#protections = []
    this.#serial = 0
    this.forgetTokens()
  }

  refusal(path: string, riskToken: string | undefined): Reply | null {
    const protection = this.#protections.find((one) => path.includes(one.path))
    if (!protection || this.#tokens.has(riskToken ?? '')) return null
    return { code: CODES.NEED_SAFE, data: protection.safeTypes }
  }

  verify({ imgCode }: { imgCode?: string }, now: number): Reply {
    if (imgCode !== RIGHT_CODE) return { code: CODES.VERIFY_CODE_ERROR, data: null }
    this.#serial += 1
    const riskToken = `risk-token-${this.#serial}`
    this.#tokens.add(riskToken)
    return { code: 0, data: { expireAt: Math.floor(now) + RISK_TOKEN_LIFETIME_MS }, riskToken }
  }
}

/** Removes the fields of a verification. */
export function withoutVerification(params: unknown): unknown {
  if (typeof params !== 'object' || params === null || !('safeType' in params)) return params
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => !(VERIFICATION_FIELDS as readonly string[]).includes(name)),
  )
}
