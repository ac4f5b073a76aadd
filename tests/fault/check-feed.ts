import type { FeedBatch, FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { LogEntry, LogEntries } from './log-entries.ts'

/** Rows between two resets of the list. */
interface Segment {
  readonly batches: FeedBatch[]
  /** Position of the page at the end of the previous segment; null for the first one. */
  readonly after: number | null
}

function segmentsOf(messages: readonly FeedMessage[]): Segment[] {
  const segments: Segment[] = [{ batches: [], after: null }]
  let last: number | null = null
  for (const message of messages) {
    if (message.type === 'reset') segments.push({ batches: [], after: last })
    else {
      segments.at(-1)?.batches.push(message)
      last = message.lastSeq
    }
  }
  return segments
}

/**
 * Compares the feed with the log: nothing lost, duplicated, reordered or foreign, dropped texts counted, unrecoverable
 * gaps reported with their size. Returns the problems as text.
 */
export function checkFeed(log: LogEntries, messages: readonly FeedMessage[], ownId: string | null): string[] {
  return segmentsOf(messages).flatMap((segment) => checkSegment(log, segment, ownId))
}

function checkSegment(log: LogEntries, { batches, after }: Segment, ownId: string | null): string[] {
  const rows = batches.flatMap((batch) => batch.rows)
  const problems = [...checkOrder(batches), ...rows.flatMap((row) => foreign(log, row))]
  const first = rows[0]?.seq
  const through = batches.at(-1)?.lastSeq
  if (after !== null && through !== undefined) problems.push(...checkGap(batches, after, first))
  if (first === undefined || through === undefined) return problems
  const given = new Set(rows.map((row) => row.seq))
  const isIn = ({ seq }: LogEntry) => seq >= first && seq <= through
  const missing = log.listed(first, through).filter((entry) => !given.has(entry.seq))
  const mayDrop = (entry: LogEntry) =>
    (entry.kind === 'text' || entry.kind === 'image') &&
    (ownId === null || (entry.userId !== ownId && !entry.isMention(ownId)))
  for (const entry of missing) if (!mayDrop(entry)) problems.push(`lost: ${entry.kind} ${entry.seq} ${entry.id}`)
  const unseen = missing.filter(mayDrop)
  const folded = batches.reduce((sum, batch) => sum + batch.dropped, 0)
  if (unseen.length > folded) {
    const places = unseen.slice(0, 10).map((entry) => entry.seq)
    problems.push(`lost: ${unseen.length} texts are missing and ${folded} were told as folded: ${places.join(' ')}`)
  }
  // A row that was deleted before it was delivered may have been dropped or not.
  const isDeleted = (entry: LogEntry) => isTombstone(entry) || (mayDrop(entry) && log.isDeleted(entry))
  const deleted = log.entries.filter((entry) => isIn(entry) && isDeleted(entry) && !given.has(entry.seq))
  if (folded > unseen.length + deleted.length) {
    problems.push(`${folded} folded, but ${unseen.length} are missing and ${deleted.length} deleted unseen`)
  }
  return problems
}

/** The replacement of an entry that was deleted by id; its kind is unknown. */
function isTombstone({ kind, id, data }: LogEntry): boolean {
  return kind === 'delete' && (data['ids'] as string[] | undefined)?.includes(id) === true
}

function checkOrder(batches: readonly FeedBatch[]): string[] {
  const problems: string[] = []
  let lastSeq = 0
  let lastRow = 0
  for (const batch of batches) {
    if (batch.lastSeq < lastSeq) problems.push(`went back: a batch ends at ${batch.lastSeq} after ${lastSeq}`)
    lastSeq = batch.lastSeq
    for (const row of batch.rows) {
      if (row.seq === lastRow) problems.push(`doubled: ${row.kind} ${row.seq} ${row.id}`)
      else if (row.seq < lastRow) problems.push(`out of order: ${row.kind} ${row.seq} after ${lastRow}`)
      if (row.seq > batch.lastSeq) problems.push(`a batch to ${batch.lastSeq} holds ${row.seq}`)
      lastRow = Math.max(lastRow, row.seq)
    }
  }
  return problems
}

function foreign(log: LogEntries, row: FeedRow): string[] {
  const entry = log.at(row.seq)
  // A tombstone has the id of the deleted entry.
  const isSame =
    entry?.id === row.id &&
    (entry.kind === row.kind || entry.kind === 'delete' || (row.kind === 'revert' && entry.kind === 'order'))
  return isSame
    ? []
    : [`foreign: ${row.kind} ${row.seq} ${row.id}, the log has ${entry?.kind ?? 'nothing'} ${entry?.id}`]
}

/** A reset list must report at least the number of lost rows. */
function checkGap(batches: readonly FeedBatch[], after: number, first: number | undefined): string[] {
  const announced = batches.find((batch) => batch.divider?.isLost === true)?.divider
  if (!announced) return [`silent hole: the list began anew after ${after} and nothing says so`]
  const lost = (first ?? after + 1) - after - 1
  return announced.missed >= lost ? [] : [`${lost} are lost after ${after}, the divider says ${announced.missed}`]
}
