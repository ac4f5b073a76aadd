import { createHash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { eq, lte } from 'drizzle-orm'
import { fromBase64Url, toBase64Url, utf8 } from '#protocol/bytes.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import { webAuthnChallenge } from '../../database/schema/security.ts'

/** Loaded at the first ceremony: loading it takes a tenth of the processor time of a start. */
const webAuthn = () => import('@simplewebauthn/server')

/** Time from the options of a ceremony to its response. */
const CEREMONY_LIFETIME_MS = 5 * MINUTE_MS
const NAME = '看台'
/** Maximum number of passkeys per member or operator. */
export const MAX_PASSKEYS = 10
export const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1024}$/

/** The part of a call that a ceremony is bound to. */
export interface Asking {
  /** Device of a member; session of an operator. */
  readonly deviceId: string
  readonly origin?: string
}
/** JSON of options and responses of WebAuthn. */
export type Json = Record<string, unknown>
/** A ceremony whose response the server expects. */
export type Challenge = typeof webAuthnChallenge.$inferSelect

/** What a ceremony is for. The owner is a member, an operator, or nobody (a sign-in without a name). */
interface Purpose {
  readonly id: string
  readonly kind: Challenge['kind']
  readonly memberId?: string | null
  readonly operatorId?: string | null
}
/** A credential as the database stores it, without its owner. */
export interface Credential {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: string[]
  readonly label: string
  readonly createdAt: number
  readonly usedAt: number | null
}
/** A new passkey belongs to this account. */
interface Account {
  /** User handle, which a discoverable credential returns at a sign-in. */
  readonly handle: string
  readonly name: string
  readonly displayName: string
  readonly credentials: readonly Credential[]
  /** True if a sign-in without a name shall offer the passkey. */
  readonly isDiscoverable: boolean
}

/** WebAuthn ceremonies with user verification, of members and of operators: options, open challenges, responses. */
export class Ceremonies {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number
  readonly #allowedOrigins: readonly string[]

  /** @param options.allowedOrigins origins of ALLOWED_ORIGINS; empty for pages of this host only */
  constructor(
    database: Pick<Database, 'db'>,
    { now, allowedOrigins }: { readonly now: () => number; readonly allowedOrigins: readonly string[] },
  ) {
    this.#database = database
    this.#now = now
    this.#allowedOrigins = allowedOrigins
  }

