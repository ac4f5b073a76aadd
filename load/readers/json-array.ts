import type { SkipReason } from '#protocol/worker/lab-log.ts'
import type { JsonObject, LogParser, RecordSink } from './events.ts'
import { joined, parsedObject } from './lines.ts'

const [QUOTE, BACKSLASH, NEWLINE, COLON] = [34, 92, 10, 58]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [123, 125, 91, 93]
const MAX_KEY = 64
/** Longest object of the array, bytes. Damaged brackets may join objects; this bounds how far. */
const MAX_OBJECT = 256 * 1024
/** Longest text between two objects, with the brackets before and the signature behind it. */
const MAX_SEPARATOR = 256
/** Wrong cuts in a row after which objects are no longer cut at separators. */
const MAX_WRONG_CUTS = 8

export interface JsonArrayOptions {
  /** Name of the array in the object of the document; null if the document is the array. */
  readonly name: string | null
  readonly sink: RecordSink
  /** True for an object of the array, false for an object within one. Decides where to continue after damage. */
  readonly isRecord: (value: JsonObject) => boolean
  readonly read: (value: JsonObject, line: number) => void
}

/**
 * Reads the objects of an array and skips the rest of the document without a copy. The end of each object is found by
 * its brackets; `JSON.parse` reads it (decision 206).
 *
 * Most objects need no search for brackets: the text between two objects, with the brackets before and the beginning of
 * the second one behind it, is mostly the same in a whole file. The object is cut where that separator follows. A cut is
 * right if and only if `JSON.parse` accepts it, because no beginning of an object is an object.
 *
 * An object that cannot be parsed is reported as damaged. If another one seems to begin within it, its brackets are wrong:
 * the parser continues there. Objects of an array begin alike.
 */
export class JsonArrayParser implements LogParser {
  readonly #options: JsonArrayOptions
  readonly #decoder = new TextDecoder()
  /** Bytes from the start of the current object or key. */
  #held: Uint8Array = new Uint8Array()
  #position = 0
  #depth = 0
  #line = 1
  #inString = false
  /** The next byte of a string follows an odd number of backslashes. */
  #isEscaped = false
  /** Number of open brackets around the objects of the array; -1 outside of the array. */
  #arrayDepth = -1
  /** Start of the current object in `#held`; -1 if none. */
  #start = -1
  #startLine = 1
  /** Start of a string beside the array, which may be its name; -1 if none. */
  #keyStart = -1
  #key = ''
  /** The first object up to its first colon. */
  #signature: Uint8Array | null = null
  /** An object was damaged, and no later one has been found yet. */
  #isLost = false
  #hasArray = false
  /** Nothing can be decided before the next bytes. */
  #needsMore = false
  /** Closing brackets, the text between two objects and the signature; null until two objects are known. */
  #separator: Uint8Array | null = null
  /** Number of its bytes that belong to the object before. */
  #closers = 0
  /** Number of its bytes before the next object. */
  #nextStart = 0
  /** Line breaks between two objects. */
  #separatorLines = 0
  #wrongCuts = 0
  /** End of the previous object in `#held`; -1 if it is not there any more. */
  #previousEnd = -1

  constructor(options: JsonArrayOptions) {
    this.#options = options
  }

