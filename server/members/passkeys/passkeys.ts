import { createHash, randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { fromBase64Url, toBase64Url, utf8 } from '#protocol/bytes.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import { type Challenge, PasskeyRepository } from './passkey-repository.ts'
import type { SecondFactor } from '../second-factor.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

/** Lifetime of a ticket. */
const TICKET_LIFETIME_MS = 5 * MINUTE_MS
const TICKET_BYTES = 32
const NAME = '看台'
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1024}$/

/** The part of a call that a ceremony is bound to. */
export interface Asking {
  readonly deviceId: string
  readonly origin?: string
}
/** JSON of options and responses of WebAuthn. */
export type Json = Record<string, unknown>
export interface SignInTicket {
  readonly ticket: string
  readonly options: Json
}

/** Passkeys of members: WebAuthn credentials with user verification, as second factor or instead of a password. */
export class Passkeys implements SecondFactor {
  readonly #repository: PasskeyRepository
  readonly #now: () => number
  readonly #allowedOrigins: readonly string[]

  /** @param options.allowedOrigins origins of ALLOWED_ORIGINS; empty for pages of this host only */
  constructor(
    database: Database,
    { now, allowedOrigins }: { readonly now: () => number; readonly allowedOrigins: readonly string[] },
  ) {
    this.#repository = new PasskeyRepository(database)
    this.#now = now
    this.#allowedOrigins = allowedOrigins
  }

  async list(memberId: string) {
    const rows = await this.#repository.list(memberId)
    return rows.map(({ id, label, createdAt, usedAt }) => ({ id, label, createdAt, usedAt }))
  }

  /** False if the member has no such passkey. */
  remove(memberId: string, id: string): Promise<boolean> {
    return this.#repository.remove(memberId, id)
  }

  /** False if a passkey is to be required of a member that has none. */
  setRequired(memberId: string, isRequired: boolean): Promise<boolean> {
    return this.#repository.setRequired(memberId, isRequired)
  }

