import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { toBase64Url } from '#protocol/bytes.ts'
import { SIGNED_QUERY_WINDOW_MS, signedQueryText } from '#protocol/third-party.ts'
import { isEqualText } from '../config/secrets.ts'
import { type NonceGuard, ReplayGuard } from '../net/replay.ts'
import { memoryStores } from '../database/shared/expiring-map.ts'
import type { ExpiringStore } from '../database/shared/expiring-store.ts'

/** Lifetime of credentials for the provider. */
export const GRANT_LIFETIME_MS = 10 * 60_000
const MAX_GRANTS = 20_000
const KEY_BYTES = 32
const IV_BYTES = 12

export interface VideoGrant {
  readonly appId: string
  readonly signKey: string
  readonly dataKey: string
  /** Epoch milliseconds. */
  readonly expireAt: number
}

/** A valid signed query: live grant, in time, first use. */
interface SignedQuery {
  readonly matchId: string
  /** Encrypts a response for the signer, bound to this query. */
  encrypt(json: string): string
}

/** Stands for a missing grant, so that the work takes the same time. */
const NO_KEY = randomBytes(KEY_BYTES)
const NAMES = ['appId', 'matchId', 'nonce', 'sign', 'ts']
const NONCE = /^[A-Za-z0-9_-]{8,64}$/
const TIME = /^\d{1,16}$/

interface VideoGrantsOptions {
  /** Grants and nonces that several processes share; in memory by default. */
  readonly grants?: ExpiringStore<VideoGrant>
  readonly nonces?: NonceGuard
}

/** Credentials of the third-party video provider (S7.114), known to the servers and the requesting worker. */
export class VideoGrants {
  readonly #now: () => number
  readonly #grants: ExpiringStore<VideoGrant>
  readonly #nonces: NonceGuard

  constructor(now: () => number, { grants, nonces }: VideoGrantsOptions = {}) {
    this.#now = now
    this.#grants = grants ?? memoryStores(now)('video-grant', MAX_GRANTS)
    this.#nonces = nonces ?? new ReplayGuard(now)
  }

  async issue(): Promise<VideoGrant> {
    const grant: VideoGrant = {
      appId: toBase64Url(randomBytes(12)),
      signKey: toBase64Url(randomBytes(KEY_BYTES)),
      dataKey: toBase64Url(randomBytes(KEY_BYTES)),
      expireAt: this.#now() + GRANT_LIFETIME_MS,
    }
    await this.#grants.put(grant.appId, grant, GRANT_LIFETIME_MS)
    return grant
  }

  /** Null for each invalid query: unknown or expired grant, wrong signature, wrong time, used nonce, wrong names. */
  async verify(query: URLSearchParams): Promise<SignedQuery | null> {
    const params = Object.fromEntries(query)
    const { appId = '', matchId = '', nonce = '', sign = '', ts = '' } = params
    const grant = await this.#grants.get(appId)
    const isSigned = isSignature(sign, params, grant ? Buffer.from(grant.signKey, 'base64url') : NO_KEY)
    if (!grant || !isSigned || [...query.keys()].sort().join() !== NAMES.join()) return null
    const now = this.#now()
    if (now >= grant.expireAt || !isTimely(ts, now)) return null
    if (!NONCE.test(nonce) || !(await this.#nonces.accept(appId, nonce))) return null
    return { matchId, encrypt: (json) => encryptField(json, Buffer.from(grant.dataKey, 'base64url'), sign) }
  }
}

function isSignature(sign: string, params: Readonly<Record<string, string>>, key: Buffer): boolean {
  const expected = createHmac('sha256', key).update(signedQueryText(params)).digest('hex')
  return isEqualText(sign, expected)
}

function isTimely(ts: string, now: number): boolean {
  return TIME.test(ts) && Math.abs(now - Number(ts)) <= SIGNED_QUERY_WINDOW_MS
}

/** One byte per character, so that equal text lengths are equal byte lengths. */
/** base64url( iv 12 | AES-256-GCM | tag 16 ), bound to the query's sign (third-party.ts). */
function encryptField(json: string, key: Buffer, sign: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(sign, 'utf8'))
  return toBase64Url(Buffer.concat([iv, cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()]))
}
