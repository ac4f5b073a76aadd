import { HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { Appended, EntryDraft, EntryPosition, EntryRow, LogEntry, LogHead, EntryStorage } from './entries.ts'
import { checkDraft, fromRow, positionOfEntryId } from './entries.ts'
import { deletionOf, erasedBy } from './erasure.ts'
import { LogRoom, LogWriter, type WriterOptions } from './log-writer.ts'

/** Called once per room and write, in order, before the appends resolve. */
type AppendListener = (chatRoomNo: string, entries: readonly LogEntry[], hasErased: boolean) => void

/** Entries loaded into memory at start; older ones are read on request. */
const WARM_ENTRIES = 500

/** Entries per query while the log follows another process. */
const FOLLOW_PAGE = 2_000

/** Entries searched for repeated messages: half an hour of a room at 100 messages/s. */
const SEARCHED_ENTRIES = 200_000

interface RoomLogOptions extends Pick<WriterOptions, 'maxWaiting' | 'onError' | 'gatherMs'> {
  /** True if other processes write the rooms too. */
  readonly isShared?: boolean
}

/**
 * The ordered logs of all rooms of one process: an in-memory ring per room on the database. Sequence numbers are dense,
 * times never decrease, and only written entries are visible.
 */
export class RoomLog {
  readonly #rooms = new Map<string, LogRoom>()
  readonly #listeners: AppendListener[] = []
  readonly #writer: LogWriter
  readonly #repository: EntryStorage
  readonly #now: () => number
  readonly #isShared: boolean

  constructor(repository: EntryStorage, now: () => number, { isShared = false, ...options }: RoomLogOptions = {}) {
    this.#repository = repository
    this.#now = now
    this.#isShared = isShared
    this.#writer = new LogWriter({
      repository,
      now,
      publish: (room, entries, hasErased) => {
        for (const listener of this.#listeners) listener(room.chatRoomNo, entries, hasErased)
      },
      ...options,
    })
  }

  /**
   * Resumes or creates a room's log. `remembered` is the head stored with the room: if the log does not reach it,
   * entries are lost and a new epoch begins.
   *
   * @param isWriter false if another process writes the room, and decides about its epoch
   */
  async open(chatRoomNo: string, remembered: LogHead | null, isWriter = true): Promise<LogHead> {
    const opened = this.#rooms.get(chatRoomNo)
    if (opened) return opened.head
    const stored = await this.#repository.head(chatRoomNo)
    const head = isWriter ? continuedHead(stored, remembered, this.#now()) : followedHead(stored, remembered)
    const room = new LogRoom(chatRoomNo, head)
    const rows = await this.#repository.load(chatRoomNo, head.epoch, Math.max(0, head.seq - WARM_ENTRIES), WARM_ENTRIES)
    // A concurrent open of the same room must not create two logs.
    const raced = this.#rooms.get(chatRoomNo)
    if (raced) return raced.head
    // Another process may have written since the head was read. `follow` publishes those entries.
    const known = rows.filter(({ seq }) => seq <= head.seq)
    room.publish(known.map(fromRow), this.#now())
    room.head = head
    this.#rooms.set(chatRoomNo, room)
    return room.head
  }

  /** Drops a room from memory. Returns false, and changes nothing, while entries of it are being written. */
  forget(chatRoomNo: string): boolean {
    const room = this.#rooms.get(chatRoomNo)
    if (room && this.#writer.isWriting(room)) return false
    this.#rooms.delete(chatRoomNo)
    return true
  }

  head(chatRoomNo: string): LogHead {
    return this.#room(chatRoomNo).head
  }

  /**
   * Writes entries in the given order. A `delete` draft erases its targets in the same write (tombstones). Rejects with
   * {@link LogRefusal} if too many are waiting, and if the database fails; then nothing was published.
   */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    const room = this.#room(chatRoomNo)
    for (const draft of drafts) checkDraft(draft)
    return drafts.length === 0 ? Promise.resolve([]) : this.#writer.add(room, drafts)
  }

  /**
   * Publishes entries that another process has written, and those between them and the head from the database. Known
   * ones are skipped. Without entries, publishes everything that the database has.
   */
  async follow(chatRoomNo: string, entries: readonly LogEntry[] = []): Promise<void> {
    const room = this.#room(chatRoomNo)
    const { epoch } = room.head
    const firstSeq = entries[0]?.seq ?? Number.POSITIVE_INFINITY
    while (room.head.seq + 1 < firstSeq) {
      const limit = Math.min(FOLLOW_PAGE, firstSeq - room.head.seq - 1)
      // oxlint-disable-next-line no-await-in-loop -- each page starts where the last one ended
      const rows = await this.#repository.load(chatRoomNo, epoch, room.head.seq, limit)
      if (rows.length === 0) break
      this.#takeOver(room, rows.map(fromRow))
    }
    // Positions of another epoch belong to other entries. A process follows one epoch of a room.
    this.#takeOver(
      room,
      entries.filter((entry) => entry.epoch === epoch),
    )
  }

  /** Follows the other processes up to this position, which a client has received from one of them. */
  async reach(chatRoomNo: string, { epoch, seq }: Pick<EntryPosition, 'epoch' | 'seq'>): Promise<void> {
    const { head } = this.#room(chatRoomNo)
    if (this.#isShared && epoch === head.epoch && seq > head.seq) await this.follow(chatRoomNo)
  }

  #takeOver(room: LogRoom, entries: readonly LogEntry[]): void {
    const unknown = entries.filter(({ seq }) => seq > room.head.seq)
    if (unknown.length === 0) return
    const hasErased = room.takeOver(unknown, this.#now())
    for (const listener of this.#listeners) listener(room.chatRoomNo, unknown, hasErased)
  }

  /** Entries `afterSeq + 1 ..` that are in memory, at most `limit`; for frames. */
  recent(chatRoomNo: string, afterSeq: number, limit: number): readonly LogEntry[] {
    return this.#room(chatRoomNo).ring.slice(afterSeq, Number.POSITIVE_INFINITY, limit)
  }

  /** True if everything after `afterSeq` is within the recoverable history (settled 12). */
  async canRecover(chatRoomNo: string, afterSeq: number): Promise<boolean> {
    const { head, ring } = this.#room(chatRoomNo)
    if (afterSeq === head.seq) return true
    if (afterSeq > head.seq || head.seq - afterSeq > HISTORY_MAX_ENTRIES) return false
    const next = ring.get(afterSeq + 1) ?? (await this.entry(chatRoomNo, afterSeq + 1))
    return next !== null && next.at >= this.#now() - HISTORY_MAX_AGE_MS
  }

  /** Entries `afterSeq + 1 .. throughSeq`, from memory or database. */
  async range(chatRoomNo: string, afterSeq: number, throughSeq: number): Promise<readonly LogEntry[]> {
    const { head, ring } = this.#room(chatRoomNo)
    if (afterSeq >= throughSeq) return []
    const inMemory = ring.slice(afterSeq, throughSeq)
    const missing = (inMemory[0]?.seq ?? throughSeq + 1) - afterSeq - 1
    if (missing === 0) return inMemory
    const rows = await this.#repository.load(chatRoomNo, head.epoch, afterSeq, missing)
    return [...rows.map(fromRow), ...inMemory]
  }

  async entry(chatRoomNo: string, seq: number): Promise<LogEntry | null> {
    const { head, ring } = this.#room(chatRoomNo)
    if (seq < 1 || seq > head.seq) return null
    const [row] = ring.get(seq) ? [] : await this.#repository.load(chatRoomNo, head.epoch, seq - 1, 1)
    return ring.get(seq) ?? (row?.seq === seq ? fromRow(row) : null)
  }

  /** The entry with this id, of any epoch, or null. */
  async entryById(chatRoomNo: string, id: string): Promise<LogEntry | null> {
    const { epoch } = this.head(chatRoomNo)
    const position = positionOfEntryId(id)
    if (position === null) return null
    if (position.epoch === epoch) return this.entry(chatRoomNo, position.seq)
    const [row] = await this.#repository.load(chatRoomNo, position.epoch, position.seq - 1, 1)
    return row?.id === id ? fromRow(row) : null
  }

  /** The message of a member with this `cid` among the newest entries of all epochs of the room (about 200,000). */
  async findByCid(chatRoomNo: string, userId: string, cid: string): Promise<LogEntry | null> {
    const { epoch, seq } = this.#room(chatRoomNo).head
    const row = await this.#repository.findByCid({ chatRoomNo, epoch, seq: seq - SEARCHED_ENTRIES }, userId, cid)
    return row && fromRow(row)
  }

  /** The newest `limit` entries of the given kinds before `beforeSeq`, ascending, without tombstones. */
  async before(chatRoomNo: string, beforeSeq: number, limit: number, kinds: ReadonlySet<MessageKind>) {
    const { head, ring } = this.#room(chatRoomNo)
    const found: LogEntry[] = []
    for (const entry of ring.newestFirst()) {
      if (found.length === limit) break
      if (entry.seq < beforeSeq && kinds.has(entry.kind)) found.push(entry)
    }
    found.reverse()
    if (found.length === limit) return found
    const seq = Math.min(beforeSeq, ring.size === 0 ? head.seq + 1 : ring.firstSeq)
    const older = await this.#repository.before({ chatRoomNo, epoch: head.epoch, seq }, limit - found.length, [
      ...kinds,
    ])
    return [...older.map(fromRow), ...found]
  }

  /**
   * Deletes messages of any age: overwrites them in memory and database, and appends the `delete` entry, in one write.
   * Rejects like {@link append}; then nothing is deleted. Returns the deleted entries.
   */
  async erase(chatRoomNo: string, target: { ids: string[] } | { userId: string }): Promise<readonly EntryRow[]> {
    const repository = this.#repository
    const room = this.#room(chatRoomNo)
    const found =
      'ids' in target
        ? await repository.byIds(chatRoomNo, target.ids)
        : await repository.authored(chatRoomNo, target.userId)
    const ids = 'ids' in target ? target.ids : found.map((row) => row.id)
    const quoting = ids.length === 0 ? [] : (await repository.quoting(chatRoomNo, ids)).map(fromRow)
    const changed = erasedBy(target, [...found.map(fromRow), ...quoting])
    const draft: EntryDraft = { kind: 'delete', data: deletionOf(target, quoting) }
    checkDraft(draft)
    // One transaction: a crash leaves both or neither.
    await this.#writer.add(room, [draft], changed)
    const erased = new Set(changed.filter(({ kind }) => kind === 'delete').map(({ id }) => id))
    return found.filter(({ id }) => erased.has(id))
  }

  onAppend(listener: AppendListener): void {
    this.#listeners.push(listener)
  }

  /** Number of entries waiting to be written. */
  get waiting(): number {
    return this.#writer.waiting
  }

  close(): Promise<void> {
    return this.#writer.close()
  }

  #room(chatRoomNo: string): LogRoom {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) throw new Error(`room ${chatRoomNo} is not open`)
    return room
  }
}

