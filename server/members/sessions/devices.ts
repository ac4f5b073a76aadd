import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { ClientType } from '#protocol/headers.ts'
import type { Database } from '../../database/database.ts'
import { session } from '../../database/schema/session.ts'

/** A device on which a member is signed in. Times are epoch milliseconds. */
export interface Device {
  readonly id: string
  readonly clientType: ClientType
  readonly address: string
  readonly signedInAt: number
  readonly lastSeenAt: number
}

/** The live sessions of a member, newest first. */
export async function devicesOf({ db }: Pick<Database, 'db'>, memberId: string, now: number): Promise<Device[]> {
  return db
    .select({
      id: session.id,
      clientType: session.clientType,
      address: session.ip,
      signedInAt: session.createdAt,
      lastSeenAt: session.lastSeen,
    })
    .from(session)
    .where(and(eq(session.memberId, memberId), isNull(session.revokedAt), gt(session.expiresAt, now)))
    .orderBy(desc(session.createdAt))
}
