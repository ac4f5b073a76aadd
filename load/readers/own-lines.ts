import {
  countOf,
  type JsonObject,
  type LogEvent,
  type LogFormat,
  type LogRecord,
  numberOf,
  objectOf,
  priceOf,
  textOf,
} from './events.ts'
import { one, parseJsonLines } from './lines.ts'

function recordOf(value: JsonObject, line: number): LogRecord {
  const at = numberOf(value['t'])
  if (at === null) return { line, skip: 'no-time' }
  const author = { user: textOf(value['user']), account: textOf(value['account']) }
  const deleted = value['delete']
  if (deleted !== undefined) {
    const { id, account } = objectOf(deleted)
    const target = textOf(id) === null ? { account: textOf(account) ?? '' } : { id: textOf(id) ?? '' }
    return one(line, { type: 'deletion', at, target: deleted === 'all' ? 'all' : target })
  }
  const gift = textOf(value['gift'])
  if (gift !== null) {
    const price = priceOf(value['price'], textOf(value['currency']))
    return one(line, { type: 'gift', at, ...author, name: gift, count: countOf(value['count']), price })
  }
  const text = textOf(value['text'])
  if (text === null) return { line, skip: 'no-text' }
  return one(line, { type: 'message', at, ...author, text, id: textOf(value['id']) })
}

/**
 * JSON lines of this tool: `{t, user?, account?, text, id?}`, `{t, user?, account?, gift, count, price?, currency?}` and
 * `{t, delete: {id} | {account} | "all"}`; `t` in milliseconds. Other fields are ignored.
 */
export const ownLines: LogFormat = {
  name: 'jsonl',
  title: 'JSON lines of this tool',
  detect: (head) => /^\s*\{[^\n]*"t"\s*:/.test(head),
  open: (sink) => parseJsonLines(sink, (value, line) => sink(recordOf(value, line))),
}

/** The line of an event. */
export function lineOf(event: LogEvent): string {
  const t = Math.round(event.at)
  if (event.type === 'deletion') return JSON.stringify({ t, delete: event.target })
  const { user, account } = event
  const author = { ...(user === null ? {} : { user }), ...(account === null ? {} : { account }) }
  if (event.type === 'message') {
    return JSON.stringify({ t, ...author, text: event.text, ...(event.id === null ? {} : { id: event.id }) })
  }
  const { name: gift, count, price } = event
  const currency = price?.currency ?? null
  const money = price === null ? {} : { price: price.hundredths / 100, ...(currency === null ? {} : { currency }) }
  return JSON.stringify({ t, ...author, gift, count, ...money })
}
