import type { SkipReason } from '#protocol/worker/lab-log.ts'

/** Amount of money in hundredths of the currency's unit. */
export interface Price {
  readonly hundredths: number
  /** ISO 4217 code; null if the log does not say. */
  readonly currency: string | null
}

interface AnyEvent {
  /** Milliseconds from the zero of the log; negative before the start of the stream. */
  readonly at: number
}

/** Author of a message or gift. */
interface LogAuthor {
  /** Displayed name; null if the log has none. */
  readonly user: string | null
  /** Identifier by which deletions name the author; null if the log has none. */
  readonly account: string | null
}

export interface LogMessage extends AnyEvent, LogAuthor {
  readonly type: 'message'
  readonly text: string
  /** Identifier by which deletions name the message. */
  readonly id: string | null
}

export interface LogGift extends AnyEvent, LogAuthor {
  readonly type: 'gift'
  readonly name: string
  readonly count: number
  /** Price of one gift; null if the log does not say. */
  readonly price: Price | null
}

/** Deletion of one message, of all messages of an author, or of the whole chat. */
export interface LogDeletion extends AnyEvent {
  readonly type: 'deletion'
  readonly target: { readonly id: string } | { readonly account: string } | 'all'
}

export type LogEvent = LogMessage | LogGift | LogDeletion

/** A record of a log with its line: its events, or why it has none. */
export type LogRecord =
  | { readonly line: number; readonly events: readonly LogEvent[] }
  | { readonly line: number; readonly skip: SkipReason }

/** Receives records in the order of the file. */
export type RecordSink = (record: LogRecord) => void

/** Parser of one file. */
export interface LogParser {
  /** The next bytes, UTF-8. */
  write(bytes: Uint8Array): void
  /** The end of the file. `isComplete` is false if the file ended early, for example a truncated gzip file. */
  end(isComplete: boolean): void
}

/** A format of recorded logs. */
export interface LogFormat {
  readonly name: string
  /** Tools that write it. */
  readonly title: string
  /** True if a file that begins with this text is of this format. */
  detect(head: string): boolean
  open(sink: RecordSink): LogParser
}

/** Longest record, in bytes or characters. Longer ones are skipped, so that memory stays bounded. */
export const MAX_RECORD = 4 * 1024 * 1024

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

const POINT = 46
const ZERO = 48
/** Numbers of so many digits are exact. */
const MAX_DIGITS = 15

/** A decimal of digits and at most one point, several times faster than `Number`; null for other texts. */
function plainDecimal(text: string): number | null {
  if (text.length > MAX_DIGITS) return null
  let digits = 0
  let count = 0
  let divisor = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= ZERO && code < ZERO + 10) {
      digits = digits * 10 + code - ZERO
      count += 1
      divisor *= 10
    } else if (code === POINT && divisor === 0) divisor = 1
    else return null
  }
  // Both are exact, so the quotient is rounded as `Number` rounds.
  return count === 0 ? null : digits / (divisor || 1)
}

/** A number, or a string with a number. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const plain = plainDecimal(value)
  if (plain !== null) return plain
  const number = Number(value)
  // Blank text is 0 for `Number`.
  return !Number.isFinite(number) || (number === 0 && value.trim() === '') ? null : number
}

/** A number of gifts from 1 to 9,999. */
export const countOf = (value: unknown): number => Math.min(9_999, Math.max(1, Math.trunc(numberOf(value) ?? 1)))

export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; an empty one for other values. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Price from a number of the currency's units. */
export function priceOf(units: unknown, currency: string | null): Price | null {
  const number = numberOf(units)
  if (number === null || number < 0 || number > 1e9) return null
  return { hundredths: Math.round(number * 100), currency }
}
