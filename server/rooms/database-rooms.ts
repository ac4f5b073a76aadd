import { and, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Store } from '../store/database.ts'
import { member } from '../store/schema/member.ts'
import { chatAudit, chatMute, chatRoom } from '../store/schema/room.ts'
import { uuidV7 } from '../store/uuid-v7.ts'
import type { RoomState } from './state.ts'
import type { AuditRow, RoomStore, StoredMute, StoredRoom } from './stores.ts'

/** Rooms, mutes and the audit trail in the tables `chat_room`, `chat_mute` and `chat_audit`. */
export class DatabaseRoomStore implements RoomStore {
  constructor(private readonly store: Pick<Store, 'db' | 'transaction'>) {}

  async load(chatRoomNo: string): Promise<StoredRoom | null> {
    const [row] = await this.store.db.select().from(chatRoom).where(eq(chatRoom.no, chatRoomNo))
    if (!row) return null
    const { matchId, anchorRoomId, title, isOpen, epoch, stateSeq, state } = row
    // Only `save` writes the column.
    return { chatRoomNo, matchId, anchorRoomId, title, isOpen, epoch, seq: stateSeq, state: state as RoomState }
  }

  async save({ chatRoomNo, seq, ...room }: StoredRoom, now: number): Promise<void> {
    const row = { ...room, stateSeq: seq }
    await this.store.db
      .insert(chatRoom)
      .values({ ...row, no: chatRoomNo, createdAt: now })
      .onConflictDoUpdate({ target: chatRoom.no, set: row })
  }

  async mutes(chatRoomNo: string, now: number): Promise<StoredMute[]> {
    const muted = alias(member, 'muted')
    const admin = alias(member, 'admin')
    return this.store.db
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
    await this.store.transaction(async (tx) => {
      await lift(tx, mute, audit)
      const row = { id: uuidV7(audit.at), chatRoomNo, memberId, until, reason, byMemberId, createdAt: audit.at }
      await tx.insert(chatMute).values(row)
      await writeAudit(tx, audit)
    })
  }

  async liftMute(mute: Pick<StoredMute, 'chatRoomNo' | 'memberId'>, audit: AuditRow): Promise<void> {
    await this.store.transaction(async (tx) => {
      await lift(tx, mute, audit)
      await writeAudit(tx, audit)
    })
  }

  audit(row: AuditRow): Promise<void> {
    return writeAudit(this.store.db, row)
  }
}

async function lift(
  db: Pick<Database, 'update'>,
  { chatRoomNo, memberId }: Pick<StoredMute, 'chatRoomNo' | 'memberId'>,
  { at, memberId: adminId }: AuditRow,
): Promise<void> {
  await db
    .update(chatMute)
    .set({ liftedAt: at, liftedBy: adminId })
    .where(and(eq(chatMute.chatRoomNo, chatRoomNo), eq(chatMute.memberId, memberId), isNull(chatMute.liftedAt)))
}

async function writeAudit(db: Pick<Database, 'insert'>, row: AuditRow): Promise<void> {
  const { chatRoomNo, memberId, action, target, at } = row
  await db.insert(chatAudit).values({ id: uuidV7(at), chatRoomNo, actorMemberId: memberId, action, target, at })
}
