import type { FeedItem, RowItem, FeedState } from '#state/feed/feed-state.ts'
import type { EntryRow } from '#server/rooms/log/entries.ts'
import { checkFeed } from '#tests/fault/check-feed.ts'
import { LogEntries } from '#tests/fault/log-entries.ts'
import type { Speech } from '#tests/fault/own-messages.ts'
import type { Viewer } from '#tests/fault/viewer.ts'

/** The newest entries that must be in the list. */
const NEWEST = 60

/**
 * Compares feed, page and own messages of each viewer with the log. Returns the problems as text.
 *
 * @param endSeq all viewers must have reached this position
 */
export function checkViewers(rows: readonly EntryRow[], viewers: readonly Viewer[], endSeq: number): string[] {
  return viewers.flatMap((viewer) => {
    const log = new LogEntries(rows, Math.max(endSeq, viewer.state.lastSeq))
    return [
      ...checkFeed(log, viewer.messages, viewer.userId),
      ...checkPage(log, viewer.state),
      ...(viewer.userId === null ? [] : checkSpeeches(log, viewer.state, viewer.speeches, viewer.userId)),
      ...viewer.own.problems,
    ].map((problem) => `${viewer.name}: ${problem}`)
  })
}

/** Compares the final page with the log. Returns the problems as text. */
export function checkPage(log: LogEntries, state: FeedState): string[] {
  const { items, reading } = state
  const problems = [...checkList(log, items, 'list')]
  if (reading) problems.push(...checkList(log, reading.view, 'reading'), ...checkList(log, reading.queued, 'behind'))
  if (state.lastSeq < log.headSeq) problems.push(`stands at ${state.lastSeq}, the log at ${log.headSeq}`)
  problems.push(...checkNewest(log, items), ...checkSnapshot(log, state))
  if (state.outgoing.length > 0) problems.push(`${state.outgoing.length} own lines still pend`)
  return problems
}

function rowsOf(items: readonly FeedItem[]): RowItem[] {
  return items.filter((item) => item.type === 'row')
}

function checkList(log: LogEntries, items: readonly FeedItem[], name: string): string[] {
  const problems: string[] = []
  const keys = new Set<string>()
  let last = 0
  for (const item of items) {
    if (keys.has(item.key)) problems.push(`${name}: doubled key ${item.key}`)
    keys.add(item.key)
  }
  for (const { row } of rowsOf(items)) {
    const entry = log.at(row.seq)
    if (!entry || entry.id !== row.id) problems.push(`${name}: foreign ${row.kind} ${row.seq} ${row.id}`)
    else if (row.seq <= last) problems.push(`${name}: out of order ${row.kind} ${row.seq} after ${last}`)
    else if (entry.kind === 'delete' || log.isDeleted(entry))
      problems.push(`${name}: deleted but shown ${row.seq} ${row.id}`)
    if (row.kind === 'order' && log.reverted.has(row.id))
      problems.push(`${name}: reverted but shown ${row.seq} ${row.id}`)
    if (row.kind === 'revert' && JSON.stringify(row.data) !== JSON.stringify({ orderId: row.id })) {
      problems.push(`${name}: content of a reverted order ${row.id}`)
    }
    last = Math.max(last, row.seq)
  }
  return problems
}

function checkNewest(log: LogEntries, items: readonly FeedItem[]): string[] {
  const shown = new Set(rowsOf(items).map(({ row }) => row.id))
  const combos = new Map(
    rowsOf(items).flatMap(({ row }) => (row.kind === 'gift' ? [[row.data.comboId, row.data.comboCount] as const] : [])),
  )
  // After a loss the list starts again with one page of history.
  const isLost = items.some((item) => item.type === 'divider' && item.isLost)
  const from = isLost ? (rowsOf(items)[0]?.row.seq ?? 0) : 1
  const isFolded = items.some((item) => item.type === 'dropped')
  return log
    .listed(from, log.headSeq)
    .slice(-NEWEST)
    .filter(({ id, kind, data }) => {
      if (shown.has(id) || (isFolded && (kind === 'text' || kind === 'image'))) return false
      return kind !== 'gift' || (combos.get(String(data['comboId'])) ?? 0) < Number(data['comboCount'])
    })
    .map(({ kind, seq, id }) => `list: ${kind} ${seq} ${id} is not shown`)
}

function checkSnapshot(log: LogEntries, { snapshot }: FeedState): string[] {
  const newest = (kind: string) => log.entries.findLast((entry) => entry.kind === kind)?.data
  const pin = newest('pin')
  const { changed: _, ...setup } = newest('setup') ?? {}
  const problems: string[] = []
  if (pin && snapshot?.pinned !== pin['text'])
    problems.push(`pinned is ${snapshot?.pinned}, not ${String(pin['text'])}`)
  if ('muteAll' in setup && JSON.stringify(snapshot?.setup) !== JSON.stringify(setup))
    problems.push('the setup is another one')
  return problems
}

/**
 * Checks that each message of a member is in the log once if acknowledged, otherwise at most once, and that none is
 * pending.
 */
function checkSpeeches(log: LogEntries, state: FeedState, speeches: readonly Speech[], userId: string): string[] {
  const problems: string[] = []
  for (const { cid, result } of speeches) {
    const found = log.entries.filter((entry) => entry.cid === cid && entry.userId === userId)
    const failed = state.items.some((item) => item.type === 'outgoing' && item.cid === cid)
    if (found.length > 1) problems.push(`said twice: ${cid}`)
    if (result === null) problems.push(`no word about ${cid}`)
    if (result?.ok && found[0]?.id !== result.data.id && !log.isDeleted({ ...result.data, kind: 'text', userId })) {
      problems.push(`acknowledged but not in the log: ${cid} ${result.data.id}`)
    }
    if (found.length > 0 && failed) problems.push(`in the log but shown as failed: ${cid}`)
  }
  return problems
}
