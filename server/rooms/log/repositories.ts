import type { ReportReason } from '#protocol/endpoints/chatroom.ts'
import type { AuditAction } from '#protocol/endpoints/chatroom-admin.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { RoomState } from '../state.ts'

/** A written entry of a room's log: a row of `room_entry`. */
export interface EntryRow {
  readonly chatRoomNo: string
  /** Dense within the room, from 1. */
  readonly seq: number
  readonly epoch: number
  readonly id: string
  /** Epoch milliseconds, never less than that of the previous entry. */
  readonly at: number
  readonly kind: MessageKind
  /** Public id of the author, or null. */
  readonly userId: string | null
  /** The entry as sent in frames, serialized once. */
  readonly json: string
}

/** Epochs only grow and sequence numbers continue across them, so (epoch, seq) orders all entries of a room. */
export interface EntryPosition {
  readonly chatRoomNo: string
  readonly epoch: number
  readonly seq: number
}

export interface StoredHead {
  readonly epoch: number
  readonly seq: number
  readonly at: number
}

/** Storage of entries, written before anybody receives them. */
export interface EntryRepository {
  /** One transaction: inserts all rows and overwrites all `replaced` rows (same room and seq), or does nothing. */
  insert(rows: readonly EntryRow[], replaced?: readonly EntryRow[]): Promise<void>
  /** Rows of this epoch after `afterSeq`, ascending, at most `limit`. */
  load(chatRoomNo: string, epoch: number, afterSeq: number, limit: number): Promise<EntryRow[]>
  /** The newest `limit` rows of the given kinds before this position (earlier epochs included), ascending. */
  before(position: EntryPosition, limit: number, kinds: readonly MessageKind[]): Promise<EntryRow[]>
  /** The newest row, or null. */
  head(chatRoomNo: string): Promise<StoredHead | null>
  /** Messages of a member (text and image rows), by public id. */
  authored(chatRoomNo: string, userId: string): Promise<EntryRow[]>
  /** A member's message with this `cid` after this position in its epoch, or null. */
  findByCid(after: EntryPosition, userId: string, cid: string): Promise<EntryRow | null>
  /** Rows by entry id; unknown ids are skipped. */
  byIds(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]>
  /** Text rows that quote one of these entries. */
  quoting(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]>
}

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

/** Rooms, mutes, blocked terms, reports and the audit trail. */
export interface RoomRepository {
  load(chatRoomNo: string): Promise<StoredRoom | null>
  /** Rooms that are closed now. An operator may close and open rooms at run time. */
  closed(): Promise<ReadonlySet<string>>
  /** Creates or overwrites the row except `isOpen`. `now` is its creation time if it is new. */
  save(room: StoredRoom, now: number): Promise<void>
  /** Mutes active at `now`. */
  mutes(chatRoomNo: string, now: number): Promise<StoredMute[]>
  /** Writes the mute and its audit row in one transaction. A second mute of a member replaces the first. */
  putMute(mute: StoredMute, audit: AuditRow): Promise<void>
  /** Lifts the mute and writes the audit row in one transaction. */
  liftMute(mute: { chatRoomNo: string; memberId: string }, audit: AuditRow): Promise<void>
  audit(row: AuditRow): Promise<void>
  /** The newest `limit` audit rows of a room, newest first. */
  audits(chatRoomNo: string, limit: number): Promise<StoredAuditRow[]>
  /** Blocked terms of this room in addition to the built-in ones. */
  words(chatRoomNo: string): Promise<readonly string[]>
  /** Replaces the terms and writes the audit row in one transaction. */
  putBlockedTerms(chatRoomNo: string, words: readonly string[], audit: AuditRow): Promise<void>
  /** Stores a report. A second one of the same entry by the same member has no effect. */
  putReport(row: ReportRow): Promise<void>
  /** The newest `limit` reports of a room since `since`, newest first. */
  reports(chatRoomNo: string, since: number, limit: number): Promise<ReportRow[]>
}
