import { type ClockReport, type LogAccount, SKIP_REASONS, type SkipReason } from '#protocol/worker/lab-log.ts'
import type { LogRecord } from './events.ts'

const MAX_LINES = 5

const REASONS: Readonly<Record<SkipReason, string>> = {
  damaged: 'damaged',
  truncated: 'cut off at the end of the file',
  'too-long': 'too long',
  'no-time': 'without a time',
  'no-text': 'without text',
  script: 'scripted danmaku, not texts',
  notice: 'notices, not chat',
  repeat: 'repetitions of earlier ones',
}

/** Counts the records of a log. */
export class LogCounter {
  shortened = 0
  isComplete = false
  readonly #counts = { message: 0, gift: 0, deletion: 0 }
  readonly #skipped = new Map<SkipReason, { count: number; lines: number[] }>()
  #read = 0
  #used = 0

  take(record: LogRecord): void {
    this.#read += 1
    if ('events' in record) {
      this.#used += 1
      for (const { type } of record.events) this.#counts[type] += 1
      return
    }
    const { line, skip } = record
    const known = this.#skipped.get(skip)
    if (known === undefined) this.#skipped.set(skip, { count: 1, lines: [line] })
    else {
      known.count += 1
      if (known.lines.length < MAX_LINES && !known.lines.includes(line)) known.lines.push(line)
    }
  }

  account(format: string, clock: ClockReport): LogAccount {
    const { message, gift, deletion } = this.#counts
    return {
      format,
      isComplete: this.isComplete,
      read: this.#read,
      used: this.#used,
      messages: message,
      gifts: gift,
      deletions: deletion,
      shortened: this.shortened,
      skipped: Object.fromEntries(
        [...this.#skipped].map(([reason, { count, lines }]) => [reason, { count, lines: [...lines] }]),
      ),
      clock: { ...clock },
    }
  }
}

/** Reasons with their counts and first lines, most severe first, for example `2 damaged (lines 5, 9)`. */
export function skippedTexts({ skipped }: Pick<LogAccount, 'skipped'>): string[] {
  return SKIP_REASONS.flatMap((reason) => {
    const of = skipped[reason]
    if (of === undefined) return []
    const more = of.count > of.lines.length ? ', …' : ''
    return [
      `${of.count} ${REASONS[reason]} (${of.lines.length === 1 ? 'line' : 'lines'} ${of.lines.join(', ')}${more})`,
    ]
  })
}

/** The account as lines of text. */
export function accountTexts(account: LogAccount): string[] {
  const { format, isComplete, read, used, messages, gifts, deletions, shortened, clock } = account
  const skipped = skippedTexts(account)
  const lines = [
    `log: ${format}, ${read} records read${isComplete ? '' : ' (the run ended before the end of the file)'}, ${used} used: ${messages} messages, ${gifts} gifts, ${deletions} deletions`,
    `skipped: ${skipped.length === 0 ? 'none' : skipped.join('; ')}`,
  ]
  if (shortened > 0) lines.push(`${shortened} texts were cut to the longest text of the room`)
  if (clock.disordered > 0) {
    const moved =
      clock.moved > 0 ? `; ${clock.moved} of them came too late to be sorted and follow their neighbours` : ''
    lines.push(`${clock.disordered} events were out of order and were sorted${moved}`)
  }
  if (clock.spread > 0) lines.push(`the log has whole seconds: ${clock.spread} events were spread within their second`)
  if (clock.gaps > 0) {
    lines.push(`${clock.gaps} quiet times were shortened, by ${Math.round(clock.removedMs / 1000)} s together`)
  }
  return lines
}
