import type { Appended, EntryDraft, LogEntry, LogHead, EntryStorage } from './entries.ts'
import { withoutQuote, erasedBy, type DeleteData } from './erasure.ts'
import { fromRow, seqOfEntryId, makeEntry, parseEntry } from './entries.ts'
import { CODES } from '#protocol/codes.ts'
import { HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES, MARKET_HISTORY_ENTRIES } from '#protocol/constants.ts'
import { isStateRoom } from '#protocol/room/kinds.ts'

/** Maximum number of waiting drafts; further ones are refused. */
const MAX_WAITING = 20_000
/** Rows per statement. */
const MAX_BATCH = 2_000

/** The log accepts nothing at the moment; nothing was written. */
export class LogRefusal extends Error {
  readonly code = CODES.CURRENT_LIMITING_C
  constructor() {
    super('too many entries are waiting to be written')
  }
}

interface Waiting {
  readonly room: LogRoom
  readonly drafts: readonly EntryDraft[]
  /** Older entries that these drafts overwrite. */
  readonly replaced: readonly LogEntry[]
  resolve(appended: Appended[]): void
  reject(error: unknown): void
}

interface RoomPlan {
  readonly entries: LogEntry[]
  /** Entries of the log that this write overwrites, by sequence number. */
  readonly replaced: Map<number, LogEntry>
}

export interface WriterOptions {
  readonly repository: EntryStorage
  readonly now: () => number
  readonly publish: (room: LogRoom, entries: readonly LogEntry[], hasErased: boolean) => void
  /** Milliseconds between writes while only such rooms wait; 0 by default. */
  readonly gatherMs?: ((chatRoomNo: string) => number) | undefined
  readonly maxWaiting?: number
  readonly onError?: (error: unknown) => void
}

/**
 * Writes the entries of all rooms in batches: numbers them, writes them, then publishes them and resolves their
 * senders. The next batch collects during a write, so batches grow with the load.
 */
export class LogWriter {
  #queue: Waiting[] = []
  #waiting = 0
  #running: Promise<void> | null = null
  /** Rooms of a batch with unknown outcome. The database is queried before anything else is written. */
  readonly #uncertain = new Set<LogRoom>()
  /** Rooms of the batch that is being written. */
  #batch: ReadonlySet<LogRoom> = new Set()
  #isClosed = false
  /** Start of the last write, monotonic clock. */
  #writeAt = Number.NEGATIVE_INFINITY
  /** Ends the wait for further entries. */
  #stopGathering = (): void => {}

  readonly #options: WriterOptions

  constructor(options: WriterOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting
  }

  /** True while entries of this room wait, are being written, or have an unknown outcome. */
  isWriting(room: LogRoom): boolean {
    return this.#uncertain.has(room) || this.#batch.has(room) || this.#queue.some((waiting) => waiting.room === room)
  }