  write(bytes: Uint8Array): void {
    let from = this.#position
    if (this.#start >= 0) from = Math.min(from, this.#start)
    if (this.#keyStart >= 0) from = Math.min(from, this.#keyStart)
    this.#discard(from)
    this.#held = joined(this.#held, bytes)
    this.#scan()
  }

  end(isComplete: boolean): void {
    // The last object may have swallowed others because of a damaged quote.
    while (this.#start >= 0 && this.#hasLaterObject(this.#held.length)) {
      this.#giveUp('damaged')
      this.#scan()
    }
    const { sink } = this.#options
    if (this.#start >= 0) sink({ line: this.#startLine, skip: 'truncated' })
    else if (!isComplete || this.#depth > 0 || !this.#hasArray) sink({ line: this.#line, skip: 'truncated' })
    this.#start = -1
  }

  #discard(before: number): void {
    this.#held = this.#held.subarray(before)
    this.#position -= before
    if (this.#start >= 0) this.#start -= before
    if (this.#keyStart >= 0) this.#keyStart -= before
    this.#previousEnd = -1
  }

  #scan(): void {
    this.#needsMore = false
    while (this.#position < this.#held.length && !this.#needsMore) {
      if (this.#isLost && this.#start < 0) this.#findObject()
      else if (this.#inString) this.#skipString()
      else this.#skipStructure()
      if (this.#keyStart >= 0 && this.#position - this.#keyStart > MAX_KEY) {
        this.#keyStart = -1
        this.#key = ''
      }
      if (this.#start >= 0 && this.#position - this.#start > MAX_OBJECT) this.#giveUp('too-long')
    }
  }

  /** Moves behind the closing quote of a string, or to the end of the bytes. */
  #skipString(): void {
    const held = this.#held
    let from = this.#position + (this.#isEscaped ? 1 : 0)
    this.#isEscaped = false
    for (;;) {
      const quote = held.indexOf(QUOTE, from)
      const end = quote < 0 ? held.length : quote
      let before = end
      while (before > from && held[before - 1] === BACKSLASH) before -= 1
      const isEscaped = (end - before) % 2 === 1
      if (quote < 0) {
        this.#position = held.length
        this.#isEscaped = isEscaped
        return
      }
      from = quote + 1
      if (!isEscaped) break
    }
    this.#position = from
    this.#inString = false
    if (this.#keyStart < 0) return
    this.#key = this.#decoder.decode(held.subarray(this.#keyStart, from - 1))
    this.#keyStart = -1
  }

  /** Moves behind the next opening quote, or to the end of the bytes; handles brackets on the way. */
  #skipStructure(): void {
    const held = this.#held
    let at = this.#position
    let byte = 0
    while (at < held.length) {
      byte = held[at] ?? 0
      at += 1
      if (byte === QUOTE) {
        this.#inString = true
        if (this.#start < 0 && this.#depth === 1 && this.#arrayDepth < 0) this.#keyStart = at
        break
      }
      if (byte === NEWLINE) this.#line += 1
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) at = this.#open(byte, at - 1)
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#depth -= 1
        if (this.#depth > this.#arrayDepth || this.#arrayDepth < 0) continue
        this.#position = at
        this.#close()
        return
      }
    }
    this.#position = at
  }

  /** Returns the position behind the bracket, or behind that of the next object that was not cut at its separator. */
  #open(byte: number, at: number): number {
    const { name } = this.#options
    if (this.#arrayDepth < 0) {
      const isArray = name === null ? this.#depth === 0 : this.#depth === 1 && this.#key === name
      if (isArray && byte === OPEN_ARRAY) {
        this.#arrayDepth = this.#depth + 1
        this.#hasArray = true
      }
    } else if (this.#depth === this.#arrayDepth && this.#start < 0) {
      this.#start = at
      this.#startLine = this.#line
      this.#learnSeparator()
      this.#cut()
      this.#line = this.#startLine
    }
    this.#depth += 1
    return Math.max(at, this.#start) + 1
  }

  /** The text between the previous object and the current one, if both are in memory. */
  #learnSeparator(): void {
    const signature = this.#signature
    if (signature === null || this.#previousEnd < 0 || this.#isLost) return
    const held = this.#held
    const end = this.#start + signature.length
    if (indexOfBytes(held.subarray(this.#start, end), signature, 0) !== 0) return
    let from = this.#previousEnd
    while (end - from < MAX_SEPARATOR && isCloser(held[from - 1])) from -= 1
    const tail = end - this.#previousEnd
    const learned = held.slice(from, end)
    const known = commonEnd(this.#separator ?? learned, learned)
    this.#separator = (known.length > tail ? known : learned).slice()
    // The search for a bracket is quicker than that for a blank.
    while (isBlank(this.#separator[0])) this.#separator = this.#separator.subarray(1)
    this.#closers = this.#separator.length - tail
    this.#nextStart = this.#separator.length - signature.length
    this.#separatorLines = countOf(learned, NEWLINE, learned.length - tail, learned.length - signature.length)
  }

  /** Reads objects as long as separators follow. */
  #cut(): void {
    const separator = this.#separator
    if (separator === null || this.#isLost || this.#wrongCuts >= MAX_WRONG_CUTS) return
    const held = this.#held
    for (;;) {
      const found = indexOfBytes(held, separator, this.#start + 1)
      const end = found + this.#closers
      const text =
        found < 0 || end - this.#start > MAX_OBJECT ? '' : this.#decoder.decode(held.subarray(this.#start, end))
      const value = text === '' ? null : parsedObject(text)
      if (value === null) break
      this.#options.read(value, this.#startLine)
      this.#wrongCuts = 0
      this.#start = found + this.#nextStart
      this.#startLine += this.#separatorLines + linesIn(text)
    }
    this.#wrongCuts += 1
  }

  /** A bracket closed an object of the array, or the array. */
  #close(): void {
    if (this.#depth < this.#arrayDepth) {
      if (this.#start < 0) this.#arrayDepth = -1
      else this.#giveUp('damaged')
      return
    }
    const bytes = this.#held.subarray(this.#start, this.#position)
    this.#signature ??= signatureOf(bytes)
    const value = parsedObject(this.#decoder.decode(bytes))
    const isRecord = value !== null && (!this.#isLost || this.#options.isRecord(value))
    if (!isRecord && (this.#isLost || this.#hasLaterObject(this.#position))) return this.#giveUp('damaged')
    this.#start = -1
    if (value === null) return this.#options.sink({ line: this.#startLine, skip: 'damaged' })
    this.#isLost = false
    this.#previousEnd = this.#position
    this.#options.read(value, this.#startLine)
  }

  /** Reports the current object, once for consecutive attempts, and continues within it. */
  #giveUp(reason: SkipReason): void {
    this.#signature ??= signatureOf(this.#held.subarray(this.#start, this.#position))
    if (!this.#isLost) this.#options.sink({ line: this.#startLine, skip: reason })
    this.#isLost = true
    this.#line = this.#startLine
    this.#position = this.#start + 1
    this.#start = -1
    this.#inString = false
    this.#isEscaped = false
    this.#depth = this.#arrayDepth
  }

  /** Continues at the next text that begins like the first object. */
  #findObject(): void {
    const held = this.#held
    const signature = this.#signature ?? new Uint8Array([OPEN_OBJECT])
    const found = indexOfBytes(held, signature, this.#position)
    // The signature may continue in the next bytes.
    const end = found < 0 ? Math.max(this.#position, held.length - signature.length + 1) : found
    this.#line += countOf(held, NEWLINE, this.#position, end)
    this.#position = end
    this.#needsMore = found < 0
    if (found < 0) return
    this.#start = found
    this.#startLine = this.#line
    this.#depth = this.#arrayDepth + 1
    this.#position += 1
  }

  /** True if another object seems to begin within the current one: its brackets are wrong. */
  #hasLaterObject(end: number): boolean {
    const signature = this.#signature ?? signatureOf(this.#held.subarray(this.#start))
    if (signature === null) return false
    const found = indexOfBytes(this.#held, signature, this.#start + 1)
    return found >= 0 && found < end
  }
}

/** The bytes of an object up to its first colon; null if there is none. */
function signatureOf(object: Uint8Array): Uint8Array | null {
  const colon = object.indexOf(COLON)
  return colon < 0 || colon > MAX_KEY ? null : object.slice(0, colon + 1)
}

function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(wanted[0] ?? 0, from); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1)) {
    let same = 1
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1
    if (same === wanted.length) return at
  }
  return -1
}

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9 || byte === 10 || byte === 13
const isCloser = (byte: number | undefined): boolean => byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || isBlank(byte)

function commonEnd(one: Uint8Array, other: Uint8Array): Uint8Array {
  let length = 0
  while (length < Math.min(one.length, other.length) && one.at(-length - 1) === other.at(-length - 1)) length += 1
  return one.subarray(one.length - length)
}

function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function countOf(bytes: Uint8Array, byte: number, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(byte, from); at >= 0 && at < to; at = bytes.indexOf(byte, at + 1)) count += 1
  return count
}