  /**
   * Options for `navigator.credentials.create`; null if the calling page cannot use passkeys. The ceremony belongs to
   * the session: new options replace the previous ones.
   */
  async registerOptions(
    member: {
      readonly memberId: string
      readonly sessionId: string
      readonly publicId: string
      readonly name: string
      readonly nickname: string
    },
    call: Asking,
  ): Promise<Json | null> {
    const party = relyingPartyOf(call.origin, this.#allowedOrigins)
    if (!party) return null
    const existing = await this.#repository.list(member.memberId)
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: party.id,
      userID: Uint8Array.from(utf8(member.publicId)),
      userName: member.name,
      userDisplayName: member.nickname,
      timeout: TICKET_LIFETIME_MS,
      attestationType: 'none',
      excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
      // A sign-in without a name needs a discoverable credential, one without a password needs the user's verification.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#open(registrationId(member.sessionId), 'register', member.memberId, call, party, options.challenge)
    return { ...options }
  }

  /** Stores the new passkey of a session. */
  async register(
    { memberId, sessionId }: { readonly memberId: string; readonly sessionId: string },
    call: Asking,
    { label, response }: { readonly label: string; readonly response: Json },
  ): Promise<'added' | 'expired' | 'full' | 'refused'> {
    const challenge = await this.#take(registrationId(sessionId), call)
    if (challenge?.kind !== 'register' || challenge.memberId !== memberId) return 'expired'
    const verified = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge.challenge,
      expectedOrigin: challenge.origin,
      expectedRPID: new URL(challenge.origin).hostname,
      requireUserVerification: true,
    }).catch(() => null)
    if (verified?.verified !== true) return 'refused'
    const { credential } = verified.registrationInfo
    const added = await this.#repository.add({
      id: credential.id,
      memberId,
      publicKey: toBase64Url(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,16}$/.test(one)).slice(0, 8),
      label: cleanChatText(label) || '通行密钥',
      createdAt: this.#now(),
      usedAt: null,
    })
    return added === 'taken' ? 'refused' : added
  }

  /** Options for a sign-in without a name. They contain no names and no credential ids. */
  async signInOptions(call: Asking): Promise<SignInTicket | null> {
    return this.#openSignIn('sign-in', null, call)
  }

  async begin(memberId: string, call: Asking): Promise<SignInTicket | null> {
    return this.#openSignIn('second-factor', memberId, call)
  }

  /**
   * Checks the response to a ticket, which becomes invalid. `expired`: the ticket is unknown, used, expired or of another
   * device.
   */
  async verify(
    ticket: string,
    call: Asking,
    response: Json,
  ): Promise<{ memberId: string; isBlocked: boolean } | 'expired' | { refusedMemberId: string | null }> {
    const challenge = await this.#take(hashOf(ticket), call)
    if (!challenge || challenge.kind === 'register') return 'expired'
    const found = await this.#find(response)
    const memberId = found?.passkey.memberId ?? null
    const isOther = challenge.memberId !== null && challenge.memberId !== memberId
    if (!found || isOther || !isHandleRight(response, found.publicId, challenge.kind === 'sign-in')) {
      return { refusedMemberId: challenge.memberId }
    }
    const { passkey } = found
    const verified = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge.challenge,
      expectedOrigin: challenge.origin,
      expectedRPID: new URL(challenge.origin).hostname,
      credential: {
        id: passkey.id,
        publicKey: Uint8Array.from(fromBase64Url(passkey.publicKey)),
        // A counter that does not grow means a copied authenticator; the library refuses it.
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }).catch(() => null)
    if (verified?.verified !== true) return { refusedMemberId: passkey.memberId }
    const isUsed = await this.#repository.use(passkey, verified.authenticationInfo.newCounter, this.#now())
    if (!isUsed) return { refusedMemberId: passkey.memberId }
    return { memberId: passkey.memberId, isBlocked: found.status !== '1' }
  }

  async #find({ id }: Json) {
    return typeof id === 'string' && CREDENTIAL_ID.test(id) ? this.#repository.find(id) : null
  }

  async #openSignIn(
    kind: 'sign-in' | 'second-factor',
    memberId: string | null,
    call: Asking,
  ): Promise<SignInTicket | null> {
    const party = relyingPartyOf(call.origin, this.#allowedOrigins)
    if (!party) return null
    const own = memberId === null ? [] : await this.#repository.list(memberId)
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      timeout: TICKET_LIFETIME_MS,
      userVerification: 'required',
      allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
    })
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    await this.#open(hashOf(ticket), kind, memberId, call, party, options.challenge)
    return { ticket, options: { ...options } }
  }

  async #open(
    id: string,
    kind: Challenge['kind'],
    memberId: string | null,
    { deviceId }: Asking,
    { origin }: RelyingParty,
    challenge: string,
  ): Promise<void> {
    const now = this.#now()
    const expiresAt = now + TICKET_LIFETIME_MS
    await this.#repository.open({ id, kind, memberId, deviceId, challenge, origin, expiresAt }, now)
  }

  /** The ceremony, once; null if it is unknown, expired or of another device. */
  async #take(id: string, { deviceId }: Asking): Promise<Challenge | null> {
    const challenge = await this.#repository.take(id)
    return challenge && challenge.deviceId === deviceId && challenge.expiresAt > this.#now() ? challenge : null
  }
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}

function registrationId(sessionId: string): string {
  return hashOf(`register ${sessionId}`)
}

/** The user handle, which a discoverable credential returns, is the public id of its member. */
function isHandleRight({ response }: Json, publicId: string, isRequired: boolean): boolean {
  const isObject = typeof response === 'object' && response !== null
  const handle = isObject && 'userHandle' in response ? (response.userHandle ?? null) : null
  return handle === null ? !isRequired : handle === toBase64Url(utf8(publicId))
}