const NO_ENTRIES: LogHead = { epoch: 0, seq: 0, at: 0 }

/**
 * The head at which a log resumes. The epoch changes only if the stored room knows entries that the log lacks, because
 * positions of clients are meaningless then. Sequence numbers continue across epochs. Epochs are seconds, fit 31 bits
 * and never repeat.
 */
export function continuedHead(stored: LogHead | null, remembered: LogHead | null, now: number): LogHead {
  const seconds = Math.floor(now / 1000)
  if (!stored && !remembered) return { ...NO_ENTRIES, epoch: seconds }
  const written = stored ?? NO_ENTRIES
  const known = remembered ?? NO_ENTRIES
  const epoch = Math.max(written.epoch, known.epoch)
  const isWhole = written.seq >= known.seq
  return {
    epoch: isWhole ? epoch : Math.max(seconds, epoch + 1),
    seq: Math.max(written.seq, known.seq),
    // The time of the room must advance also after the clock was set back.
    at: written.at - now > MINUTE_MS ? now : written.at,
  }
}

/** The head of a log that another process writes: that of the newest epoch. */
function followedHead(stored: LogHead | null, remembered: LogHead | null): LogHead {
  const known = remembered ?? NO_ENTRIES
  return stored && stored.epoch >= known.epoch ? stored : known
}
