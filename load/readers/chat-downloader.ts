import type { SkipReason } from '#protocol/worker/lab-log.ts'
import {
  countOf,
  type JsonObject,
  type LogDeletion,
  type LogEvent,
  type LogFormat,
  type LogRecord,
  numberOf,
  objectOf,
  priceOf,
  textOf,
} from './events.ts'
import { JsonArrayParser } from './json-array.ts'
import { one, parseJsonLines } from './lines.ts'

/** `timestamp` is in microseconds; a log without offsets begins with its first time. */
function timeOf(item: JsonObject, firstUs: number | null): number | null {
  const seconds = numberOf(item['time_in_seconds'])
  if (seconds !== null) return seconds * 1000
  const us = numberOf(item['timestamp'])
  return us === null ? null : (us - (firstUs ?? us)) / 1000
}

/** Messages of the site, not of viewers. */
const NOTICES: ReadonlySet<string> = new Set([
  'viewer_engagement_message',
  'mode_change_message',
  'donation_announcement',
  'sponsorships_gift_redemption_announcement',
  'tooltip',
  'remove_banner',
])

/** Why an item is left out; null if it is a part of the chat. */
function skipOf(item: JsonObject, kind: string): SkipReason | null {
  const action = textOf(item['action_type'])
  // A pinned message has been sent before.
  if (kind.startsWith('ticker_') || action === 'add_banner_to_live_chat') return 'repeat'
  return action === 'notice' || NOTICES.has(kind) ? 'notice' : null
}

/** What an item deletes; null if it is no deletion. */
function targetOf(item: JsonObject, kind: string): LogDeletion['target'] | null {
  const id = textOf(item['target_message_id'])
  if (id !== null) return { id }
  if (kind === 'clear_chat') return 'all'
  const author = objectOf(item['author'])
  // Of Twitch, then of YouTube.
  const account = textOf(author['target_id']) ?? textOf(author['id'])
  return kind !== 'ban_user' || account === null ? null : { account }
}

/** `lastAt` is the time of the record before, at which deletions without a time take place. */
function recordOf(item: JsonObject, line: number, at: number | null, lastAt: number | null): LogRecord {
  const kind = textOf(item['message_type']) ?? 'text_message'
  const target = targetOf(item, kind)
  const time = target === null ? at : (at ?? lastAt)
  const skip = skipOf(item, kind)
  if (skip !== null) return { line, skip }
  if (time === null) return { line, skip: 'no-time' }
  if (target !== null) return one(line, { type: 'deletion', at: time, target })
  // A ban without an author.
  return kind === 'ban_user' ? { line, skip: 'damaged' } : eventsOf(item, kind, line, time)
}

function eventsOf(item: JsonObject, kind: string, line: number, at: number): LogRecord {
  const from = objectOf(item['author'])
  const author = { user: textOf(from['name']) ?? textOf(from['display_name']), account: textOf(from['id']) }
  const text = textOf(item['message'])
  if (kind === 'sponsorships_gift_purchase_announcement') {
    const count = countOf(/\d+/.exec(text ?? '')?.[0])
    return one(line, { type: 'gift', at, ...author, name: 'membership', count, price: null })
  }
  const events: LogEvent[] = []
  if (text !== null) events.push({ type: 'message', at, ...author, text, id: textOf(item['message_id']) })
  const money = objectOf(item['money'])
  if (item['money'] !== undefined) {
    const price = priceOf(money['amount'], textOf(money['currency']))
    events.push({ type: 'gift', at, ...author, name: kind, count: 1, price })
  }
  const bits = numberOf(item['bits']) ?? 0
  if (bits > 0) {
    // US cents.
    const price = { hundredths: bits, currency: 'USD' }
    events.push({ type: 'gift', at, ...author, name: 'bits', count: 1, price })
  }
  if (events.length > 0) return { line, events }
  return { line, skip: kind === 'text_message' ? 'no-text' : 'notice' }
}

const isRecord = (value: JsonObject): boolean => 'time_in_seconds' in value || 'timestamp' in value

/** chat-downloader: an array of items, or one item per line. */
export const chatDownloader: LogFormat = {
  name: 'chat-downloader',
  title: 'chat-downloader (JSON or JSON lines)',
  detect: (head) => /^\s*[[{]/.test(head) && /"(time_in_seconds|message_type|time_text)"/.test(head),
  open: (sink) => {
    let firstUs: number | null = null
    let lastAt: number | null = null
    const read = (item: JsonObject, line: number): void => {
      firstUs ??= numberOf(item['timestamp'])
      const at = timeOf(item, firstUs)
      sink(recordOf(item, line, at, lastAt))
      lastAt = at ?? lastAt
    }
    const array = new JsonArrayParser({ name: null, sink, isRecord, read })
    const lines = parseJsonLines(sink, read)
    let parser: typeof lines | null = null
    return {
      write: (bytes) => {
        parser ??= new TextDecoder().decode(bytes.subarray(0, 64)).trimStart().startsWith('[') ? array : lines
        parser.write(bytes)
      },
      end: (isComplete) => (parser ?? lines).end(isComplete),
    }
  },
}
