import { perfText } from '#messages/zh/perf.ts'
import { formatCount } from '#lib/format.ts'
import { type LogAccount, SKIP_REASONS, type SkipReason } from '#protocol/worker/lab-log.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { FORMAT_LABELS } from './lab-labels.ts'
import styles from './LogPanel.module.css'

const REASONS: Readonly<Record<SkipReason, string>> = {
  damaged: perfText('lab.logDamaged'),
  truncated: perfText('lab.logTruncated'),
  'too-long': perfText('lab.logTooLong'),
  'no-time': perfText('lab.logNoTime'),
  'no-text': perfText('lab.logNoText'),
  script: perfText('lab.logScript'),
  notice: perfText('lab.logNotice'),
  repeat: perfText('lab.logRepeat'),
}

/** Records of a log: read, used and skipped by reason, and what was done to the times. */
export function LogAccountView({ account }: { readonly account: LogAccount }) {
  const { format, read, used, messages, gifts, deletions, clock } = account
  const facts: readonly (readonly [name: string, value: string])[] = [
    [perfText('lab.logFormat'), format === '' ? perfText('lab.none') : (FORMAT_LABELS[format] ?? format)],
    [perfText('lab.logDuration'), durationOf(clock.lastMs)],
    [perfText('lab.logTotal'), formatCount(read)],
    [perfText('lab.logUsed'), formatCount(used)],
    [perfText('lab.logSkipped'), formatCount(read - used)],
    [perfText('lab.logMessages'), formatCount(messages)],
    [perfText('lab.logGifts'), formatCount(gifts)],
    [perfText('lab.logDeletions'), formatCount(deletions)],
  ]
  return (
    <div className={styles.account} data-log-account>
      <Facts className={styles.tiles} label={perfText('lab.logAccount')}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      <ul className={styles.lines}>
        {skippedLines(account).map((line) => (
          <li key={line} className={styles.skipped}>
            {line}
          </li>
        ))}
        {clockLines(account).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

function skippedLines({ skipped, isComplete }: LogAccount): string[] {
  const lines = SKIP_REASONS.flatMap((reason) => {
    const of = skipped[reason]
    if (of === undefined) return []
    const values = { reason: REASONS[reason], count: of.count, lines: of.lines.join(perfText('lab.separator')) }
    return [perfText(of.count > of.lines.length ? 'lab.logSkippedMore' : 'lab.logSkippedLine', values)]
  })
  return lines.length === 0 && isComplete ? [perfText('lab.logNoneSkipped')] : lines
}

function clockLines({ used, shortened, isComplete, clock: { disordered, moved, spread } }: LogAccount): string[] {
  const lines = [
    shortened > 0 ? perfText('lab.logShortened', { count: shortened }) : null,
    disordered > 0 ? perfText('lab.logDisordered', { count: disordered }) : null,
    moved > 0 ? perfText('lab.logMoved', { count: moved }) : null,
    spread > 0 ? perfText('lab.logSpread', { count: spread }) : null,
    disordered === 0 && spread === 0 && used > 0 && isComplete ? perfText('lab.logOrdered') : null,
  ]
  return lines.filter((line) => line !== null)
}

/** Hours, minutes and seconds: `1:02:03`. */
function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
