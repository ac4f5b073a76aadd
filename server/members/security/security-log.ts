import { and, asc, count, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { DAY_MS } from '#protocol/time.ts'
import type { ClientType } from '#protocol/headers.ts'
import type { Database } from '../../database/database.ts'
import { RETENTION_DAYS } from '../../config/database-settings.ts'
import { NOTICE_KINDS, securityNotice, type SecurityNoticeKind } from '../../database/schema/security.ts'
import { authEvent } from '../../database/schema/session.ts'
import { isUuid, uuidV7 } from '../../database/uuid-v7.ts'

/** Security changes and refused attempts at them, in the trail of sign-ins. */
export type SecurityEventKind =
  | SecurityNoticeKind
  | 'password-refused'
  | 'passkey-refused'
  | 'real-name-bound'
  | 'holder-chosen'
  | 'usdt-chosen'
  | 'payout-account-added'
  | 'payout-account-removed'
  | 'payout-account-preferred'
  | 'withdraw-password-refused'
  | 'idle-changed'
  | 'others-signed-out'
  | 'woken'

/** The sender of a call. */
interface Client {
  readonly deviceId: string
  readonly clientType: ClientType
  readonly address: string
}

const PAGE_ROWS = 20
/** Rows that can be paged through, so that counting and skipping have a limit. */
const HISTORY_ROWS = 2_000

/** Trail of security changes of a member, and the notices of them. */
export class SecurityLog {
  readonly #database: Database
  readonly #now: () => number
  readonly #historyMs: number

  /**
   * @param days how long the history reaches back; older events are deleted
   */
  constructor(database: Database, { now, days = RETENTION_DAYS.security }: { now: () => number; days?: number }) {
    this.#database = database
    this.#now = now
    this.#historyMs = days * DAY_MS
  }

  /** Appends to the trail; adds a notice if the kind has one. `code` is the response code of a refused attempt. */
  async add(memberId: string, kind: SecurityEventKind, client: Client, code: number | null = null): Promise<void> {
    const at = this.#now()
    const { deviceId, clientType, address } = client
    await this.#database.transaction(async (tx) => {
      await tx.insert(authEvent).values({ id: uuidV7(at), memberId, kind, code, deviceId, clientType, ip: address, at })
      if (code === null && isNoticeKind(kind)) {
        await tx.insert(securityNotice).values({ id: uuidV7(at), memberId, kind, deviceId, address, at })
      }
    })
  }

  /** Sign-ins, refusals and changes, newest first. `page` starts at 1. */
  async history(memberId: string, page: number) {
    const own = and(eq(authEvent.memberId, memberId), gt(authEvent.at, this.#now() - this.#historyMs))
    const [[counted], list] = await Promise.all([
      this.#database.db
        .select({ total: count() })
        .from(
          this.#database.db.select({ id: authEvent.id }).from(authEvent).where(own).limit(HISTORY_ROWS).as('newest'),
        ),
      this.#database.db
        .select({
          id: authEvent.id,
          kind: authEvent.kind,
          code: authEvent.code,
          clientType: authEvent.clientType,
          address: authEvent.ip,
          at: authEvent.at,
        })
        .from(authEvent)
        .where(own)
        .orderBy(desc(authEvent.at), desc(authEvent.id))
        .limit(Math.max(0, Math.min(PAGE_ROWS, HISTORY_ROWS - (page - 1) * PAGE_ROWS)))
        .offset(Math.min((page - 1) * PAGE_ROWS, HISTORY_ROWS)),
    ])
    return { total: counted?.total ?? 0, list }
  }

  /** The oldest notice that was not acknowledged, of a change that another device made. */
  async oldestNotice(memberId: string, deviceId: string) {
    const [notice] = await this.#database.db
      .select({
        id: securityNotice.id,
        kind: securityNotice.kind,
        address: securityNotice.address,
        at: securityNotice.at,
      })
      .from(securityNotice)
      .where(
        and(
          eq(securityNotice.memberId, memberId),
          ne(securityNotice.deviceId, deviceId),
          isNull(securityNotice.acknowledgedAt),
        ),
      )
      .orderBy(asc(securityNotice.at), asc(securityNotice.id))
      .limit(1)
    return notice ?? null
  }

  /** False if the member has no such notice. */
  async acknowledge(memberId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false
    const updated = await this.#database.db
      .update(securityNotice)
      .set({ acknowledgedAt: this.#now() })
      .where(and(eq(securityNotice.memberId, memberId), eq(securityNotice.id, id)))
      .returning({ id: securityNotice.id })
    return updated.length > 0
  }
}

function isNoticeKind(kind: SecurityEventKind): kind is SecurityNoticeKind {
  return NOTICE_KINDS.some((one) => one === kind)
}
