import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Database, DrizzleDatabase, Transaction } from '../../database/database.ts'
import { operator, operatorPasskey, operatorRecoveryCode, operatorSession } from '../../database/schema/console.ts'
import type { ContactCipher } from '../../members/contact.ts'
import { SECOND_MS } from '#protocol/time.ts'

const PERIOD_SECONDS = 30
/** Steps before and after the current one that are accepted, because clocks of phones differ. */
const WINDOW_STEPS = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_CODE_GROUPS = 4
/** Kind of the sealed text, so that another sealed value cannot be used as a secret. */
const SEALED_KIND = 'operator-totp'

/**
 * TOTP as second factor of operators (RFC 6238, SHA-1, six digits, 30 s), and recovery codes for a lost phone or
 * passkey. A code is accepted once: the step of the last one is stored.
 */
export class OperatorFactors {
  readonly #database: Database
  readonly #cipher: Pick<ContactCipher, 'seal' | 'open'>
  readonly #now: () => number

  constructor(
    database: Database,
    { cipher, now }: { cipher: Pick<ContactCipher, 'seal' | 'open'>; now: () => number },
  ) {
    this.#database = database
    this.#cipher = cipher
    this.#now = now
  }

  /** Creates the secret of a session that sets up its second factor, with the address for authenticators. */
  async enrol(sessionId: string, name: string, siteName: string): Promise<{ secret: string; uri: string }> {
    const secret = new Secret({ size: SECRET_BYTES })
    await this.#database.db
      .update(operatorSession)
      .set({ newSecret: this.#cipher.seal(SEALED_KIND, secret.base32) })
      .where(eq(operatorSession.id, sessionId))
    return { secret: secret.base32, uri: totpOf(secret.base32, name, siteName).toString() }
  }

  /**
   * Stores the secret of the session if the code fits, with new recovery codes. Null if it does not, or if
   * another session has set up a second factor meanwhile.
   */
  async confirm(tx: Transaction, sessionId: string, operatorId: string, code: string): Promise<string[] | null> {
    const [row] = await tx
      .select({ newSecret: operatorSession.newSecret })
      .from(operatorSession)
      .where(eq(operatorSession.id, sessionId))
    const secret = this.#cipher.open(SEALED_KIND, row?.newSecret ?? '')
    const step = secret === null ? null : this.#stepOf(secret, code)
    if (secret === null || step === null) return null
    const { hasTotp, passkeys } = await lockFactors(tx, operatorId)
    if (hasTotp || passkeys > 0) return null
    const totpSecret = this.#cipher.seal(SEALED_KIND, secret)
    await tx.update(operator).set({ totpSecret, totpStep: step }).where(eq(operator.id, operatorId))
    return this.renewRecoveryCodes(tx, operatorId)
  }

  /** True if the code of the authenticator, or an unused recovery code, fits. Uses it up. */
  async verify(tx: DrizzleDatabase, operatorId: string, code: string): Promise<boolean> {
    if (code.includes('-')) {
      const used = await tx
        .delete(operatorRecoveryCode)
        .where(and(eq(operatorRecoveryCode.operatorId, operatorId), eq(operatorRecoveryCode.hash, hashOf(code))))
        .returning({ hash: operatorRecoveryCode.hash })
      return used.length > 0
    }
    const [row] = await tx.select({ totpSecret: operator.totpSecret }).from(operator).where(eq(operator.id, operatorId))
    const secret = this.#cipher.open(SEALED_KIND, row?.totpSecret ?? '')
    const step = secret === null ? null : this.#stepOf(secret, code)
    if (step === null) return false
    const accepted = await tx
      .update(operator)
      .set({ totpStep: step })
      .where(and(eq(operator.id, operatorId), lt(operator.totpStep, step)))
      .returning({ id: operator.id })
    return accepted.length > 0
  }

  /** Replaces the recovery codes. They are returned once; only their hashes are stored. */
  async renewRecoveryCodes(tx: Pick<DrizzleDatabase, 'delete' | 'insert'>, operatorId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await tx.delete(operatorRecoveryCode).where(eq(operatorRecoveryCode.operatorId, operatorId))
    await tx.insert(operatorRecoveryCode).values(codes.map((code) => ({ operatorId, hash: hashOf(code) })))
    return codes
  }

  async recoveryCodesLeft(operatorId: string): Promise<number> {
    const [row] = await this.#database.db
      .select({ count: sql<number>`count(*)::int` })
      .from(operatorRecoveryCode)
      .where(eq(operatorRecoveryCode.operatorId, operatorId))
    return row?.count ?? 0
  }

  /** The time step of a code, or null if it fits none of the accepted steps. */
  #stepOf(secret: string, code: string): number | null {
    const timestamp = this.#now()
    const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS })
    return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * SECOND_MS)) + delta
  }
}

/** Which second factors an operator has. */
export interface FactorsOf {
  readonly hasTotp: boolean
  readonly passkeys: number
}

export async function factorsOf(db: Pick<DrizzleDatabase, 'select'>, operatorId: string): Promise<FactorsOf> {
  const [row] = await db
    .select({
      hasTotp: sql<boolean>`${operator.totpSecret} is not null`,
      passkeys: sql<number>`(select count(*)::int from ${operatorPasskey} where operator_id = ${operatorId})`,
    })
    .from(operator)
    .where(eq(operator.id, operatorId))
  return row ?? { hasTotp: false, passkeys: 0 }
}

/** {@link factorsOf}, which no other transaction changes before the end of this one. */
export async function lockFactors(tx: Transaction, operatorId: string): Promise<FactorsOf> {
  await tx.select({ id: operator.id }).from(operator).where(eq(operator.id, operatorId)).for('update')
  return factorsOf(tx, operatorId)
}

/** Removes everything that completes a sign-in besides the secret of TOTP, and ends the sessions. */
export async function removeFactors(tx: Pick<DrizzleDatabase, 'delete'>, operatorId: string): Promise<void> {
  await tx.delete(operatorRecoveryCode).where(eq(operatorRecoveryCode.operatorId, operatorId))
  await tx.delete(operatorPasskey).where(eq(operatorPasskey.operatorId, operatorId))
  await tx.delete(operatorSession).where(eq(operatorSession.operatorId, operatorId))
}

function totpOf(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD_SECONDS })
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 random bits as four groups of four characters. 32 characters divide 256, so each byte is unbiased. */
function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(RECOVERY_CODE_GROUPS * 4), (byte) => LETTERS[byte & 31] ?? '').join('')
  return letters.match(/.{4}/g)?.join('-') ?? ''
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
