import type { ReportReason } from '#protocol/endpoints/chatroom.ts'
import type { RoomState } from '#protocol/rules/room-state.ts'
import type { AuditAction } from '#protocol/endpoints/chatroom-admin.ts'
import { and, desc, eq, gt, gte, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DrizzleDatabase, Database, Transaction } from '../database/database.ts'
import { member } from '../database/schema/member.ts'
import { IS_UNDELIVERED_GIFT } from '../database/prune.ts'
import { reportCase, type ReportedMessage } from '../database/schema/moderation.ts'
import { chatAudit, chatMute, chatReport, chatRoom, roomEntry } from '../database/schema/room.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { checkFence, type Fence } from './log/sequencer.ts'

/** The public methods of {@link RoomRepository}, for substitutes in tests. */
export type RoomStorage = Pick<RoomRepository, keyof RoomRepository>

/** A row of `chat_room`, from which a restart resumes. */
export interface StoredRoom {
  readonly chatRoomNo: string
  readonly matchId: string
  readonly anchorRoomId: string
  readonly title: string
  /** False: the room can be read only (S3.12). */
  readonly isOpen: boolean
  readonly epoch: number
  /** The state is valid at this entry; later entries are applied to it. */
  readonly seq: number
  readonly state: RoomState
}

/** A row of `chat_mute`. */
export interface StoredMute {
  readonly chatRoomNo: string
  /** Internal id. */
  readonly memberId: string
  /** Public id. */
  readonly userId: string
  readonly memberName: string
  /** Epoch milliseconds. */
  readonly until: number
  readonly reason: string
  readonly byMemberId: string
  readonly byName: string
}

/** A row of `chat_audit`: an action of an administrator (S6.7). */
export interface AuditRow {
  readonly chatRoomNo: string
  readonly at: number
  /** Internal id of the administrator. */
  readonly memberId: string
  /** The administrator's name, which the table does not contain. */
  readonly byName: string
  readonly action: AuditAction
  /**
   * Target of the action: public id, name, entry ids, text, until, reason, setup, terms. It contains no text of logged
   * messages, because those can be deleted and this trail cannot.
   */
  readonly target: Readonly<Record<string, unknown>>
}

/** An audit row as read. */
export interface StoredAuditRow extends AuditRow {
  readonly id: string
}

/** A row of `chat_report`: one member's report of one entry. */
export interface ReportRow {
  readonly chatRoomNo: string
  readonly entryId: string
  /** Internal id of the reporting member. */
  readonly memberId: string
  readonly reason: ReportReason
  readonly note: string
  readonly at: number
}

/** Complaints that are stored with a reported message; further ones are counted. */
const MAX_COMPLAINTS = 20

/** Shown to administrators of a room for actions of the console, whose operators are no members. */
export const OPERATOR_NICKNAME = '运营'

/**
 * Rooms, mutes, blocked terms, reports and the audit trail: tables `chat_room`, `chat_mute`, `chat_report` and
 * `chat_audit`.
 */
export class RoomRepository {
  readonly #database: Pick<Database, 'db' | 'transaction'>
  readonly #fence: (() => Fence) | null

  /**
   * @param fence the current fence of this process, if several processes serve the rooms; checked by each write except
   *   that of a report
   */
  constructor(database: Pick<Database, 'db' | 'transaction'>, fence: (() => Fence) | null = null) {
    this.#database = database
    this.#fence = fence
  }

