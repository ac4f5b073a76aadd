import type { ReportReason } from '#protocol/endpoints/chatroom.ts'
import type { AuditAction } from '#protocol/endpoints/chatroom-admin.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { RoomState } from '../state.ts'

/** One written entry of a room's log: a row of `room_entry`. */
export interface EntryRow {
  readonly chatRoomNo: string
  /** Dense within the room, from 1. */
  readonly seq: number
  readonly epoch: number
  readonly id: string
  /** Epoch milliseconds, never smaller than that of the entry before. */
  readonly at: number
  readonly kind: MessageKind
  /** Public id of the author; null where nobody speaks. */
  readonly userId: string | null
  /** The entry as it travels in frames, serialised once. */
  readonly json: string
}

/** Epochs only grow and sequence numbers go on across them, so (epoch, seq) orders everything a room ever held. */
export interface EntryPlace {
  readonly chatRoomNo: string
  readonly epoch: number
  readonly seq: number
}

export interface StoredHead {
  readonly epoch: number
  readonly seq: number
  readonly at: number
}

/** Where entries are written before anybody sees them. */
export interface EntryStore {
  /** One transaction: all rows are inserted and all `replaced` rows (same room and seq) overwritten, or nothing is. */
  insert(rows: readonly EntryRow[], replaced?: readonly EntryRow[]): Promise<void>
  /** Rows of this epoch after `afterSeq`, ascending, at most `limit`. */
  load(chatRoomNo: string, epoch: number, afterSeq: number, limit: number): Promise<EntryRow[]>
  /** Rows of the given kinds before this place (earlier epochs too), the newest `limit` of them, ascending. */
  before(place: EntryPlace, limit: number, kinds: readonly MessageKind[]): Promise<EntryRow[]>
  /** The newest row, or null. */
  head(chatRoomNo: string): Promise<StoredHead | null>
  /** What a member said (text and image rows), by public id. */
  authored(chatRoomNo: string, userId: string): Promise<EntryRow[]>
  /** What a member said (a text or image row) under this `cid` after this place, in its epoch; or null. */
  said(after: EntryPlace, userId: string, cid: string): Promise<EntryRow | null>
  /** Rows by entry id; unknown ids give nothing. */
  byIds(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]>
  /** Text rows that quote one of these entries. */
  quoting(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]>
}

/** A row of `chat_room`: what a restart continues from. */
export interface StoredRoom {
  readonly chatRoomNo: string
  readonly matchId: string
  readonly anchorRoomId: string
  readonly title: string
  /** Speaking is possible; a closed room can still be read (S3.12). */
  readonly isOpen: boolean
  readonly epoch: number
  /** The state holds at this entry; later entries are applied to it. */
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

/** A row of `chat_audit`: who did what as an administrator (S6.7). */
export interface AuditRow {
  readonly chatRoomNo: string
  readonly at: number
  /** Internal id of the administrator. */
  readonly memberId: string
  /** Its name; the table has the id alone. */
  readonly byName: string
  readonly action: AuditAction
  /**
   * What it was done to, as far as the action has it: public id, name, entry ids, text, until, reason, setup, words. No words
   * of members that are in the log: those can be deleted there, and nothing is ever taken out of here.
   */
  readonly target: Readonly<Record<string, unknown>>
}

/** An audit row as it is read. */
export interface StoredAuditRow extends AuditRow {
  readonly id: string
}

/** A row of `chat_report`: one member's report of one entry. */
export interface ReportRow {
  readonly chatRoomNo: string
  readonly entryId: string
  /** Internal id of who reports. */
  readonly memberId: string
  readonly reason: ReportReason
  readonly note: string
  readonly at: number
}

/** Rooms, mutes, words, reports and the audit trail. */
export interface RoomStore {
  load(chatRoomNo: string): Promise<StoredRoom | null>
  /** Rooms that are closed now: whoever runs the site may close and open one while the server runs. */
  closed(): Promise<ReadonlySet<string>>
  /** Creates the row, or overwrites all of it but `isOpen`; `now` is when it is created, if it is. */
  save(room: StoredRoom, now: number): Promise<void>
  /** Mutes that still hold at `now`. */
  mutes(chatRoomNo: string, now: number): Promise<StoredMute[]>
  /** Writes the mute and its audit row in one transaction; a second mute of a member replaces the first. */
  putMute(mute: StoredMute, audit: AuditRow): Promise<void>
  /** Lifts the mute and writes the audit row in one transaction. */
  liftMute(mute: { chatRoomNo: string; memberId: string }, audit: AuditRow): Promise<void>
  audit(row: AuditRow): Promise<void>
  /** The newest `limit` audit rows of a room, newest first. */
  audits(chatRoomNo: string, limit: number): Promise<StoredAuditRow[]>
  /** Words that may not be said in this room beside the program's own. */
  words(chatRoomNo: string): Promise<readonly string[]>
  /** Replaces the words and writes the audit row in one transaction. */
  putWords(chatRoomNo: string, words: readonly string[], audit: AuditRow): Promise<void>
  /** Keeps a report; a second one of the same entry by the same member changes nothing. */
  putReport(row: ReportRow): Promise<void>
  /** The newest `limit` reports of a room since `since`, newest first. */
  reports(chatRoomNo: string, since: number, limit: number): Promise<ReportRow[]>
}
