import { and, asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { operatorPasskey, operatorSession } from '../../database/schema/console.ts'
import {
  Ceremonies,
  ceremonyId,
  type Credential,
  isHandleRight,
  type Json,
  labelOf,
  MAX_PASSKEYS,
} from '../../members/passkeys/ceremonies.ts'
import type { OperatorCall } from './console-call.ts'
import { lockFactors } from './second-factor.ts'

/** A response that was accepted: the credential and its new counter. */
interface AcceptedPasskey {
  readonly credential: Credential
  readonly counter: number
}

/**
 * Passkeys as second factor of operators. A ceremony belongs to the session of the call: new options replace the
 * previous ones, and a response is accepted once.
 */
export class OperatorPasskeys {
  readonly #database: Pick<Database, 'db'>
  readonly #ceremonies: Ceremonies
  readonly #now: () => number

  constructor(
    database: Pick<Database, 'db'>,
    options: { readonly now: () => number; readonly allowedOrigins: readonly string[] },
  ) {
    this.#database = database
    this.#ceremonies = new Ceremonies(database, options)
    this.#now = options.now
  }

  /** Oldest first. */
  list(operatorId: string): Promise<Credential[]> {
    return this.#database.db
      .select()
      .from(operatorPasskey)
      .where(eq(operatorPasskey.operatorId, operatorId))
      .orderBy(asc(operatorPasskey.createdAt), asc(operatorPasskey.id))
  }

  /** Options for a new passkey; null if the calling page cannot use passkeys. */
  async addOptions(call: OperatorCall): Promise<Json | null> {
    const { id: operatorId, name } = call.session.operator
    const credentials = await this.list(operatorId)
    // As a second factor it follows a name, so the sign-in of members need not offer it.
    const account = { handle: operatorId, name, displayName: name, credentials, isDiscoverable: false }
    return this.#ceremonies.registrationOptions(purposeOf(call, 'register'), account, askingOf(call))
  }

  /** The credential of a response to {@link addOptions}. */
  async created(call: OperatorCall, label: string, response: Json): Promise<Credential | 'expired' | 'refused'> {
    const challenge = await this.#ceremonies.take(purposeOf(call, 'register').id, askingOf(call))
    if (challenge?.operatorId !== call.session.operator.id) return 'expired'
    return (await this.#ceremonies.verifyRegistration(challenge, label, response)) ?? 'refused'
  }

  /**
   * Stores a credential. `ended`: a reset has ended the session meanwhile. `enrolled`: it is not the first second factor,
   * but has to be. `taken`: it is stored already.
   */
  async add(
    tx: Transaction,
    { session }: OperatorCall,
    credential: Credential,
    { isFirst }: { readonly isFirst: boolean },
  ): Promise<'added' | 'ended' | 'enrolled' | 'full' | 'taken'> {
    const operatorId = session.operator.id
    const { hasTotp, passkeys } = await lockFactors(tx, operatorId)
    const [open] = await tx.select().from(operatorSession).where(eq(operatorSession.id, session.id))
    if (!open) return 'ended'
    if (isFirst && (hasTotp || passkeys > 0)) return 'enrolled'
    if (passkeys >= MAX_PASSKEYS) return 'full'
    const inserted = await tx
      .insert(operatorPasskey)
      .values({ ...credential, operatorId })
      .onConflictDoNothing()
      .returning({ id: operatorPasskey.id })
    return inserted.length > 0 ? 'added' : 'taken'
  }

  /** The labels before and after, or null if the operator has no such passkey. */
  async rename(
    tx: Transaction,
    operatorId: string,
    id: string,
    text: string,
  ): Promise<{ before: string; after: string } | null> {
    const [row] = await tx.select().from(operatorPasskey).where(isOwn(operatorId, id)).for('update')
    if (!row) return null
    const label = labelOf(text)
    await tx.update(operatorPasskey).set({ label }).where(isOwn(operatorId, id))
    return { before: row.label, after: label }
  }

  /** The removed passkey. `unknown`: the operator has no such passkey. `last`: no second factor would be left. */
  async remove(tx: Transaction, operatorId: string, id: string): Promise<Credential | 'unknown' | 'last'> {
    const { hasTotp, passkeys } = await lockFactors(tx, operatorId)
    const [row] = await tx.select().from(operatorPasskey).where(isOwn(operatorId, id))
    if (!row) return 'unknown'
    if (!hasTotp && passkeys === 1) return 'last'
    await tx.delete(operatorPasskey).where(isOwn(operatorId, id))
    return row
  }

  /** Options for the second step of a sign-in; null if the calling page cannot use passkeys. */
  async verifyOptions(call: OperatorCall): Promise<Json | null> {
    const credentials = await this.list(call.session.operator.id)
    return this.#ceremonies.signInOptions(purposeOf(call, 'second-factor'), credentials, askingOf(call))
  }

  /** Checks a response to {@link verifyOptions}. */
  async verify(call: OperatorCall, response: Json): Promise<AcceptedPasskey | 'expired' | 'refused'> {
    const { id: operatorId } = call.session.operator
    const challenge = await this.#ceremonies.take(purposeOf(call, 'second-factor').id, askingOf(call))
    if (challenge?.operatorId !== operatorId) return 'expired'
    const credential = (await this.list(operatorId)).find(({ id }) => id === response['id'])
    if (!credential || !isHandleRight(response, operatorId, false)) return 'refused'
    const counter = await this.#ceremonies.verifySignIn(challenge, credential, response)
    return counter === null ? 'refused' : { credential, counter }
  }

  /** Records a use. False if the passkey was used concurrently or removed. */
  async use(tx: Transaction, { credential: { id, counter: before }, counter }: AcceptedPasskey): Promise<boolean> {
    const updated = await tx
      .update(operatorPasskey)
      .set({ counter, usedAt: this.#now() })
      .where(and(eq(operatorPasskey.id, id), eq(operatorPasskey.counter, before)))
      .returning({ id: operatorPasskey.id })
    return updated.length > 0
  }
}

const isOwn = (operatorId: string, id: string) =>
  and(eq(operatorPasskey.operatorId, operatorId), eq(operatorPasskey.id, id))

function purposeOf({ session }: OperatorCall, kind: 'register' | 'second-factor') {
  return { id: ceremonyId(`console ${kind} ${session.id}`), kind, operatorId: session.operator.id } as const
}

const askingOf = ({ session, origin }: OperatorCall) => ({ deviceId: session.id, origin })