  /**
   * Runs writes in one transaction.
   *
   * @throws StaleFence if another process writes the rooms
   */
  #write(work: (tx: Transaction) => Promise<void>): Promise<void> {
    const fence = this.#fence?.() ?? null
    return this.#database.transaction(async (tx) => {
      if (fence) await checkFence(tx, fence)
      await work(tx)
    })
  }

  /** Runs one write. Only a fence needs a transaction. */
  #writeOne(work: (db: Pick<DrizzleDatabase, 'insert'>) => Promise<void>): Promise<void> {
    return this.#fence === null ? work(this.#database.db) : this.#write(work)
  }

  async load(chatRoomNo: string): Promise<StoredRoom | null> {
    const [row] = await this.#database.db.select().from(chatRoom).where(eq(chatRoom.no, chatRoomNo))
    if (!row) return null
    const { matchId, anchorRoomId, title, isOpen, epoch, stateSeq, state } = row
    // Only `save` writes this column.
    return { chatRoomNo, matchId, anchorRoomId, title, isOpen, epoch, seq: stateSeq, state: state as RoomState }
  }

  /** Rooms that are closed now. An operator may close and open rooms at run time. */
  async closed(): Promise<ReadonlySet<string>> {
    const rows = await this.#database.db.select({ no: chatRoom.no }).from(chatRoom).where(eq(chatRoom.isOpen, false))
    return new Set(rows.map(({ no }) => no))
  }

  /** Creates or overwrites the row except `isOpen`. `now` is its creation time if it is new. */
  async save({ chatRoomNo, seq, isOpen, ...room }: StoredRoom, now: number): Promise<void> {
    const row = { ...room, stateSeq: seq }
    await this.#writeOne(async (db) => {
      await db
        .insert(chatRoom)
        .values({ ...row, isOpen, no: chatRoomNo, createdAt: now })
        .onConflictDoUpdate({ target: chatRoom.no, set: row })
    })
  }

  /** Deletes a room and its log; both stay while the log has gifts that are not delivered yet. */
  async remove(chatRoomNo: string): Promise<void> {
    await this.#write(async (tx) => {
      await tx.delete(roomEntry).where(and(eq(roomEntry.chatRoomNo, chatRoomNo), sql`not (${IS_UNDELIVERED_GIFT})`))
      const left = tx.select().from(roomEntry).where(eq(roomEntry.chatRoomNo, chatRoomNo))
      await tx.delete(chatRoom).where(and(eq(chatRoom.no, chatRoomNo), notExists(left)))
    })
  }

  /** Mutes active at `now`. */
  async mutes(chatRoomNo: string, now: number): Promise<StoredMute[]> {
    const muted = alias(member, 'muted')
    const admin = alias(member, 'admin')
    return this.#database.db
      .select({
        chatRoomNo: chatMute.chatRoomNo,
        memberId: chatMute.memberId,
        userId: muted.publicId,
        memberName: muted.nickname,
        until: chatMute.until,
        reason: chatMute.reason,
        byMemberId: chatMute.byMemberId,
        byName: sql<string>`coalesce(${admin.nickname}, ${OPERATOR_NICKNAME})`,
      })
      .from(chatMute)
      .innerJoin(muted, eq(muted.id, chatMute.memberId))
      .leftJoin(admin, eq(admin.id, chatMute.byMemberId))
      .where(and(eq(chatMute.chatRoomNo, chatRoomNo), isNull(chatMute.liftedAt), gt(chatMute.until, now)))
  }

  /** Writes the mute and its audit row in one transaction. A second mute of a member replaces the first. */
  async putMute(mute: StoredMute, audit: AuditRow): Promise<void> {
    const { chatRoomNo, memberId, until, reason, byMemberId } = mute
    await this.#write(async (tx) => {
      await lift(tx, mute, audit)
      const row = { id: uuidV7(audit.at), chatRoomNo, memberId, until, reason, byMemberId, createdAt: audit.at }
      await tx.insert(chatMute).values(row)
      await writeAudit(tx, audit)
    })
  }

  /** Lifts the mute and writes the audit row in one transaction. */
  async liftMute(mute: Pick<StoredMute, 'chatRoomNo' | 'memberId'>, audit: AuditRow): Promise<void> {
    await this.#write(async (tx) => {
      await lift(tx, mute, audit)
      await writeAudit(tx, audit)
    })
  }

  audit(row: AuditRow): Promise<void> {
    return this.#writeOne((db) => writeAudit(db, row))
  }

  /** The newest `limit` audit rows of a room, newest first. */
  async audits(chatRoomNo: string, limit: number): Promise<StoredAuditRow[]> {
    const rows = await this.#database.db
      .select({ row: chatAudit, byName: sql<string>`coalesce(${member.nickname}, ${OPERATOR_NICKNAME})` })
      .from(chatAudit)
      .leftJoin(member, eq(member.id, chatAudit.actorMemberId))
      .where(eq(chatAudit.chatRoomNo, chatRoomNo))
      .orderBy(desc(chatAudit.at), desc(chatAudit.id))
      .limit(limit)
    return rows.map(({ row: { id, at, actorMemberId, action, target }, byName }) => ({
      id,
      at,
      chatRoomNo,
      memberId: actorMemberId,
      byName,
      // Only `writeAudit` writes these columns.
      action: action as AuditRow['action'],
      target: target as AuditRow['target'],
    }))
  }

  /** Blocked terms of this room in addition to the built-in ones. */
  async blockedTerms(chatRoomNo: string): Promise<readonly string[]> {
    const [row] = await this.#database.db
      .select({ words: chatRoom.words })
      .from(chatRoom)
      .where(eq(chatRoom.no, chatRoomNo))
    return row?.words ?? []
  }

  /** Replaces the terms and writes the audit row in one transaction. */
  async putBlockedTerms(chatRoomNo: string, terms: readonly string[], audit: AuditRow): Promise<void> {
    await this.#write(async (tx) => {
      await tx
        .update(chatRoom)
        .set({ words: [...terms] })
        .where(eq(chatRoom.no, chatRoomNo))
      await writeAudit(tx, audit)
    })
  }

  /**
   * Stores a report, with the context of the message at the first one. A second one of the same entry by the same member
   * has no effect.
   */
  async putReport(row: ReportRow, context: readonly ReportedMessage[]): Promise<void> {
    const { chatRoomNo, entryId, reason, note, at } = row
    const reported = context.find(({ id }) => id === entryId)
    await this.#database.transaction(async (tx) => {
      const stored = await tx.insert(chatReport).values(row).onConflictDoNothing().returning({ at: chatReport.at })
      if (stored.length === 0 || !reported) return
      const { userId, memberName } = reported
      const times = { firstAt: at, lastAt: at }
      const first = { chatRoomNo, entryId, userId, memberName, context, complaints: [{ reason, note, at }], reports: 1 }
      const complaint = JSON.stringify([{ reason, note, at }])
      await tx
        .insert(reportCase)
        .values({ id: uuidV7(at), ...first, ...times })
        .onConflictDoUpdate({
          target: [reportCase.chatRoomNo, reportCase.entryId],
          set: {
            reports: sql`${reportCase.reports} + 1`,
            lastAt: at,
            // The first ones are the most telling; a crowd adds nothing new.
            complaints: sql`case when jsonb_array_length(${reportCase.complaints}) < ${MAX_COMPLAINTS}
              then ${reportCase.complaints} || ${complaint}::jsonb else ${reportCase.complaints} end`,
          },
        })
    })
  }

  /** The newest `limit` reports of a room since `since`, newest first. */
  reports(chatRoomNo: string, since: number, limit: number): Promise<ReportRow[]> {
    return this.#database.db
      .select()
      .from(chatReport)
      .where(and(eq(chatReport.chatRoomNo, chatRoomNo), gte(chatReport.at, since)))
      .orderBy(desc(chatReport.at))
      .limit(limit)
  }
}

async function lift(
  db: Pick<DrizzleDatabase, 'update'>,
  { chatRoomNo, memberId }: Pick<StoredMute, 'chatRoomNo' | 'memberId'>,
  { at, memberId: adminId }: AuditRow,
): Promise<void> {
  await db
    .update(chatMute)
    .set({ liftedAt: at, liftedBy: adminId })
    .where(and(eq(chatMute.chatRoomNo, chatRoomNo), eq(chatMute.memberId, memberId), isNull(chatMute.liftedAt)))
}

async function writeAudit(db: Pick<DrizzleDatabase, 'insert'>, row: AuditRow): Promise<void> {
  const { chatRoomNo, memberId, action, target, at } = row
  await db.insert(chatAudit).values({ id: uuidV7(at), chatRoomNo, actorMemberId: memberId, action, target, at })
}
