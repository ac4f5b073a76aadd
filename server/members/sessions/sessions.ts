import { BoundedMap } from '#protocol/bounded-map.ts'
import { CODES } from '#protocol/codes.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
import type { ClientType } from '#protocol/headers.ts'
import type { SessionMember } from './session-member.ts'
import type { Database, DatabaseLog } from '../../database/database.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { SessionCache } from './session-cache.ts'
import {
  blockedMembers,
  endedSince,
  endSessions,
  findMember,
  findRow,
  isLiveRow,
  openRow,
  previousSession,
} from './session-rows.ts'
import type { SessionEvents } from './session-events.ts'
import type { EndedRow, Ending, PreviousSession } from './session-rows.ts'
import { startSweeps } from './sweeps.ts'
import { newToken, tokenHash } from './token.ts'
import { authEvent, session } from '../../database/schema/session.ts'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'

/** Another process on the same PostgreSQL may end a session, so cached sessions expire after this time. */
const SHARED_STORE_LIFETIME_MS = 2_000

/**
 * Sessions: opaque 256-bit tokens, stored as SHA-256, bound to a device. `find` queries the database once per token and caches the result until the session ends;
 * the cache is updated before `end` resolves.
 */
export class Sessions {
  readonly #database: Database
  readonly #now: () => number
  readonly #log: DatabaseLog
  readonly #cache: SessionCache
  readonly #lastSeen: LastSeen
  readonly #listeners = new Set<(sessionId: string, code: number) => void>()
  readonly #refreshListeners = new Set<(sessionId: string, member: Member) => void>()
  readonly #events: SessionEvents | null
  readonly #stopSweeps: () => void

