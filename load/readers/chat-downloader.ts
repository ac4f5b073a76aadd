import {
  type JsonObject,
  type LogEvent,
  type LogFormat,
  type LogRecord,
  numberOf,
  objectOf,
  priceOf,
  textOf,
} from './events.ts'
import { JsonArrayParser } from './json-array.ts'
import { parseJsonLines } from './lines.ts'

/** `timestamp` is in microseconds; a log without offsets begins with its first time. */
function timeOf(item: JsonObject, firstUs: number | null): number | null {
  const seconds = numberOf(item['time_in_seconds'])
  if (seconds !== null) return seconds * 1000
  const us = numberOf(item['timestamp'])
  return us === null ? null : (us - (firstUs ?? us)) / 1000
}

function eventsOf(item: JsonObject, line: number, at: number | null): LogRecord {
  const kind = textOf(item['message_type']) ?? 'text_message'
  if (kind.startsWith('ticker_')) return { line, skip: 'repeat' }
  if (at === null) return { line, skip: 'no-time' }
  const from = objectOf(item['author'])
  const author = { user: textOf(from['name']) ?? textOf(from['display_name']), account: textOf(from['id']) }
  const deleted = textOf(item['target_message_id'])
  if (deleted !== null) return { line, events: [{ type: 'deletion', at, target: { id: deleted } }] }
  const events: LogEvent[] = []
  const text = textOf(item['message'])
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
    const read = (item: JsonObject, line: number): void => {
      firstUs ??= numberOf(item['timestamp'])
      sink(eventsOf(item, line, timeOf(item, firstUs)))
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
