import type { MessageKind } from '#protocol/room/kinds.ts'
import { fromRow, type EntryRow, type LogHead } from '#server/rooms/log/entries.ts'
import type {
  AuditRow,
  ReportRow,
  RoomStorage,
  StoredAuditRow,
  StoredMute,
  StoredRoom,
} from '#server/rooms/room-repository.ts'
import type { EntryPosition, EntryStorage } from '#server/rooms/log/entries.ts'

/** Entries in memory: for benches without a database and for unit tests. */
export class MemoryEntryRepository implements EntryStorage {
  readonly #rooms = new Map<string, EntryRow[]>()

  /** `keep`: maximum number of rows per room, to bound the memory of long benches. */
  constructor(private readonly store = Number.POSITIVE_INFINITY) {}

  async insert(rows: readonly EntryRow[], replaced: readonly EntryRow[] = []): Promise<void> {
    for (const row of rows) {
      if (row.seq <= (this.#rows(row.chatRoomNo).at(-1)?.seq ?? 0)) throw new Error('row exists already')
    }
    for (const row of rows) {
      const stored = this.#rows(row.chatRoomNo)
      stored.push(row)
      if (stored.length > this.store * 2) stored.splice(0, stored.length - this.store)
    }
    for (const row of replaced) {
      const stored = this.#rows(row.chatRoomNo)
      const index = row.seq - (stored[0]?.seq ?? 0)
      if (stored[index]?.seq === row.seq) stored[index] = row
    }
  }

  async load(chatRoomNo: string, epoch: number, afterSeq: number, limit: number): Promise<EntryRow[]> {
    const rows = this.#rows(chatRoomNo)
    const start = Math.max(0, afterSeq + 1 - (rows[0]?.seq ?? 0))
    return rows.slice(start, start + limit).filter((row) => row.epoch === epoch)
  }

  async before(place: EntryPosition, limit: number, kinds: readonly MessageKind[]): Promise<EntryRow[]> {
    const found: EntryRow[] = []
    const rows = this.#rows(place.chatRoomNo)
    for (let index = rows.length - 1; index >= 0 && found.length < limit; index -= 1) {
      const row = rows[index]
      if (row && row.seq < place.seq && kinds.includes(row.kind)) found.push(row)
    }
    return found.reverse()
  }

  async head(chatRoomNo: string): Promise<LogHead | null> {
    return this.#rows(chatRoomNo).at(-1) ?? null
  }

  async authored(chatRoomNo: string, userId: string): Promise<EntryRow[]> {
    return this.#rows(chatRoomNo).filter(
      (row) => row.userId === userId && (row.kind === 'text' || row.kind === 'image'),
    )
  }

  async findByCid({ chatRoomNo, epoch, seq }: EntryPosition, userId: string, cid: string): Promise<EntryRow | null> {
    const rows = await this.authored(chatRoomNo, userId)
    return rows.find((row) => row.epoch <= epoch && row.seq > seq && fromRow(row).cid === cid) ?? null
  }

  async byIds(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]> {
    return this.#rows(chatRoomNo).filter((row) => ids.includes(row.id))
  }

  async quoting(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]> {
    return this.#rows(chatRoomNo).filter((row) => row.kind === 'text' && ids.includes(fromRow(row).replyTo ?? ''))
  }

  /** Deletes the entries of a room, as maintenance does. */
  clear(chatRoomNo: string): void {
    this.#rooms.delete(chatRoomNo)
  }

  #rows(chatRoomNo: string): EntryRow[] {
    let rows = this.#rooms.get(chatRoomNo)
    if (!rows) this.#rooms.set(chatRoomNo, (rows = []))
    return rows
  }
}

/** Rooms, mutes and audit rows in memory. */
export class MemoryRoomRepository implements RoomStorage {
  readonly #rooms = new Map<string, StoredRoom>()
  readonly #mutes = new Map<string, StoredMute>()
  readonly #words = new Map<string, readonly string[]>()
  readonly #reports = new Map<string, ReportRow>()
  readonly trail: AuditRow[] = []

  async load(chatRoomNo: string): Promise<StoredRoom | null> {
    return this.#rooms.get(chatRoomNo) ?? null
  }

  async closed(): Promise<ReadonlySet<string>> {
    return new Set([...this.#rooms.values()].filter(({ isOpen }) => !isOpen).map(({ chatRoomNo }) => chatRoomNo))
  }

  async save(room: StoredRoom): Promise<void> {
    const { isOpen } = this.#rooms.get(room.chatRoomNo) ?? room
    this.#rooms.set(room.chatRoomNo, { ...room, isOpen })
  }

  async remove(chatRoomNo: string): Promise<void> {
    this.#rooms.delete(chatRoomNo)
  }

  async mutes(chatRoomNo: string, now: number): Promise<StoredMute[]> {
    return [...this.#mutes.values()].filter((mute) => mute.chatRoomNo === chatRoomNo && mute.until > now)
  }

  async putMute(mute: StoredMute, audit: AuditRow): Promise<void> {
    this.#mutes.set(`${mute.chatRoomNo} ${mute.memberId}`, mute)
    this.trail.push(audit)
  }

  async liftMute(mute: { chatRoomNo: string; memberId: string }, audit: AuditRow): Promise<void> {
    this.#mutes.delete(`${mute.chatRoomNo} ${mute.memberId}`)
    this.trail.push(audit)
  }

  async audit(row: AuditRow): Promise<void> {
    this.trail.push(row)
  }

  async audits(chatRoomNo: string, limit: number): Promise<StoredAuditRow[]> {
    return this.trail
      .map((row, index) => ({ ...row, id: String(index) }))
      .filter((row) => row.chatRoomNo === chatRoomNo)
      .toReversed()
      .slice(0, limit)
  }

  async blockedTerms(chatRoomNo: string): Promise<readonly string[]> {
    return this.#words.get(chatRoomNo) ?? []
  }

  async putBlockedTerms(chatRoomNo: string, words: readonly string[], audit: AuditRow): Promise<void> {
    this.#words.set(chatRoomNo, words)
    this.trail.push(audit)
  }

  async putReport(row: ReportRow): Promise<void> {
    const key = `${row.chatRoomNo} ${row.entryId} ${row.memberId}`
    if (!this.#reports.has(key)) this.#reports.set(key, row)
  }

  async reports(chatRoomNo: string, since: number, limit: number): Promise<ReportRow[]> {
    return [...this.#reports.values()]
      .filter((row) => row.chatRoomNo === chatRoomNo && row.at >= since)
      .toReversed()
      .slice(0, limit)
  }
}
