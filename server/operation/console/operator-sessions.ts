import { and, eq, gt, lte } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import type { Database, DrizzleDatabase } from '../../database/database.ts'
import { operator, operatorSession } from '../../database/schema/console.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { deviceNameOf } from '../../members/sessions/device-name.ts'
import { newToken, tokenHash } from '../../members/sessions/token.ts'
import type { OperatorSession } from './console-call.ts'

/** A session ends this long after its last call. */
export const OPERATOR_IDLE_MS = 30 * MINUTE_MS
/** A session ends this long after the sign-in. */
export const OPERATOR_SESSION_MS = 12 * HOUR_MS
/** A sign-in without its second factor. */
const PENDING_SESSION_MS = 10 * MINUTE_MS
const TOUCH_INTERVAL_MS = MINUTE_MS

type Writer = Pick<DrizzleDatabase, 'insert' | 'delete' | 'update'>

/** Sessions of operators: opaque 256-bit tokens in a cookie, stored as SHA-256. */
export class OperatorSessions {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** The session of a token. Null if it is unknown, has ended, or was idle for too long. Counts as a use. */
  async find(token: string): Promise<OperatorSession | null> {
    const hash = tokenHash(token)
    if (hash === null) return null
    const now = this.#now()
    const [row] = await this.#database.db
      .select({
        session: operatorSession,
        operator: { id: operator.id, name: operator.name, role: operator.role },
      })
      .from(operatorSession)
      .innerJoin(operator, and(eq(operator.id, operatorSession.operatorId), eq(operator.isDisabled, false)))
      .where(
        and(
          eq(operatorSession.tokenHash, hash),
          gt(operatorSession.expiresAt, now),
          gt(operatorSession.lastSeen, now - OPERATOR_IDLE_MS),
        ),
      )
    if (!row) return null
    const { id, state, lastSeen } = row.session
    if (now - lastSeen >= TOUCH_INTERVAL_MS) {
      await this.#database.db.update(operatorSession).set({ lastSeen: now }).where(eq(operatorSession.id, id))
    }
    return { id, state, operator: row.operator }
  }

  /**
   * Opens a session and returns its token. `replaces` is the session of the same sign-in before the second factor: each
   * step has a new token, so that one that was known before is worthless. Deletes expired sessions.
   */
  async open(
    db: Writer,
    operatorId: string,
    state: OperatorSession['state'],
    client: { readonly address: string; readonly userAgent: string; readonly replaces?: string },
  ): Promise<string> {
    const now = this.#now()
    const token = newToken()
    if (client.replaces !== undefined) await this.end(db, client.replaces)
    await db.delete(operatorSession).where(lte(operatorSession.expiresAt, now))
    await db.insert(operatorSession).values({
      id: uuidV7(now),
      operatorId,
      tokenHash: tokenHash(token) ?? '',
      state,
      address: client.address,
      device: deviceNameOf(client.userAgent),
      createdAt: now,
      lastSeen: now,
      expiresAt: now + (state === 'open' ? OPERATOR_SESSION_MS : PENDING_SESSION_MS),
    })
    return token
  }

  async end(db: Pick<DrizzleDatabase, 'delete'>, sessionId: string): Promise<void> {
    await db.delete(operatorSession).where(eq(operatorSession.id, sessionId))
  }
}