  /**
   * `replaced`: entries of the database that are overwritten in the same transaction; those in memory are found here.
   */
  add(room: LogRoom, drafts: readonly EntryDraft[], replaced: readonly LogEntry[] = []): Promise<Appended[]> {
    if (drafts.length > MAX_BATCH) return Promise.reject(new RangeError(`at most ${MAX_BATCH} entries at once`))
    if (this.#isClosed) return Promise.reject(new Error('the log is closed'))
    if (this.#waiting + drafts.length > (this.#options.maxWaiting ?? MAX_WAITING))
      return Promise.reject(new LogRefusal())
    this.#waiting += drafts.length
    return new Promise((resolve, reject) => {
      this.#queue.push({ room, drafts, replaced, resolve, reject })
      if (this.#gatherTime(room) === 0) this.#stopGathering()
      this.#running ??= this.#run()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopGathering()
    await this.#running
  }

  async #run(): Promise<void> {
    // Everything appended in this turn of the event loop is one batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#queue.length > 0) {
      await this.#gather()
      const batch = this.#take()
      this.#batch = new Set(batch.map(({ room }) => room))
      try {
        await this.#writeBatch(batch)
      } catch (error) {
        this.#options.onError?.(error)
        for (const waiting of batch) waiting.reject(error)
      }
      this.#batch = new Set()
      for (const waiting of batch) this.#waiting -= waiting.drafts.length
    }
    this.#running = null
  }

  /** Waits for more entries if the last write is recent: in a large room a write costs more than its entries. */
  async #gather(): Promise<void> {
    const apart = Math.min(...this.#queue.map(({ room }) => this.#gatherTime(room)))
    const waitMs = this.#writeAt + apart - performance.now()
    if (waitMs > 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        this.#stopGathering = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#stopGathering = () => {}
    }
    this.#writeAt = performance.now()
  }

  #gatherTime({ chatRoomNo }: LogRoom): number {
    return this.#options.gatherMs?.(chatRoomNo) ?? 0
  }

  #take(): Waiting[] {
    let count = 0
    let size = 0
    for (const waiting of this.#queue) {
      if (count > 0 && size + waiting.drafts.length > MAX_BATCH) break
      count += 1
      size += waiting.drafts.length
    }
    return this.#queue.splice(0, count)
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    await this.#settleUncertain()
    const plans = new Map<LogRoom, RoomPlan>()
    const places = batch.map(({ room, drafts, replaced }) => {
      const plan = plans.get(room) ?? { entries: [], replaced: new Map() }
      plans.set(room, plan)
      for (const entry of replaced) plan.replaced.set(entry.seq, entry)
      return drafts.map((draft) => this.#draw(room, plan, draft))
    })
    const all = [...plans.values()]
    try {
      await this.#options.repository.insert(
        all.flatMap((plan) => plan.entries),
        all.flatMap((plan) => [...plan.replaced.values()]),
      )
    } catch (error) {
      for (const room of plans.keys()) this.#uncertain.add(room)
      // The response may be lost while the write succeeded; what is written counts.
      const found = await this.#settleUncertain().catch(() => new Map<LogRoom, readonly LogEntry[]>())
      for (const [room, plan] of plans) if (!isWritten(plan, found.get(room) ?? [])) throw error
    }
    for (const [room, plan] of plans) this.#publish(room, plan)
    batch.forEach((waiting, index) => {
      waiting.resolve((places[index] ?? []).map(({ id, epoch, seq, at }) => ({ id, epoch, seq, at })))
    })
  }

  #draw(room: LogRoom, plan: RoomPlan, draft: EntryDraft): LogEntry {
    const now = Math.max(this.#options.now(), plan.entries.at(-1)?.at ?? 0)
    const entry = room.draw(draft, plan.entries.length + 1, now)
    if (draft.kind === 'delete') {
      for (const changed of erasedBy(draft.data, plan.entries)) plan.entries[changed.seq - room.head.seq - 1] = changed
      const earlier = Array.from(room.ring.newestFirst(), (known) => plan.replaced.get(known.seq) ?? known)
      for (const changed of erasedBy(draft.data, earlier)) plan.replaced.set(changed.seq, changed)
    }
    plan.entries.push(quotesDeleted(entry, room, plan) ? withoutQuote(entry) : entry)
    return entry
  }

  #publish(room: LogRoom, plan: RoomPlan): void {
    for (const entry of plan.replaced.values()) room.ring.replace(entry)
    const entries = plan.entries.filter((entry) => entry.seq > room.head.seq)
    room.publish(entries, this.#options.now())
    this.#announce(room, entries, plan.replaced.size > 0)
  }

  #announce(room: LogRoom, entries: readonly LogEntry[], hasErased: boolean): void {
    try {
      this.#options.publish(room, entries, hasErased)
    } catch (error) {
      this.#options.onError?.(error)
    }
  }

  /**
   * Takes over entries in the database beyond our head, for rooms whose last write failed, and returns them. They may
   * belong to an earlier batch that the database had not finished when it was queried before.
   */
  async #settleUncertain(): Promise<Map<LogRoom, readonly LogEntry[]>> {
    const found = new Map<LogRoom, readonly LogEntry[]>()
    for (const room of this.#uncertain) {
      const { epoch, seq } = room.head
      const written = (await this.#options.repository.load(room.chatRoomNo, epoch, seq, MAX_BATCH)).map(fromRow)
      // The log may have followed another process meanwhile.
      const entries = written.filter((entry) => entry.seq > room.head.seq)
      const hasErased = room.takeOver(entries, this.#options.now())
      if (entries.length > 0) this.#announce(room, entries, hasErased)
      found.set(room, written)
      this.#uncertain.delete(room)
    }
    return found
  }
}

/** True if these rows are those of the plan: another batch with a lost response may have used its numbers. */
function isWritten(plan: RoomPlan, rows: readonly LogEntry[]): boolean {
  const written = new Map(rows.map((row) => [row.seq, row.json]))
  return plan.entries.every((entry) => written.get(entry.seq) === entry.json)
}

/** True if the quoted entry was deleted while this entry was waiting. */
function quotesDeleted(entry: LogEntry, room: LogRoom, plan: RoomPlan): boolean {
  const seq = entry.replyTo === null ? null : seqOfEntryId(entry.replyTo, entry.epoch)
  if (seq === null) return false
  const quoted = plan.replaced.get(seq) ?? room.ring.get(seq) ?? plan.entries[seq - room.head.seq - 1]
  return quoted?.kind === 'delete'
}

/** Minimum number of entries in memory, whatever their age, for new viewers. */
const MIN_ENTRIES = 200

/** One room's log: its head and newest entries. Synchronous; the writer decides when it changes. */
export class LogRoom {
  readonly ring: Ring
  readonly chatRoomNo: string
  head: LogHead

