import { createHash, randomBytes } from 'node:crypto'
import { RISK_TOKEN_LIFETIME_MS } from '#protocol/constants.ts'
import { memoryStores } from '../../database/shared/expiring-map.ts'
import type { ExpiringStore } from '../../database/shared/expiring-store.ts'
import type { Holder } from './holder.ts'

const TOKEN_BYTES = 32
/** About 300 bytes each. A client whose token was evicted is checked again. */
const MAX_TOKENS = 100_000

/** The holder of a risk token; `kid` is the key id of its call. */
export interface RiskHolder extends Holder {
  readonly kid: string
  /** Endpoints that carry no session (S7.11) identify a member's token by the keys. */
  readonly isTokenBlanked: boolean
}

/**
 * Risk tokens (S7.14): 256 random bits for ten minutes, stored as a hash, valid for one device and session, or before
 * sign-in for one device and its keys.
 */
export class RiskTokens {
  readonly #tokens: ExpiringStore<RiskHolder>

  /** Tokens are in memory unless `stores` is given. */
  constructor(now: () => number, stores = memoryStores(now)) {
    this.#tokens = stores('risk-token', MAX_TOKENS)
  }

  async issue(holder: RiskHolder): Promise<{ token: string; expireAt: number }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    return { token, expireAt: await this.#tokens.put(hashOf(token), holder, RISK_TOKEN_LIFETIME_MS) }
  }

  async isValid(token: string | undefined, holder: RiskHolder): Promise<boolean> {
    if (token === undefined || token === '') return false
    const issued = await this.#tokens.get(hashOf(token))
    if (issued?.deviceId !== holder.deviceId) return false
    if (issued.sessionId === null || holder.isTokenBlanked) {
      return issued.kid === holder.kid && (holder.isTokenBlanked || holder.sessionId === null)
    }
    return issued.sessionId === holder.sessionId
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
