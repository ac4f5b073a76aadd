import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { SecondFactor } from '../second-factor.ts'
import {
  type Asking,
  Ceremonies,
  ceremonyId,
  type Challenge,
  CREDENTIAL_ID,
  isHandleRight,
  type Json,
} from './ceremonies.ts'
import { PasskeyRepository, type PasskeyRow } from './passkey-repository.ts'

const TICKET_BYTES = 32
const SIGN_IN_KINDS: ReadonlySet<Challenge['kind']> = new Set(['sign-in', 'second-factor'])

/** A response to the options of a ticket. */
export interface PasskeySignature {
  readonly ticket: string
  readonly response: Json
}

export interface SignInTicket {
  readonly ticket: string
  readonly options: Json
}

/** Passkeys of members: WebAuthn credentials with user verification, as second factor or instead of a password. */
export class Passkeys implements SecondFactor {
  readonly #repository: PasskeyRepository
  readonly #ceremonies: Ceremonies
  readonly #now: () => number

  /** @param options.allowedOrigins origins of ALLOWED_ORIGINS; empty for pages of this host only */
  constructor(database: Database, options: { readonly now: () => number; readonly allowedOrigins: readonly string[] }) {
    this.#repository = new PasskeyRepository(database)
    this.#ceremonies = new Ceremonies(database, options)
    this.#now = options.now
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
    const { memberId, sessionId, publicId, name, nickname } = member
    const credentials = await this.#repository.list(memberId)
    return this.#ceremonies.registrationOptions(
      { id: registrationId(sessionId), kind: 'register', memberId },
      // A sign-in without a name needs a discoverable credential.
      { handle: publicId, name, displayName: nickname, credentials, isDiscoverable: true },
      call,
    )
  }

  /** Stores the new passkey of a session. */
  async register(
    { memberId, sessionId }: { readonly memberId: string; readonly sessionId: string },
    call: Asking,
    { label, response }: { readonly label: string; readonly response: Json },
  ): Promise<'added' | 'expired' | 'full' | 'refused'> {
    const challenge = await this.#ceremonies.take(registrationId(sessionId), call)
    if (challenge?.kind !== 'register' || challenge.memberId !== memberId) return 'expired'
    const created = await this.#ceremonies.verifyRegistration(challenge, label, response)
    if (!created) return 'refused'
    const added = await this.#repository.add({ ...created, memberId })
    return added === 'taken' ? 'refused' : added
  }

  /** Options for a sign-in without a name. They contain no names and no credential ids. */
  async signInOptions(call: Asking): Promise<SignInTicket | null> {
    return this.#open('sign-in', null, call)
  }

  /** Options for {@link confirm}; null if the calling page cannot use passkeys. */
  async confirmOptions(memberId: string, call: Asking): Promise<SignInTicket | null> {
    return this.#open('confirm', memberId, call)
  }

  /** Checks that the member of a session has a passkey at hand. The ticket becomes invalid. */
  async confirm(
    memberId: string,
    call: Asking,
    { ticket, response }: PasskeySignature,
  ): Promise<'confirmed' | 'expired' | 'refused'> {
    const challenge = await this.#ceremonies.take(ceremonyId(ticket), call)
    if (challenge?.kind !== 'confirm' || challenge.memberId !== memberId) return 'expired'
    const found = await this.#find(response)
    if (found?.passkey.memberId !== memberId || !isHandleRight(response, found.publicId, false)) return 'refused'
    return (await this.#isSigned(challenge, found.passkey, response)) ? 'confirmed' : 'refused'
  }

  async begin(memberId: string, call: Asking): Promise<SignInTicket | null> {
    return this.#open('second-factor', memberId, call)
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
    const challenge = await this.#ceremonies.take(ceremonyId(ticket), call)
    if (!challenge || !SIGN_IN_KINDS.has(challenge.kind) || challenge.operatorId !== null) return 'expired'
    const found = await this.#find(response)
    const memberId = found?.passkey.memberId ?? null
    const isOther = challenge.memberId !== null && challenge.memberId !== memberId
    if (!found || isOther || !isHandleRight(response, found.publicId, challenge.kind === 'sign-in')) {
      return { refusedMemberId: challenge.memberId }
    }
    const { passkey } = found
    if (!(await this.#isSigned(challenge, passkey, response))) return { refusedMemberId: passkey.memberId }
    return { memberId: passkey.memberId, isBlocked: found.status !== '1' }
  }

  /** Verifies a signature and records the use. */
  async #isSigned(challenge: Challenge, passkey: PasskeyRow, response: Json): Promise<boolean> {
    const counter = await this.#ceremonies.verifySignIn(challenge, passkey, response)
    return counter !== null && (await this.#repository.use(passkey, counter, this.#now()))
  }

  async #find({ id }: Json) {
    return typeof id === 'string' && CREDENTIAL_ID.test(id) ? this.#repository.find(id) : null
  }

  async #open(
    kind: Exclude<Challenge['kind'], 'register'>,
    memberId: string | null,
    call: Asking,
  ): Promise<SignInTicket | null> {
    const credentials = memberId === null ? [] : await this.#repository.list(memberId)
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    const options = await this.#ceremonies.signInOptions({ id: ceremonyId(ticket), kind, memberId }, credentials, call)
    return options && { ticket, options }
  }
}

function registrationId(sessionId: string): string {
  return ceremonyId(`register ${sessionId}`)
}