  constructor(chatRoomNo: string, head: LogHead) {
    const maxEntries = isStateRoom(chatRoomNo) ? MARKET_HISTORY_ENTRIES : HISTORY_MAX_ENTRIES
    this.ring = new Ring(maxEntries, HISTORY_MAX_AGE_MS, MIN_ENTRIES)
    this.chatRoomNo = chatRoomNo
    this.head = head
  }

  /** The entry of a draft at `offset` behind the head, not in the log yet. Times never decrease within a room. */
  draw(draft: EntryDraft, offset: number, now: number): LogEntry {
    const { chatRoomNo, head } = this
    const at = Math.max(Math.trunc(now), head.at)
    return makeEntry({ chatRoomNo, epoch: head.epoch, seq: head.seq + offset, at }, draft)
  }

  publish(entries: readonly LogEntry[], now: number): void {
    for (const entry of entries) this.ring.push(entry)
    const newest = entries.at(-1)
    if (newest) this.head = { epoch: newest.epoch, seq: newest.seq, at: newest.at }
    this.ring.trim(now)
  }

  /**
   * Publishes entries found in the database. Returns true if there are deletions among them; their targets in the
   * database were overwritten in the same transaction.
   */
  takeOver(entries: readonly LogEntry[], now: number): boolean {
    // Entries of a process that was away for long may have been pruned.
    if ((entries[0]?.seq ?? 0) > this.ring.lastSeq + 1) this.ring.clear()
    let hasErased = false
    for (const entry of entries) {
      if (entry.kind !== 'delete') continue
      const erased = erasedBy(parseEntry(entry).data as DeleteData, this.ring.newestFirst())
      for (const changed of erased) this.ring.replace(changed)
      hasErased = true
    }
    this.publish(entries, now)
    return hasErased
  }
}

/** The newest entries of one room in memory, dense by sequence number. */
export class Ring {
  readonly #maxEntries: number
  readonly #maxAgeMs: number
  readonly #minEntries: number
  #entries: LogEntry[] = []
  /** Entries before this index are removed; the array is compacted from time to time. */
  #start = 0

  /**
   * @param minEntries number of entries retained whatever their age: the history of a new viewer
   */
  constructor(maxEntries: number, maxAgeMs: number, minEntries: number) {
    this.#maxEntries = maxEntries
    this.#maxAgeMs = maxAgeMs
    this.#minEntries = minEntries
  }

  get size(): number {
    return this.#entries.length - this.#start
  }

  /** Sequence number of the oldest entry; 0 if empty. */
  get firstSeq(): number {
    return this.#entries[this.#start]?.seq ?? 0
  }

  get lastSeq(): number {
    return this.#entries.at(-1)?.seq ?? 0
  }

  clear(): void {
    this.#entries = []
    this.#start = 0
  }

  push(entry: LogEntry): void {
    if (this.size > 0 && entry.seq !== this.lastSeq + 1) throw new RangeError('log is not dense')
    this.#entries.push(entry)
    if (this.size > this.#maxEntries) this.#start += 1
  }

  get(seq: number): LogEntry | undefined {
    return this.size === 0 || seq < this.firstSeq ? undefined : this.#entries[this.#start + seq - this.firstSeq]
  }

  /** Overwrites an entry that is in memory. */
  replace(entry: LogEntry): void {
    if (this.get(entry.seq)) this.#entries[this.#start + entry.seq - this.firstSeq] = entry
  }

  /** Entries `afterSeq + 1 .. throughSeq` that are in memory, at most `limit`. */
  slice(afterSeq: number, throughSeq: number, limit = Number.POSITIVE_INFINITY): LogEntry[] {
    if (this.size === 0) return []
    const from = Math.max(afterSeq + 1, this.firstSeq)
    const through = Math.min(throughSeq, this.lastSeq, from + limit - 1)
    const offset = this.#start - this.firstSeq
    return this.#entries.slice(from + offset, Math.max(from, through + 1) + offset)
  }

  *newestFirst(): Generator<LogEntry> {
    for (let index = this.#entries.length - 1; index >= this.#start; index -= 1) {
      const entry = this.#entries[index]
      if (entry) yield entry
    }
  }

  trim(now: number): void {
    while (this.size > this.#minEntries && (this.#entries[this.#start]?.at ?? now) < now - this.#maxAgeMs)
      this.#start += 1
    if (this.#start > 1_024 && this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
  }
}
