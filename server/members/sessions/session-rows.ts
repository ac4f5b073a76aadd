import { and, desc, eq, gte, isNull, lte, ne, sql, type SQL } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { CLIENT_TYPES, type ClientType } from '#protocol/headers.ts'
import type { SessionMember } from './session-member.ts'
import { memberOf } from '../member-row.ts'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { session } from '../../database/schema/session.ts'
import { tokenHash } from './token.ts'

export type Ending =
  | { readonly sessionId: string }
  | { readonly memberId: string; readonly exceptSessionId?: string }
  | { readonly expiredBy: number }
  | { readonly deviceId: string }

export interface EndedRow {
  readonly id: string
  readonly memberId: string
  readonly deviceId: string
  readonly clientType: ClientType
  readonly address: string
}

export interface PreviousSession {
  /** Sign-in time, epoch milliseconds. */
  readonly time: number
  readonly ip: string
  /** Such as `Chrome · Windows`; empty if unknown. */
  readonly device: string
}

const ended = {
  id: session.id,
  memberId: session.memberId,
  deviceId: session.deviceId,
  clientType: session.clientType,
  address: session.ip,
}

/** A member may be signed in on one desktop and one phone (S6.4); a second one of a class ends the first (10404). */
function clientClass(clientType: ClientType): 'web' | 'app' {
  return clientType === CLIENT_TYPES.web ? 'web' : 'app'
}

/** Ends live sessions and returns them. Each is returned once, to the call that ended it. */
export async function endSessions({ db }: Database, which: Ending, code: number, now: number): Promise<EndedRow[]> {
  return db
    .update(session)
    .set({ revokedAt: now, revokedReason: code })
    .where(and(conditionOf(which), isNull(session.revokedAt)))
    .returning(ended)
}

function conditionOf(which: Ending): SQL | undefined {
  if ('sessionId' in which) return eq(session.id, which.sessionId)
  if ('deviceId' in which) return eq(session.deviceId, which.deviceId)
  if ('expiredBy' in which) return lte(session.expiresAt, which.expiredBy)
  const { memberId, exceptSessionId } = which
  return and(
    eq(session.memberId, memberId),
    exceptSessionId === undefined ? undefined : ne(session.id, exceptSessionId),
  )
}

interface NewSession {
  readonly id: string
  readonly memberId: string
  readonly token: string
  readonly deviceId: string
  /** Shown to the member at the next sign-in. */
  readonly deviceName?: string
  readonly clientType: ClientType
  readonly address: string
  readonly at: number
  readonly expireAt: number
}

/** Inserts the session and ends the older one of its class in one transaction, serialized by the member's row. */
export function openRow(database: Database, made: NewSession): Promise<{ session: SessionMember; ended: EndedRow[] }> {
  const { id, memberId, token, deviceId, deviceName, clientType, address, at, expireAt } = made
  const ofClass = clientClass(clientType)
  return database.transaction(async (tx) => {
    const [owner] = await tx.select().from(member).where(eq(member.id, memberId)).for('no key update')
    if (!owner) throw new Error('a session needs a member')
    const older = await tx
      .update(session)
      .set({ revokedAt: at, revokedReason: CODES.LOGIN_ELSEWHERE_ERROR })
      .where(and(eq(session.memberId, memberId), eq(session.clientClass, ofClass), isNull(session.revokedAt)))
      .returning(ended)
    await tx.insert(session).values({
      id,
      memberId,
      tokenHash: tokenHash(token) ?? '',
      deviceId,
      deviceName,
      clientType,
      clientClass: ofClass,
      ip: address,
      createdAt: at,
      lastSeen: at,
      expiresAt: expireAt,
    })
    return { session: { sessionId: id, memberId, expireAt, member: memberOf(owner) }, ended: older }
  })
}

/** Blocked members (S3.34) with live sessions. */
export async function blockedMembers({ db }: Database): Promise<string[]> {
  // The status is a literal, so that every plan can use the partial index.
  const { rows } = await db.execute<{ memberId: string }>(sql`
    select distinct session.member_id as "memberId" from member join session on session.member_id = member.id
    where member.status <> '1' and session.revoked_at is null`)
  return rows.map(({ memberId }) => memberId)
}

/** The session of a token with the reason of its end, if any. A blocked member has no session (S3.34). */
export async function findRow({ db }: Database, hash: string) {
  const [row] = await db
    .select({ session, member })
    .from(session)
    .innerJoin(member, eq(member.id, session.memberId))
    .where(eq(session.tokenHash, hash))
  if (!row) return null
  const { id, memberId, expiresAt, deviceId, revokedAt, revokedReason, lastSeen } = row.session
  const known: SessionMember = { sessionId: id, memberId, expireAt: expiresAt, member: memberOf(row.member) }
  const blocked = row.member.status === '1' ? null : CODES.ACCOUNT_BLOCKADE
  const { idleMinutes } = row.member
  return {
    session: known,
    deviceId,
    lastSeen,
    idleMinutes,
    endedBy: revokedAt === null ? blocked : (revokedReason ?? CODES.AUTH_ERROR),
  }
}

/** True if a session has not ended. */
export async function isLiveRow({ db }: Pick<Database, 'db'>, sessionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, sessionId), isNull(session.revokedAt)))
  return rows.length > 0
}

/** Sessions that have ended since a time (epoch ms), with the response code. */
export async function endedSince({ db }: Pick<Database, 'db'>, since: number): Promise<{ id: string; code: number }[]> {
  const rows = await db
    .select({ id: session.id, code: session.revokedReason })
    .from(session)
    .where(gte(session.revokedAt, since))
  return rows.map(({ id, code }) => ({ id, code: code ?? CODES.AUTH_ERROR }))
}

/** The profile of a member; null if there is none. */
export async function findMember({ db }: Pick<Database, 'db'>, memberId: string): Promise<Member | null> {
  const [row] = await db.select().from(member).where(eq(member.id, memberId))
  return row ? memberOf(row) : null
}

/** The member's previous sign-in. */
export async function previousSession({ db }: Database, memberId: string): Promise<PreviousSession | null> {
  const [row] = await db
    .select({ time: session.createdAt, ip: session.ip, device: session.deviceName })
    .from(session)
    .where(eq(session.memberId, memberId))
    .orderBy(desc(session.createdAt))
    .limit(1)
  return row ?? null
}