  /**
   * @param options.events to and from the other processes; absent for a single process
   */
  constructor(
    database: Database,
    { now, log, events = null }: { now: () => number; log: DatabaseLog; events?: SessionEvents | null },
  ) {
    this.#events = events
    this.#database = database
    this.#now = now
    this.#log = log
    this.#cache = new SessionCache(database.kind === 'postgres' ? SHARED_STORE_LIFETIME_MS : Number.POSITIVE_INFINITY)
    this.#lastSeen = new LastSeen(database)
    this.#stopSweeps = startSweeps({
      now,
      log,
      endExpired: () => this.endExpired(),
      endBlocked: () => this.#endBlocked(),
      writeLastSeen: () => this.#lastSeen.writeWhenDue(now()),
    })
  }

  /** Connects to the other processes, if any. */
  async connect(): Promise<void> {
    await this.#events?.connect({
      ended: (ids, code) => this.#endedElsewhere(ids.map((id) => ({ id, code }))),
      changed: (memberId) => this.#inBackground(this.#changedElsewhere(memberId)),
      missed: (since) =>
        this.#inBackground(endedSince(this.#database, since).then((rows) => this.#endedElsewhere(rows))),
    })
  }

  /** True if the session has not ended, according to the database. */
  isLive(sessionId: string): Promise<boolean> {
    return isLiveRow(this.#database, sessionId)
  }

  async create(
    memberId: string,
    client: { deviceId: string; deviceName?: string; clientType: ClientType; address: string },
  ): Promise<{ token: string; expireAt: number; session: SessionMember; previous: PreviousSession | null }> {
    const token = newToken()
    const at = this.#now()
    const expireAt = nextSessionExpiry(at)
    const id = uuidV7(at)
    const previous = await previousSession(this.#database, memberId)
    this.#cache.suspend()
    try {
      const { session, ended } = await openRow(this.#database, { id, memberId, token, at, expireAt, ...client })
      this.#notify(ended, CODES.LOGIN_ELSEWHERE_ERROR)
      await this.#recordEnds(ended, CODES.LOGIN_ELSEWHERE_ERROR)
      await recordAuthEvents(this.#database, [{ kind: 'login', memberId, code: null, ...client }], at)
      return { token, expireAt, session, previous }
    } finally {
      this.#cache.resume()
    }
  }

  /**
   * `session` is null for unknown, ended and expired tokens, and for a token of another device. `endedBy` is the
   * response code.
   */
  async find(token: string, deviceId: string): Promise<{ session: SessionMember | null; endedBy: number | null }> {
    const hash = tokenHash(token)
    if (hash === null) return { session: null, endedBy: null }
    const generation = this.#cache.generation
    let known = this.#cache.get(hash, this.#now())
    if (!known) {
      const row = await findRow(this.#database, hash)
      if (!row || row.deviceId !== deviceId) return { session: null, endedBy: null }
      if (row.endedBy !== null) return { session: null, endedBy: row.endedBy }
      known = row
      this.#cache.set(hash, known, generation, this.#now())
    }
    if (known.deviceId !== deviceId) return { session: null, endedBy: null }
    if (this.#now() >= known.session.expireAt) return { session: null, endedBy: CODES.AUTH_ERROR }
    const { sessionId } = known.session
    if (this.#isIdle(known) && (await this.#endIfIdle(hash, sessionId))) {
      return { session: null, endedBy: CODES.AUTH_ERROR }
    }
    this.touch(sessionId)
    return { session: known.session, endedBy: null }
  }

  /** The session is used now: by a call, or by a message over its socket. */
  touch(sessionId: string): void {
    this.#lastSeen.note(sessionId, this.#now())
  }

  /** Devices on which a member is signed in, newest first. */
  async devices(memberId: string): Promise<Device[]> {
    const devices = await devicesOf(this.#database, memberId, this.#now())
    return devices.map((device) => ({ ...device, lastSeenAt: this.#lastSeen.of(device.id) ?? device.lastSeenAt }))
  }

  /** Those of some members who have a live session. */
  async signedInOf(memberIds: readonly string[]): Promise<string[]> {
    const rows = await this.#database.db
      .selectDistinct({ memberId: session.memberId })
      .from(session)
      .where(
        and(
          sql`${session.memberId} = any(${sql.param(memberIds)}::uuid[])`,
          isNull(session.revokedAt),
          gt(session.expiresAt, this.#now()),
        ),
      )
    return rows.map(({ memberId }) => memberId)
  }

  end(sessionId: string, code: number): Promise<void> {
    return this.#endAll({ sessionId }, code)
  }

  endAllOf(memberId: string, code: number): Promise<void> {
    return this.#endAll({ memberId }, code)
  }

  endOfDevice(deviceId: string, code: number): Promise<void> {
    return this.#endAll({ deviceId }, code)
  }

  endOthersOf(memberId: string, exceptSessionId: string, code: number): Promise<void> {
    return this.#endAll({ memberId, exceptSessionId }, code)
  }

  /** Must be called after the member's profile or settings have changed: sessions and sockets contain a copy. */
  async refresh(memberId: string, member: Member): Promise<void> {
    await this.#refreshHere(memberId, member)
    this.#events?.changed(memberId)
  }

  /** Called for every live session whose member has changed. */
  onRefresh(listener: (sessionId: string, member: Member) => void): () => void {
    this.#refreshListeners.add(listener)
    return () => void this.#refreshListeners.delete(listener)
  }

  /** Called once for every session that ends, for any reason. Closes sockets. */
  onEnd(listener: (sessionId: string, code: number) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Appends to the trail of sign-ins. */
  record(event: AuthEvent): Promise<void> {
    return recordAuthEvents(this.#database, [event], this.#now())
  }

  /** Ends expired sessions (S9.20); runs by itself every hour. Blocked members are detected within a second. */
  endExpired(): Promise<void> {
    return this.#endAll({ expiredBy: this.#now() }, CODES.AUTH_ERROR)
  }

  close(): void {
    this.#events?.close()
    this.#stopSweeps()
  }

  #notify(ended: readonly EndedRow[], code: number): void {
    for (const { id } of ended) this.#forget(id, code)
    this.#events?.ended(
      ended.map(({ id }) => id),
      code,
    )
  }

  #endedElsewhere(ended: readonly { readonly id: string; readonly code: number }[]): void {
    this.#cache.suspend()
    for (const { id, code } of ended) this.#forget(id, code)
    this.#cache.resume()
  }

  async #changedElsewhere(memberId: string): Promise<void> {
    const member = await findMember(this.#database, memberId)
    if (member) await this.#refreshHere(memberId, member)
  }

  async #refreshHere(memberId: string, member: Member): Promise<void> {
    this.#cache.suspend()
    try {
      for (const { id } of await devicesOf(this.#database, memberId, this.#now())) {
        this.#cache.forget(id)
        for (const listener of this.#refreshListeners) listener(id, member)
      }
    } finally {
      this.#cache.resume()
    }
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.#log.error({ err: error }, 'changes of sessions by other processes were not read'),
    )
  }

  /** Ends a session in the memory of this process. Has no effect for a session that it does not know. */
  #forget(id: string, code: number): void {
    this.#cache.forget(id)
    for (const listener of this.#listeners) {
      try {
        listener(id, code)
      } catch (error) {
        this.#log.error({ err: error, sessionId: id }, 'a listener to the end of sessions failed')
      }
    }
  }

  async #endAll(which: Ending, code: number): Promise<void> {
    this.#cache.suspend()
    try {
      const ended = await endSessions(this.#database, which, code, this.#now())
      this.#notify(ended, code)
      await this.#recordEnds(ended, code)
    } finally {
      this.#cache.resume()
    }
  }

  /** S7.50: true if the session was not used for the minutes that its member has chosen. */
  #isIdle({ session, lastSeen, idleMinutes }: KnownSession): boolean {
    const usedAt = Math.max(lastSeen, this.#lastSeen.of(session.sessionId) ?? 0)
    return idleMinutes > 0 && this.#now() - usedAt >= idleMinutes * MINUTE_MS
  }

  /** Ends a session that seems idle. False if another process has seen it in use. */
  async #endIfIdle(hash: string, sessionId: string): Promise<boolean> {
    const row = await findRow(this.#database, hash)
    if (row && row.endedBy === null && !this.#isIdle(row)) {
      this.#cache.forget(sessionId)
      return false
    }
    await this.end(sessionId, CODES.AUTH_ERROR)
    return true
  }

  #recordEnds(ended: readonly EndedRow[], code: number): Promise<void> {
    const events = ended.map(({ memberId, deviceId, clientType, address }): AuthEvent => ({
      kind: 'session-ended',
      memberId,
      code,
      deviceId,
      clientType,
      address,
    }))
    return recordAuthEvents(this.#database, events, this.#now())
  }

  async #endBlocked(): Promise<void> {
    for (const memberId of await blockedMembers(this.#database)) {
      // oxlint-disable-next-line no-await-in-loop -- rare, and few at a time
      await this.#endAll({ memberId }, CODES.ACCOUNT_BLOCKADE)
    }
  }
}

type KnownSession = NonNullable<ReturnType<SessionCache['get']>>

export interface AuthEvent {
  readonly kind: 'login' | 'login-failed' | 'login-locked' | 'login-challenged' | 'session-ended' | 'registered'
  /** Null if the account is unknown. */
  readonly memberId: string | null
  /** Response code, if any. */
  readonly code: number | null
  readonly deviceId: string
  readonly clientType: ClientType
  readonly address: string
}

/** Appends to the trail of sign-ins and session ends. */
async function recordAuthEvents({ db }: Database, events: readonly AuthEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  await db
    .insert(authEvent)
    .values(events.map(({ address, ...event }) => ({ id: uuidV7(now), ...event, ip: address, at: now })))
}

/** A device on which a member is signed in. Times are epoch milliseconds. */
interface Device {
  readonly id: string
  readonly clientType: ClientType
  /** Such as `Chrome · Windows`; empty if unknown. */
  readonly device: string
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
      device: session.deviceName,
      address: session.ip,
      signedInAt: session.createdAt,
      lastSeenAt: session.lastSeen,
    })
    .from(session)
    .where(and(eq(session.memberId, memberId), isNull(session.revokedAt), gt(session.expiresAt, now)))
    .orderBy(desc(session.createdAt))
}

const WRITE_INTERVAL_MS = 60_000
const MAX_WAITING = 50_000
const REMEMBERED_SESSIONS = 20_000

/** Time of the last use of sessions: updated in memory at every call, written once a minute. */
export class LastSeen {
  readonly #store: Pick<Database, 'db'>
  readonly #latest = new BoundedMap<string, number>(REMEMBERED_SESSIONS)
  #waiting = new Map<string, number>()
  #writtenAt = 0

  constructor(database: Pick<Database, 'db'>) {
    this.#store = database
  }

  note(sessionId: string, at: number): void {
    this.#latest.set(sessionId, at)
    if (this.#waiting.size < MAX_WAITING) this.#waiting.set(sessionId, at)
  }

  /** Epoch milliseconds; null if the session was not used lately. */
  of(sessionId: string): number | null {
    return this.#latest.get(sessionId) ?? null
  }

  /** Writes if a minute has passed since the last write. */
  async writeWhenDue(now: number): Promise<void> {
    if (now - this.#writtenAt < WRITE_INTERVAL_MS || this.#waiting.size === 0) return
    this.#writtenAt = now
    const seen = this.#waiting
    this.#waiting = new Map()
    const ids = sql.param([...seen.keys()])
    const times = sql.param([...seen.values()].map((at) => new Date(at).toISOString()))
    await this.#store.db.execute(sql`
      update session set last_seen = seen.at from unnest(${ids}::uuid[], ${times}::timestamptz[]) as seen(id, at)
      where session.id = seen.id and session.last_seen < seen.at`)
  }
}
