import type { LogFact, LogFacts } from './log-facts.ts'

/** A posting joins the row of its combo when no more entries lie between. */
const COMBO_DISTANCE = 40

/** What a page shows: its rows, of how many more texts it says that it folded them, and what its dividers say. */
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
 * Holds what a page shows of a stretch of the log against the log: each row is there, once, as the same entry, and what is
 * missing was told as folded. Returns what is wrong, in words.
 */
export function judgeReadBack(
  log: LogFacts,
  { rows, folded, dividers }: ReadBack,
  { fromSeq, toSeq }: Stretch,
): string[] {
  const shown = new Map(rows.map(({ seq, id }) => [seq, id]))
  const foreign = [...shown].filter(([seq, id]) => log.at(seq)?.id !== id).map(([seq, id]) => `foreign: ${seq} ${id}`)
  const doubled = rows.length - new Set(rows.map(({ id }) => id)).size
  const missing = log.listed(fromSeq, toSeq).filter((fact) => !shown.has(fact.seq) && !joinsRow(log, fact))
  const texts = missing.filter(({ kind }) => kind === 'text' || kind === 'image')
  const lost = missing.filter((fact) => !texts.includes(fact))
  return [
    ...foreign,
    ...(doubled > 0 ? [`doubled: ${doubled} rows`] : []),
    ...lost.map(({ kind, seq, id }) => `lost: ${kind} ${seq} ${id}`),
    ...(texts.length > folded
      ? [`lost: ${texts.length} texts, ${folded} told as folded: ${texts.map(({ seq }) => seq).join(' ')}`]
      : []),
    // 断线太久，中间少了 N 条: the other divider, 断线时错过 N 条, says that they are here.
    ...dividers.filter((text) => text.includes('断线太久')).map((text) => `tells of a loss: ${text}`),
  ]
}

/** A further posting of a combo shares the row of the one before. */
function joinsRow(log: LogFacts, { kind, seq, data }: LogFact): boolean {
  if (kind !== 'gift') return false
  return log.entries.some(
    (other) =>
      other.kind === 'gift' &&
      other.seq < seq &&
      seq - other.seq <= COMBO_DISTANCE &&
      other.data['comboId'] === data['comboId'],
  )
}
