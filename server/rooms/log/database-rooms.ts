import { and, desc, eq, gt, gte, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DrizzleDatabase, Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { chatAudit, chatMute, chatReport, chatRoom } from '../../database/schema/room.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { RoomState } from '../state.ts'
import type { AuditRow, ReportRow, RoomRepository, StoredAuditRow, StoredMute, StoredRoom } from './repositories.ts'

/** Rooms, mutes, reports and the audit trail: tables `chat_room`, `chat_mute`, `chat_report`, `chat_audit`. */
export class DatabaseRoomRepository implements RoomRepository {
  constructor(private readonly database: Pick<Database, 'db' | 'transaction'>) {}

  async load(chatRoomNo: string): Promise<StoredRoom | null> {
    const [row] = await this.database.db.select().from(chatRoom).where(eq(chatRoom.no, chatRoomNo))
    if (!row) return null
    const { matchId, anchorRoomId, title, isOpen, epoch, stateSeq, state } = row
    // Only `save` writes this column.
    return { chatRoomNo, matchId, anchorRoomId, title, isOpen, epoch, seq: stateSeq, state: state as RoomState }
  }

  async closed(): Promise<ReadonlySet<string>> {
    const rows = await this.database.db.select({ no: chatRoom.no }).from(chatRoom).where(eq(chatRoom.isOpen, false))
    return new Set(rows.map(({ no }) => no))
  }

  async save({ chatRoomNo, seq, isOpen, ...room }: StoredRoom, now: number): Promise<void> {
    const row = { ...room, stateSeq: seq }
    await this.database.db
      .insert(chatRoom)
      .values({ ...row, isOpen, no: chatRoomNo, createdAt: now })
      .onConflictDoUpdate({ target: chatRoom.no, set: row })
  }

  async mutes(chatRoomNo: string, now: number): Promise<StoredMute[]> {
    const muted = alias(member, 'muted')
    const admin = alias(member, 'admin')
    return this.database.db
      .select({
        chatRoomNo: chatMute.chatRoomNo,
        memberId: chatMute.memberId,
        userId: muted.publicId,
        memberName: muted.nickname,
        until: chatMute.until,
        reason: chatMute.reason,
        byMemberId: chatMute.byMemberId,
        byName: admin.nickname,
      })
      .from(chatMute)
      .innerJoin(muted, eq(muted.id, chatMute.memberId))
      .innerJoin(admin, eq(admin.id, chatMute.byMemberId))
      .where(and(eq(chatMute.chatRoomNo, chatRoomNo), isNull(chatMute.liftedAt), gt(chatMute.until, now)))
  }

  async putMute(mute: StoredMute, audit: AuditRow): Promise<void> {
    const { chatRoomNo, memberId, until, reason, byMemberId } = mute
    await this.database.transaction(async (tx) => {
      await lift(tx, mute, audit)
      const row = { id: uuidV7(audit.at), chatRoomNo, memberId, until, reason, byMemberId, createdAt: audit.at }
      await tx.insert(chatMute).values(row)
      await writeAudit(tx, audit)
    })
  }

  async liftMute(mute: Pick<StoredMute, 'chatRoomNo' | 'memberId'>, audit: AuditRow): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lift(tx, mute, audit)
      await writeAudit(tx, audit)
    })
  }

  audit(row: AuditRow): Promise<void> {
    return writeAudit(this.database.db, row)
  }

  async audits(chatRoomNo: string, limit: number): Promise<StoredAuditRow[]> {
    const rows = await this.database.db
      .select({ row: chatAudit, byName: member.nickname })
      .from(chatAudit)
      .innerJoin(member, eq(member.id, chatAudit.actorMemberId))
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

  async words(chatRoomNo: string): Promise<readonly string[]> {
    const [row] = await this.database.db
      .select({ words: chatRoom.words })
      .from(chatRoom)
      .where(eq(chatRoom.no, chatRoomNo))
    return row?.words ?? []
  }

  async putBlockedTerms(chatRoomNo: string, words: readonly string[], audit: AuditRow): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx
        .update(chatRoom)
        .set({ words: [...words] })
        .where(eq(chatRoom.no, chatRoomNo))
      await writeAudit(tx, audit)
    })
  }

  async putReport(row: ReportRow): Promise<void> {
    await this.database.db.insert(chatReport).values(row).onConflictDoNothing()
  }

  reports(chatRoomNo: string, since: number, limit: number): Promise<ReportRow[]> {
    return this.database.db
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
