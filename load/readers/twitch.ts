import { type JsonObject, type LogFormat, listOf, type LogRecord, numberOf, objectOf, textOf } from './events.ts'
import { JsonArrayParser } from './json-array.ts'

/** Bits are US cents; the price of a cheer is what the broadcaster receives. */
function eventsOf(comment: JsonObject, line: number): LogRecord {
  const seconds = numberOf(comment['content_offset_seconds'])
  if (seconds === null) return { line, skip: 'no-time' }
  const commenter = objectOf(comment['commenter'])
  const message = objectOf(comment['message'])
  const text = textOf(message['body']) ?? textOf(listOf(message['fragments']).map(fragmentText).join(''))
  if (text === null) return { line, skip: 'no-text' }
  const at = seconds * 1000
  const author = {
    user: textOf(commenter['display_name']) ?? textOf(commenter['name']),
    account: textOf(commenter['_id']),
  }
  const bits = numberOf(message['bits_spent']) ?? 0
  const spoken = { type: 'message' as const, at, ...author, text, id: textOf(comment['_id']) }
  if (bits <= 0) return { line, events: [spoken] }
  const price = { hundredths: bits, currency: 'USD' }
  return { line, events: [spoken, { type: 'gift', at, ...author, name: 'bits', count: 1, price }] }
}

const fragmentText = (fragment: unknown): string => textOf(objectOf(fragment)['text']) ?? ''

/** Chat of a recorded Twitch stream as JSON: an object with `comments`, times in seconds. */
export const twitch: LogFormat = {
  name: 'twitch-json',
  title: 'Twitch chat (JSON)',
  detect: (head) =>
    /^\s*\{/.test(head) && /"comments"\s*:\s*\[|"content_offset_seconds"|"embeddedData"|^\s*\{\s*"FileInfo"/.test(head),
  open: (sink) =>
    new JsonArrayParser({
      name: 'comments',
      sink,
      isRecord: (value) => 'content_offset_seconds' in value,
      read: (comment, line) => sink(eventsOf(comment, line)),
    }),
}