  /**
   * Options for `navigator.credentials.create`; null if the calling page cannot use passkeys. They replace an open
   * ceremony with the same id.
   */
  async registrationOptions(purpose: Purpose, account: Account, call: Asking): Promise<Json | null> {
    const party = relyingPartyOf(call.origin, this.#allowedOrigins)
    if (!party) return null
    const { generateRegistrationOptions } = await webAuthn()
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: party.id,
      userID: Uint8Array.from(utf8(account.handle)),
      userName: account.name,
      userDisplayName: account.displayName,
      timeout: CEREMONY_LIFETIME_MS,
      attestationType: 'none',
      excludeCredentials: account.credentials.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: {
        residentKey: account.isDiscoverable ? 'required' : 'discouraged',
        userVerification: 'required',
      },
    })
    await this.#open(purpose, call.deviceId, party.origin, options.challenge)
    return { ...options }
  }

  /** The credential that a response to {@link registrationOptions} creates, or null if the response is wrong. */
  async verifyRegistration(
    { challenge, origin }: Challenge,
    label: string,
    response: Json,
  ): Promise<Credential | null> {
    const { verifyRegistrationResponse } = await webAuthn()
    const verified = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    }).catch(() => null)
    if (verified?.verified !== true) return null
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
    return {
      id,
      publicKey: toBase64Url(publicKey),
      counter,
      transports: transports.filter((one) => /^[a-z-]{1,16}$/.test(one)).slice(0, 8),
      label: labelOf(label),
      createdAt: this.#now(),
      usedAt: null,
    }
  }

  /** Options for `navigator.credentials.get`; null if the calling page cannot use passkeys. */
  async signInOptions(purpose: Purpose, credentials: readonly Credential[], call: Asking): Promise<Json | null> {
    const party = relyingPartyOf(call.origin, this.#allowedOrigins)
    if (!party) return null
    const { generateAuthenticationOptions } = await webAuthn()
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      timeout: CEREMONY_LIFETIME_MS,
      userVerification: 'required',
      allowCredentials: credentials.map(({ id, transports }) => ({ id, transports })),
    })
    await this.#open(purpose, call.deviceId, party.origin, options.challenge)
    return { ...options }
  }

  /** The new counter of the credential that answers {@link signInOptions}, or null if the response is wrong. */
  async verifySignIn({ challenge, origin }: Challenge, credential: Credential, response: Json): Promise<number | null> {
    const { verifyAuthenticationResponse } = await webAuthn()
    const verified = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(fromBase64Url(credential.publicKey)),
        // A counter that does not grow means a copied authenticator; the library refuses it.
        counter: credential.counter,
      },
      requireUserVerification: true,
    }).catch(() => null)
    return verified?.verified === true ? verified.authenticationInfo.newCounter : null
  }

  /** An open ceremony, once; null if it is unknown, expired or of another device. */
  async take(id: string, { deviceId }: Asking): Promise<Challenge | null> {
    const { db } = this.#database
    const [row] = await db.delete(webAuthnChallenge).where(eq(webAuthnChallenge.id, id)).returning()
    return row && row.deviceId === deviceId && row.expiresAt > this.#now() ? row : null
  }

  /** Stores a ceremony in place of one with the same id, and deletes expired ones. */
  async #open(
    { id, kind, memberId = null, operatorId = null }: Purpose,
    deviceId: string,
    origin: string,
    challenge: string,
  ): Promise<void> {
    const now = this.#now()
    const row = { id, kind, memberId, operatorId, deviceId, challenge, origin, expiresAt: now + CEREMONY_LIFETIME_MS }
    await this.#database.db.delete(webAuthnChallenge).where(lte(webAuthnChallenge.expiresAt, now))
    await this.#database.db
      .insert(webAuthnChallenge)
      .values(row)
      .onConflictDoUpdate({ target: webAuthnChallenge.id, set: row })
  }
}

/** The name of a passkey that a person entered. */
export function labelOf(text: string): string {
  return cleanChatText(text) || '通行密钥'
}

/**
 * True if a response has the user handle of the account, which discoverable credentials return. Others return none,
 * unless it is required.
 */
export function isHandleRight({ response }: Json, handle: string, isRequired: boolean): boolean {
  const isObject = typeof response === 'object' && response !== null
  const given = isObject && 'userHandle' in response ? (response.userHandle ?? null) : null
  return given === null ? !isRequired : given === toBase64Url(utf8(handle))
}

/** Id of a ceremony: hexadecimal SHA-256 of a ticket, or of its kind and session. */
export function ceremonyId(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Who asks for a passkey: a page of this site. */
interface RelyingParty {
  readonly origin: string
  /** The host name, to which a passkey is bound. */
  readonly id: string
}

/**
 * The relying party of a call, or null if the origin cannot have passkeys. Browsers send the origin of their page, which
 * the request guard has checked. A program can send anything; its passkeys then work for that host name only.
 *
 * @param allowed origins of ALLOWED_ORIGINS; empty for pages of this host only
 */
export function relyingPartyOf(origin: string | undefined, allowed: readonly string[]): RelyingParty | null {
  const named = allowed.length === 0 || (origin !== undefined && allowed.includes(origin)) ? origin : allowed[0]
  if (named === undefined || !URL.canParse(named)) return null
  const url = new URL(named)
  return url.origin === named && url.hostname !== '' ? { origin: named, id: url.hostname } : null
}
