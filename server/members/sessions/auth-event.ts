import type { ClientType } from '#protocol/headers.ts'
import type { Database } from '../../database/database.ts'
import { authEvent } from '../../database/schema/session.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'

export interface AuthEvent {
  readonly kind: 'login' | 'login-failed' | 'login-locked' | 'session-ended'
  /** Null if the account is unknown. */
  readonly memberId: string | null
  /** Response code, if any. */
  readonly code: number | null
  readonly deviceId: string
  readonly clientType: ClientType
  readonly address: string
}

/** Appends to the trail of sign-ins and session ends. */
export async function recordAuthEvents({ db }: Database, events: readonly AuthEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  await db
    .insert(authEvent)
    .values(events.map(({ address, ...event }) => ({ id: uuidV7(now), ...event, ip: address, at: now })))
}
