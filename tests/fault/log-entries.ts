import { type MessageKind, ROW_KINDS } from '#protocol/room/kinds.ts'
import type { EntryData } from '#protocol/room/feed.ts'
import { isAnnounced } from '#protocol/rules/speaking.ts'
import type { EntryRow } from '#server/rooms/log/entries.ts'

/** Properties of an entry for the checks. */
export interface LogEntry {
  readonly seq: number
  readonly epoch: number
  readonly id: string
  readonly kind: MessageKind
  readonly userId: string | null
  readonly cid: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly isMention: (userId: string) => boolean
}

const LISTED: ReadonlySet<MessageKind> = new Set([...ROW_KINDS].filter((kind) => kind !== 'revert'))

/** The server's log, with which viewers are compared. */
export class LogEntries {
  readonly entries: readonly LogEntry[]
  readonly reverted = new Set<string>()
  private readonly bySeq = new Map<number, LogEntry>()
  private readonly deleted = new Set<string>()
  private readonly authors = new Map<string, number>()

  /**
   * @param throughSeq later entries are ignored
   */
  constructor(rows: readonly EntryRow[], throughSeq: number) {
    this.entries = rows.filter((row) => row.seq <= throughSeq).map(entryOf)
    for (const entry of this.entries) {
      this.bySeq.set(entry.seq, entry)
      if (entry.kind === 'revert') this.reverted.add(String(entry.data['orderId']))
      if (entry.kind !== 'delete') continue
      const { ids, userId } = entry.data as { ids?: string[]; userId?: string }
      for (const id of ids ?? []) this.deleted.add(id)
      if (userId !== undefined) this.authors.set(userId, entry.seq)
    }
  }

  get headSeq(): number {
    return this.entries.at(-1)?.seq ?? 0
  }

  at(seq: number): LogEntry | undefined {
    return this.bySeq.get(seq)
  }

  isDeleted({ id, kind, userId, seq }: Pick<LogEntry, 'id' | 'kind' | 'userId' | 'seq'>): boolean {
    if (this.deleted.has(id)) return true
    return (kind === 'text' || kind === 'image') && userId !== null && seq <= (this.authors.get(userId) ?? -1)
  }

  /** Entries that a page must have received as rows, in order. */
  listed(fromSeq: number, throughSeq: number): LogEntry[] {
    return this.entries.filter(
      (entry) => entry.seq >= fromSeq && entry.seq <= throughSeq && isListed(entry) && !this.isDeleted(entry),
    )
  }
}

/** Kinds with a row, except setups without a visible change. */
function isListed({ kind, data }: LogEntry): boolean {
  return LISTED.has(kind) && (kind !== 'setup' || isAnnounced(data as EntryData['setup']))
}

function entryOf({ seq, epoch, id, kind, userId, json }: EntryRow): LogEntry {
  const entry = JSON.parse(json) as { cid?: string; data: Record<string, unknown> }
  const mentions = (entry.data['mentions'] ?? []) as string[]
  return {
    seq,
    epoch,
    id,
    kind,
    userId,
    cid: entry.cid ?? null,
    data: entry.data,
    isMention: (who) => mentions.includes(who),
  }
}
