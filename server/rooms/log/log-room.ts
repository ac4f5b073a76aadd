import { HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { EntryDraft, LogEntry } from './entry.ts'
import { makeEntry, parseEntry } from './entry.ts'
import { type DeleteData, erasedBy } from './erasure.ts'
import type { LogHead } from './entry.ts'

/** Minimum number of entries in memory, whatever their age, for new viewers. */
const MIN_ENTRIES = 200

/** One room's log: its head and newest entries. Synchronous; the writer decides when it changes. */
export class LogRoom {
  readonly ring = new Ring(HISTORY_MAX_ENTRIES, HISTORY_MAX_AGE_MS, MIN_ENTRIES)

  readonly chatRoomNo: string
  head: LogHead

  constructor(chatRoomNo: string, head: LogHead) {
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
   * Publishes entries found in the database. Returns true if deletions among them changed entries in memory; their
   * targets in the database were overwritten in the same transaction.
   */
  takeOver(entries: readonly LogEntry[], now: number): boolean {
    let hasErased = false
    for (const entry of entries) {
      if (entry.kind !== 'delete') continue
      const erased = erasedBy(parseEntry(entry).data as DeleteData, this.ring.newestFirst())
      for (const changed of erased) this.ring.replace(changed)
      hasErased ||= erased.length > 0
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
