import { CONSOLE_CODES, type OperatorRole } from '#protocol/console/constants.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { OperatorView } from '#protocol/console/operators.ts'
import { type Result, success } from '#protocol/result.ts'
import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import type { Database, DrizzleDatabase, Transaction } from '../../database/database.ts'
import { consoleLink, operator, operatorPasskey, operatorSession } from '../../database/schema/console.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { newToken, tokenHash } from '../../members/sessions/token.ts'
import { consoleFailure, editConflict, refusable, refuse } from './console-call.ts'
import { factorsOf, removeFactors } from './second-factor.ts'

const SETUP_LINK_LIFETIME_MS = HOUR_MS
const INVITATION_LIFETIME_MS = DAY_MS

type OperatorRow = typeof operator.$inferSelect

/** An operator as it was read, for {@link Operators.change}. */
interface OperatorVersion {
  readonly id: string
  readonly version: number
  /** Id of the acting operator. */
  readonly by: string
}

/** What a change sets. */
type OperatorChange = Partial<Pick<OperatorRow, 'role' | 'isDisabled' | 'totpSecret' | 'passwordHash'>>

/** A single-use link, returned once. Only the hash of its token is stored. */
export interface IssuedLink {
  readonly token: string
  readonly expiresAt: number
}

/** Accounts of operators, and the links through which people receive them. */
export class Operators {
  readonly #database: Pick<Database, 'db' | 'transaction'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db' | 'transaction'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  async exist(): Promise<boolean> {
    const [row] = await this.#database.db.select({ id: operator.id }).from(operator).limit(1)
    return row !== undefined
  }

  async findByName(name: string): Promise<OperatorRow | null> {
    if (name.includes('\0')) return null
    const [row] = await this.#database.db.select().from(operator).where(eq(operator.name, name.trim().toLowerCase()))
    return row ?? null
  }

  /** All operators by name, with the time of their last call. */
  async list(): Promise<OperatorView[]> {
    const rows = await this.#database.db
      .select({
        row: operator,
        lastSeenAt: sql<string | null>`max(${operatorSession.lastSeen})`,
        hasPasskey: sql<boolean>`exists (select from ${operatorPasskey} where operator_id = ${operator.id})`,
      })
      .from(operator)
      .leftJoin(operatorSession, eq(operatorSession.operatorId, operator.id))
      .groupBy(operator.id)
      .orderBy(asc(operator.name))
    return rows.map(({ row, lastSeenAt, hasPasskey }) =>
      operatorView(row, hasPasskey, lastSeenAt === null ? null : Date.parse(lastSeenAt)),
    )
  }

  /** A link that creates the first operator. Valid for an hour, for one use. */
  issueSetupLink(): Promise<IssuedLink> {
    return this.#issue(this.#database.db, null, SETUP_LINK_LIFETIME_MS)
  }

  /** State of a link: its operator (null for a set-up link), or why it cannot be used. */
  async checkLink(token: string, kind: 'setup' | 'invitation'): Promise<Result<LinkState>> {
    const hash = tokenHash(token) ?? ''
    const [row] = await this.#database.db
      .select({ link: consoleLink, invited: operator })
      .from(consoleLink)
      .leftJoin(operator, eq(operator.id, consoleLink.operatorId))
      .where(eq(consoleLink.tokenHash, hash))
    if (!row || (row.invited === null) !== (kind === 'setup')) return consoleFailure(CODES.NOT_FOUND)
    if (row.link.usedAt !== null) return consoleFailure(CONSOLE_CODES.LINK_USED)
    if (row.link.expiresAt <= this.#now()) return consoleFailure(CONSOLE_CODES.LINK_EXPIRED)
    return success({ hash, expiresAt: row.link.expiresAt, invited: row.invited })
  }

  /**
   * Creates the first operator in a transaction that also uses the link. Of two simultaneous calls one succeeds. The
   * other links of set-up are used up too.
   */
  async createFirst(
    tx: Transaction,
    link: LinkState,
    { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
  ): Promise<OperatorRow> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('grandstand.first-operator', 0))`)
    const [other] = await tx.select({ id: operator.id }).from(operator).limit(1)
    if (other) refuse(consoleFailure(CONSOLE_CODES.LINK_USED))
    await this.#use(tx, link)
    await tx.update(consoleLink).set({ usedAt: this.#now() }).where(isNull(consoleLink.usedAt))
    const row = { id: uuidV7(this.#now()), name, passwordHash, role: 'operator', createdAt: this.#now() } as const
    const [created] = await tx.insert(operator).values(row).returning()
    if (!created) throw new Error('the first operator was not created')
    return created
  }

  /** Sets the password of an invited operator, uses the link, and ends sessions of an earlier password. */
  async accept(tx: Transaction, link: LinkState, passwordHash: string): Promise<OperatorRow> {
    await this.#use(tx, link)
    await tx.delete(operatorSession).where(eq(operatorSession.operatorId, link.invited?.id ?? ''))
    const [changed] = await tx
      .update(operator)
      .set({ passwordHash })
      .where(and(eq(operator.id, link.invited?.id ?? ''), eq(operator.isDisabled, false)))
      .returning()
    return changed ?? refuse(consoleFailure(CODES.ACCOUNT_BLOCKADE))
  }

  /** Creates an operator without a password. Refused with NAME_TAKEN. */
  async invite(
    name: string,
    role: OperatorRole,
    audit: (tx: Transaction, created: OperatorView) => Promise<void>,
  ): Promise<Result<{ operator: OperatorView; link: IssuedLink }>> {
    return refusable(
      this.#database,
      async (tx) => {
        const [created] = await tx
          .insert(operator)
          .values({ id: uuidV7(this.#now()), name, role, createdAt: this.#now() })
          .returning()
        if (!created) throw new Error('the operator was not created')
        const view = operatorView(created, false)
        await audit(tx, view)
        return success({ operator: view, link: await this.#issue(tx, created.id, INVITATION_LIFETIME_MS) })
      },
      { taken: consoleFailure(CODES.NAME_TAKEN) },
    )
  }

  /** A new link for an operator; earlier ones become invalid. */
  async renewLink(tx: Transaction, operatorId: string): Promise<IssuedLink> {
    await tx.delete(consoleLink).where(eq(consoleLink.operatorId, operatorId))
    return this.#issue(tx, operatorId, INVITATION_LIFETIME_MS)
  }

  /**
   * Changes an operator that was read with `version`, and runs `then` in the same transaction. Disabling and a reset of
   * the second factor end the sessions. Refused with EDIT_CONFLICT if another operator was faster, with ROLE_REFUSED if the
   * acting operator was disabled or demoted meanwhile, and with PARAM_ERROR if nobody with the role `operator` would be left.
   */
  change<Data>(
    { id, version, by }: OperatorVersion,
    change: OperatorChange,
    then: (tx: Transaction, before: OperatorView, after: OperatorView) => Promise<Data>,
  ): Promise<Result<Data>> {
    return refusable(this.#database, async (tx) => {
      const rows = await tx.select().from(operator).orderBy(asc(operator.id)).for('update')
      const mayStillAct = rows.some((row) => row.id === by && row.role === 'operator' && !row.isDisabled)
      if (!mayStillAct) refuse(consoleFailure(CONSOLE_CODES.ROLE_REFUSED))
      const before = rows.find((row) => row.id === id) ?? refuse(consoleFailure(CODES.NOT_FOUND))
      const hasPasskey = (await factorsOf(tx, id)).passkeys > 0
      if (before.version !== version) refuse(editConflict(operatorView(before, hasPasskey)))
      const after = { ...before, ...change, version: version + 1 }
      const isLeft = [...rows.filter((row) => row.id !== id), after].some(
        ({ role, isDisabled, passwordHash }) => role === 'operator' && !isDisabled && passwordHash !== null,
      )
      if (!isLeft) refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { role: '至少要保留一名可登录的管理员' } }))
      await tx
        .update(operator)
        .set({ ...change, version: version + 1 })
        .where(eq(operator.id, id))
      const isReset = change.totpSecret === null
      if (isReset) await removeFactors(tx, id)
      else if (after.isDisabled) await tx.delete(operatorSession).where(eq(operatorSession.operatorId, id))
      const views = [operatorView(before, hasPasskey), operatorView(after, hasPasskey && !isReset)] as const
      return success(await then(tx, ...views))
    })
  }

  async #issue(
    db: Pick<DrizzleDatabase, 'insert'>,
    operatorId: string | null,
    lifetimeMs: number,
  ): Promise<IssuedLink> {
    const token = newToken()
    const expiresAt = this.#now() + lifetimeMs
    await db.insert(consoleLink).values({ tokenHash: tokenHash(token) ?? '', operatorId, expiresAt })
    return { token, expiresAt }
  }

  async #use(tx: Transaction, { hash }: LinkState): Promise<void> {
    const used = await tx
      .update(consoleLink)
      .set({ usedAt: this.#now() })
      .where(and(eq(consoleLink.tokenHash, hash), isNull(consoleLink.usedAt)))
      .returning({ hash: consoleLink.tokenHash })
    if (used.length === 0) refuse(consoleFailure(CONSOLE_CODES.LINK_USED))
  }
}

/** A link that can be used. */
interface LinkState {
  readonly hash: string
  readonly expiresAt: number
  /** Null for a set-up link. */
  readonly invited: OperatorRow | null
}

function operatorView(row: OperatorRow, hasPasskey: boolean, lastSeenAt: number | null = null): OperatorView {
  const { id, name, role, isDisabled, passwordHash, totpSecret, createdAt, version } = row
  return {
    id,
    name,
    role,
    isDisabled,
    hasPassword: passwordHash !== null,
    hasSecondFactor: hasPasskey || totpSecret !== null,
    createdAt,
    lastSeenAt,
    version,
  }
}
