import type { MessageKind } from '#protocol/room/kinds.ts'
import { CODES } from '#protocol/codes.ts'
import type { Appended, EntryDraft } from '../../http/calls/context.ts'
import type { LogEntry } from './entry.ts'
import type { EntryRow } from './repositories.ts'

export interface LogHead {
  readonly epoch: number
  /** Sequence number of the newest written entry; 0 before the first. */
  readonly seq: number
  readonly at: number
}

/** Called once per room and write, in order, before the appends resolve. */
export type AppendListener = (chatRoomNo: string, entries: readonly LogEntry[], hasErased: boolean) => void

/**
 * The ordered logs of all rooms: sequence numbers are dense, times never decrease, and only written entries are
 * visible. `memory-log.ts` serves one process on the database. A second implementation for several processes is
 * planned, for which `onAppend` also reports entries of other processes.
 */
export interface RoomLog {
  /**
   * Resumes or creates a room's log. `remembered` is the head stored with the room: if the log does not reach it,
   * entries are lost and a new epoch begins.
   */
  open(chatRoomNo: string, remembered: LogHead | null): Promise<LogHead>
  head(chatRoomNo: string): LogHead
  /**
   * Writes entries in the given order. A `delete` draft erases its targets in the same write (tombstones). Rejects with
   * {@link LogRefusal} if too many are waiting, and if the database fails; then nothing was published.
   */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]>
  /** Entries `afterSeq + 1 ..` that are in memory, at most `limit`; for frames. */
  recent(chatRoomNo: string, afterSeq: number, limit: number): readonly LogEntry[]
  /** True if everything after `afterSeq` is within the recoverable history (settled 12). */
  canRecover(chatRoomNo: string, afterSeq: number): Promise<boolean>
  /** Entries `afterSeq + 1 .. throughSeq`, from memory or database. */
  range(chatRoomNo: string, afterSeq: number, throughSeq: number): Promise<readonly LogEntry[]>
  entry(chatRoomNo: string, seq: number): Promise<LogEntry | null>
  /** The message of a member with this `cid` among the newest entries of the room (about 200,000). */
  findByCid(chatRoomNo: string, userId: string, cid: string): Promise<LogEntry | null>
  /** The newest `limit` entries of the given kinds before `beforeSeq`, ascending, without tombstones. */
  before(
    chatRoomNo: string,
    beforeSeq: number,
    limit: number,
    kinds: ReadonlySet<MessageKind>,
  ): Promise<readonly LogEntry[]>
  /**
   * Deletes messages of any age: overwrites them in memory and database, and appends the `delete` entry, in one write.
   * Rejects like {@link append}; then nothing is deleted. Returns the deleted entries.
   */
  erase(chatRoomNo: string, target: { ids: string[] } | { userId: string }): Promise<readonly EntryRow[]>
  onAppend(listener: AppendListener): void
  /** Number of entries waiting to be written. */
  readonly waiting: number
  close(): Promise<void>
}

/** The log accepts nothing at the moment; nothing was written. */
export class LogRefusal extends Error {
  readonly code = CODES.CURRENT_LIMITING_C
  constructor() {
    super('too many entries are waiting to be written')
  }
}
