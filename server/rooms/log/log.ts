import type { MessageKind } from '#protocol/room/kinds.ts'
import { CODES } from '#protocol/codes.ts'
import type { Appended, EntryDraft } from '../../http/calls/context.ts'
import type { LogEntry } from './entry.ts'
import type { EntryRow } from './stores.ts'

export interface LogHead {
  readonly epoch: number
  /** Sequence number of the newest written entry, 0 before the first. */
  readonly seq: number
  readonly at: number
}

/** Called once per room and write, in order, before the appends resolve. */
export type AppendListener = (chatRoomNo: string, entries: readonly LogEntry[], hasErased: boolean) => void

/**
 * The ordered logs of all rooms: sequence numbers are dense, times never fall, and nobody sees an entry that is not
 * written. Two homes: one process over the store (`memory-log.ts`), and any number of processes over Redis Streams,
 * where `onAppend` also brings what other processes wrote.
 */
export interface RoomLog {
  /**
   * Continues a room's log, or begins one. `remembered` is the head that the room's own row knows: when the log does
   * not reach that far, entries are lost and a new epoch begins.
   */
  open(chatRoomNo: string, remembered: LogHead | null): Promise<LogHead>
  head(chatRoomNo: string): LogHead
  /**
   * Writes entries in the order given. A `delete` draft erases its targets in the same write (tombstones).
   * Rejects with {@link LogRefusal} when too much is waiting, and when the store fails; then nobody has seen anything.
   */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]>
  /** Entries `afterSeq + 1 ..`, as far as memory holds them, at most `limit`; for frames. */
  recent(chatRoomNo: string, afterSeq: number, limit: number): readonly LogEntry[]
  /** Whether everything after `afterSeq` is within the recoverable history (settled 12). */
  canRecover(chatRoomNo: string, afterSeq: number): Promise<boolean>
  /** Entries `afterSeq + 1 .. throughSeq`, from memory or from the store. */
  range(chatRoomNo: string, afterSeq: number, throughSeq: number): Promise<readonly LogEntry[]>
  entry(chatRoomNo: string, seq: number): Promise<LogEntry | null>
  /** What a member said under this `cid` among the newest entries of the room (some 200,000), in memory or not. */
  said(chatRoomNo: string, userId: string, cid: string): Promise<LogEntry | null>
  /** The newest `limit` entries of the given kinds before `beforeSeq`, ascending, tombstones excluded by kind. */
  before(
    chatRoomNo: string,
    beforeSeq: number,
    limit: number,
    kinds: ReadonlySet<MessageKind>,
  ): Promise<readonly LogEntry[]>
  /**
   * Deletes what was said, however long ago: overwrites it, in memory and in the store, and appends the `delete` entry that
   * tells everybody, in one write. Rejects as {@link append} does; then nothing is deleted. Gives back what was deleted, as
   * it was.
   */
  erase(chatRoomNo: string, target: { ids: string[] } | { userId: string }): Promise<readonly EntryRow[]>
  onAppend(listener: AppendListener): void
  /** Entries that wait to be written. */
  readonly waiting: number
  close(): Promise<void>
}

/** The log takes no more at the moment; nothing was written. */
export class LogRefusal extends Error {
  readonly code = CODES.CURRENT_LIMITING_C
  constructor() {
    super('too many entries are waiting to be written')
  }
}
