import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { chatTextLength } from '#protocol/rules/chat-text.ts'
import type { LogAccount } from '#protocol/worker/lab-log.ts'
import type { LogEvent, LogRecord } from './events.ts'
import { LogCounter, skippedTexts } from './log-account.ts'
import { type ByteSource, LogError, openLog } from './read-log.ts'
import { type ClockOptions, Timeline } from './timeline.ts'

export interface ReplayOptions extends ClockOptions {
  /** Name of a format; null detects it. */
  readonly format: string | null
}

/** A recorded log that can be replayed. */
export interface Replay {
  /** Name of the format. */
  readonly format: string
  /** The account up to now. */
  account(): LogAccount
  /** All events in batches: sorted, the first at 0, with texts that the room accepts. Can be read once. */
  readonly batches: AsyncGenerator<readonly LogEvent[], void>
}

/**
 * Opens a log for a replay and reads it up to its first events. Memory does not grow with the size of the file.
 *
 * @throws LogError if its format is not known, or if nothing in it can be used
 */
export async function openReplay(source: ByteSource, options: ReplayOptions): Promise<Replay> {
  const log = await openLog(source, options.format)
  const counter = new LogCounter()
  const timeline = new Timeline(options)
  const account = (): LogAccount => counter.account(log.format.name, timeline.report)
  const batches = (async function* () {
    for await (const records of log.batches) {
      const ready = timeline.push(eventsOf(records, counter))
      if (ready.length > 0) yield ready
    }
    counter.isComplete = true
    const rest = timeline.end()
    if (rest.length > 0) yield rest
  })()
  const first = await batches.next()
  if (first.done === true) {
    const read = account()
    throw new LogError(
      { type: 'nothing-used', account: read },
      `nothing in it can be used: ${[`${read.read || 'no'} records, read as ${log.format.name}`, ...skippedTexts(read)].join('; ')}`,
    )
  }
  return { format: log.format.name, account, batches: startingWith(first.value, batches) }
}

/** Not a part of the generator, because V8 optimizes a loop in it late. */
function eventsOf(records: readonly LogRecord[], counter: LogCounter): LogEvent[] {
  const events: LogEvent[] = []
  for (const record of records) {
    counter.take(record)
    if ('events' in record) for (const event of record.events) events.push(fitted(event, counter))
  }
  return events
}

async function* startingWith<Value>(first: Value, rest: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return()
  }
}

const LONE_SURROGATE = /\p{Surrogate}/gu
/** Also in pairs; much faster than {@link LONE_SURROGATE}. */
const SURROGATE = /[\uD800-\uDFFF]/

/** The event with a text that the room accepts: whole characters, not longer than allowed. */
function fitted(event: LogEvent, counter: LogCounter): LogEvent {
  if (event.type !== 'message') return event
  const whole = SURROGATE.test(event.text) ? event.text.replace(LONE_SURROGATE, '\uFFFD') : event.text
  const text = cutText(whole, CHAT_TEXT_MAX_CHARACTERS)
  if (text === event.text) return event
  if (text.length < event.text.length) counter.shortened += 1
  return { ...event, text }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The longest beginning of whole characters (graphemes) with at most `max` code points. */
export function cutText(text: string, max: number): string {
  if (text.length <= max || chatTextLength(text) <= max) return text
  let length = 0
  let end = 0
  // More than this is never needed, and segments of a long text cost time.
  for (const { segment } of segmenter.segment(text.slice(0, 8 * max))) {
    length += chatTextLength(segment)
    if (length > max) break
    end += segment.length
  }
  // A character of very many marks is longer than any text.
  return end > 0 ? text.slice(0, end) : Array.from(text).slice(0, max).join('')
}
