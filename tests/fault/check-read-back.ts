import type { LogEntry, LogEntries } from './log-entries.ts'

/** Maximum number of entries between two postings of a combo in one row. */
const COMBO_DISTANCE = 40

/** Content of a page: rows, number of dropped texts, texts of dividers. */
interface ReadBack {
  readonly rows: readonly { readonly seq: number; readonly id: string }[]
  readonly folded: number
  readonly dividers: readonly string[]
}

interface Stretch {
  readonly fromSeq: number
  readonly toSeq: number
}

/**
 * Compares a page with a range of the log: each row once, as the same entry, and missing ones reported as dropped.
 * Returns the problems as text.
 */
export function checkReadBack(
  log: LogEntries,
  { rows, folded, dividers }: ReadBack,
  { fromSeq, toSeq }: Stretch,
): string[] {
  const shown = new Map(rows.map(({ seq, id }) => [seq, id]))
  const foreign = [...shown].filter(([seq, id]) => log.at(seq)?.id !== id).map(([seq, id]) => `foreign: ${seq} ${id}`)
  const doubled = rows.length - new Set(rows.map(({ id }) => id)).size
  const missing = log.listed(fromSeq, toSeq).filter((entry) => !shown.has(entry.seq) && !joinsRow(log, entry))
  const texts = missing.filter(({ kind }) => kind === 'text' || kind === 'image')
  const lost = missing.filter((entry) => !texts.includes(entry))
  return [
    ...foreign,
    ...(doubled > 0 ? [`doubled: ${doubled} rows`] : []),
    ...lost.map(({ kind, seq, id }) => `lost: ${kind} ${seq} ${id}`),
    ...(texts.length > folded
      ? [`lost: ${texts.length} texts, ${folded} told as folded: ${texts.map(({ seq }) => seq).join(' ')}`]
      : []),
    // 断线时间过长，缺少 N 条. The other divider, 断线期间错过 N 条, reports rows that are present.
    ...dividers.filter((text) => text.includes('断线时间过长')).map((text) => `tells of a loss: ${text}`),
  ]
}

/** A later posting of a combo shares the row of the previous one. */
function joinsRow(log: LogEntries, { kind, seq, data }: LogEntry): boolean {
  if (kind !== 'gift') return false
  return log.entries.some(
    (other) =>
      other.kind === 'gift' &&
      other.seq < seq &&
      seq - other.seq <= COMBO_DISTANCE &&
      other.data['comboId'] === data['comboId'],
  )
}
