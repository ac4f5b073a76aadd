import { type LogParser, type LogRecord, MAX_RECORD, objectOf, type JsonObject, type RecordSink } from './events.ts'

/**
 * Decodes UTF-8 in parts. `TextDecoder` with `stream` is several times slower in Node than without, so characters that
 * are split between parts are held back here.
 */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #held: Uint8Array = new Uint8Array()

  decode(bytes: Uint8Array): string {
    const all = joined(this.#held, bytes)
    const end = all.length - incompleteBytes(all)
    this.#held = all.slice(end)
    return this.#decoder.decode(all.subarray(0, end))
  }

  /** The rest; an incomplete character becomes U+FFFD. */
  end(): string {
    const rest = this.#decoder.decode(this.#held)
    this.#held = new Uint8Array()
    return rest
  }
}

/** Number of bytes at the end that belong to an incomplete character. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (length > 1) return length > back ? back : 0
  }
  return 0
}

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Calls `read` with each line that is not blank, and its number. Lines above {@link MAX_RECORD} characters are skipped. */
export function parseLines(sink: RecordSink, read: (line: string, number: number, isLast: boolean) => void): LogParser {
  const decoder = new Utf8Decoder()
  let rest = ''
  let number = 0
  let isTooLong = false
  const take = (line: string, isLast = false): void => {
    number += 1
    if (isTooLong) isTooLong = false
    else if (line.length > MAX_RECORD) sink({ line: number, skip: 'too-long' })
    else if (line.trim() !== '') read(line, number, isLast)
  }
  const push = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
    if (rest.length <= MAX_RECORD) return
    if (!isTooLong) sink({ line: number + 1, skip: 'too-long' })
    isTooLong = true
    rest = ''
  }
  return {
    write: (bytes) => push(decoder.decode(bytes)),
    end: (isComplete) => {
      push(decoder.end())
      take(rest, true)
      rest = ''
      if (!isComplete) sink({ line: number + 1, skip: 'truncated' })
    },
  }
}

/** JSON lines: calls `read` with the object of each line. Lines that are no JSON objects are damaged. */
export function parseJsonLines(sink: RecordSink, read: (value: JsonObject, line: number) => void): LogParser {
  return parseLines(sink, (text, line, isLast) => {
    const value = parsedObject(text)
    if (value !== null) read(value, line)
    else sink({ line, skip: isLast ? 'truncated' : 'damaged' })
  })
}

export function parsedObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? objectOf(value) : null
  } catch {
    return null
  }
}

/** Sends a record of one event. */
export const one = (line: number, event: Extract<LogRecord, { events: unknown }>['events'][number]): LogRecord => ({
  line,
  events: [event],
})

/**
 * A copy of a text that is kept. In V8, a part of 13 characters and more refers to the whole text from which it was cut:
 * a kept message would keep the part of the file around it.
 */
export const detached = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1))
