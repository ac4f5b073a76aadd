import type { LogEntry } from './entry.ts'

/** The newest entries of one room in memory, dense by sequence number. */
export class Ring {
  #entries: LogEntry[] = []
  /** Entries before this index are removed; the array is compacted from time to time. */
  #start = 0

  constructor(
    private readonly maxEntries: number,
    private readonly maxAgeMs: number,
    /** Number of entries retained whatever their age: the history of a new viewer. */
    private readonly minEntries: number,
  ) {}

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
    if (this.size > this.maxEntries) this.#start += 1
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
    while (this.size > this.minEntries && (this.#entries[this.#start]?.at ?? now) < now - this.maxAgeMs)
      this.#start += 1
    if (this.#start > 1_024 && this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
  }
}
