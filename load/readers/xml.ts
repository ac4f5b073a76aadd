import { decodeXML } from 'entities'
import { Parser } from 'htmlparser2'
import type { SkipReason } from '#protocol/worker/lab-log.ts'
import { type LogParser, type LogRecord, MAX_RECORD, type RecordSink, textOf } from './events.ts'
import { detached, Utf8Decoder } from './lines.ts'

/** An element of an XML log. */
export interface XmlRecord {
  readonly name: string
  /** As written: see {@link attributeOf}. Most attributes of a log are never read, and some are long. */
  readonly written: Readonly<Record<string, string>>
  /** Decoded. */
  readonly text: string
  readonly line: number
}

/** An attribute with its entities decoded; undefined if it is missing. It may be a part of a larger text. */
export function attributeOf({ written }: XmlRecord, name: string): string | undefined {
  const value = written[name]
  return value?.includes('&') === true ? decodeXML(value) : value
}

/** An attribute that is kept: a copy; null if it is missing or blank. */
export function textAttributeOf(record: XmlRecord, name: string): string | null {
  const value = textOf(attributeOf(record, name))
  return value === null ? null : detached(value)
}

interface OpenRecord extends XmlRecord {
  written: Readonly<Record<string, string>>
  text: string
  size: number
  /** Position of the end of its opening tag. */
  tagEnd: number
}

/** Markup within an attribute or a comment: the end of it is missing. */
const MARKUP = /<\/|\n\s*</
/** Texts of this size are short-lived objects for the garbage collector; larger ones cost a third more time. */
const PART_BYTES = 32 * 1024
/** Elements within each other. More of them have lost their ends. */
const MAX_DEPTH = 1_000

/**
 * Calls `read` with each element of these names. Other children of the root count as notices. The parser is tolerant,
 * because recorders end in the middle of an element and some do not escape `>`; what it tolerates is counted as damaged.
 */
export class XmlRecords implements LogParser {
  readonly #sink: RecordSink
  readonly #names: ReadonlySet<string>
  readonly #read: (record: XmlRecord) => LogRecord
  readonly #parser: Parser
  readonly #decoder = new Utf8Decoder()
  readonly #lines = new LineCounter()
  #record: OpenRecord | null = null
  #depth = 0
  #isCdata = false
  #isRootClosed = false
  /** Text outside of elements was reported since the last element. */
  #isOutside = false
  /** Position of the parser's zero. */
  #zero = 0
  #length = 0

  constructor(sink: RecordSink, names: ReadonlySet<string>, read: (record: XmlRecord) => LogRecord) {
    this.#sink = sink
    this.#names = names
    this.#read = read
    const reportMarkup = (data: string): void => {
      if (MARKUP.test(data)) this.#report(this.#lines.lineAt(this.#zero + this.#parser.startIndex), 'damaged')
    }
    this.#parser = new Parser(
      {
        onopentagname: (name) => this.#open(name),
        onopentag: (name, attributes) => {
          if (this.#record?.name !== name) return
          this.#record.written = attributes
          this.#record.tagEnd = this.#parser.endIndex
        },
        ontext: (text) => this.#text(text),
        oncdatastart: () => (this.#isCdata = true),
        oncdataend: () => (this.#isCdata = false),
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
        oncomment: reportMarkup,
        onprocessinginstruction: (_, data) => reportMarkup(data),
      },
      { xmlMode: true, decodeEntities: false },
    )
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      this.#push(this.#decoder.decode(bytes.subarray(at, at + PART_BYTES)))
    }
  }

  end(isComplete: boolean): void {
    this.#push(this.#decoder.end())
    const wasOpen = this.#record !== null
    this.#abandon('truncated')
    const { last } = this.#lines
    const isClosed = this.#isRootClosed
    this.#depth = 0
    this.#parser.end()
    if (!wasOpen && (!isComplete || !isClosed)) this.#report(last, 'truncated')
  }

  #push(text: string): void {
    if (this.#depth > MAX_DEPTH || this.#length - this.#zero - this.#parser.endIndex > MAX_RECORD) this.#restart()
    this.#lines.add(text)
    this.#length += text.length
    this.#parser.write(text)
  }

  /** Continues within the root, after an attribute or an element that does not end. */
  #restart(): void {
    if (this.#record === null) this.#report(this.#lines.last, 'too-long')
    this.#abandon('too-long')
    this.#parser.reset()
    this.#zero = this.#length
    this.#depth = 1
  }

  #open(name: string): void {
    this.#depth += 1
    this.#isOutside = false
    const isRecord = this.#names.has(name)
    if (!isRecord && this.#depth !== 2) return
    // Records are never within each other: the end of the previous one is missing.
    this.#abandon('damaged')
    const line = this.#lines.lineAt(this.#zero + this.#parser.startIndex)
    if (isRecord) this.#record = { name, line, written: {}, text: '', size: 0, tagEnd: -1 }
    else this.#report(line, 'notice')
  }

  #text(text: string): void {
    const record = this.#record
    if (record !== null) {
      record.size += text.length
      // Text of CDATA has no entities: escape it, because the whole text is decoded at the end.
      if (record.size <= MAX_RECORD) record.text += this.#isCdata ? text.replaceAll('&', '&amp;') : text
    } else if (this.#depth <= 1 && !this.#isOutside && text.trim() !== '') {
      this.#isOutside = true
      this.#report(this.#lines.lineAt(this.#zero + this.#parser.startIndex), 'damaged')
    }
  }

  #close(name: string, isImplied: boolean): void {
    this.#depth -= 1
    if (this.#depth === 0 && !isImplied) this.#isRootClosed = true
    const record = this.#record
    if (record?.name !== name) return
    this.#record = null
    const { line, written, text } = record
    // A tag that closes itself is implied, too, but its end is that of the opening tag.
    const hasNoEnd = isImplied && record.tagEnd !== this.#parser.endIndex
    if (record.size > MAX_RECORD) this.#report(line, 'too-long')
    else if (hasNoEnd || hasMarkup(written)) this.#report(line, 'damaged')
    else {
      record.text = text.includes('&') ? decodeXML(text) : detached(text)
      this.#sink(this.#read(record))
    }
  }

  #abandon(reason: SkipReason): void {
    if (this.#record !== null) this.#report(this.#record.line, reason)
    this.#record = null
  }

  #report(line: number, skip: SkipReason): void {
    this.#sink({ line, skip })
  }
}

function hasMarkup(written: XmlRecord['written']): boolean {
  for (const name in written) {
    const value = written[name]
    if (value?.includes('<') === true && MARKUP.test(value)) return true
  }
  return false
}

/** Lines of positions that do not decrease. */
class LineCounter {
  last = 1
  /** Text whose lines are not all counted yet. */
  #text = ''
  /** Position of its first character. */
  #from = 0
  /** Index of the next line break; the length of the text if there is none. */
  #next = 0

  add(text: string): void {
    // A record does not begin further back than this.
    if (this.#text.length - this.#next > MAX_RECORD) this.lineAt(this.#from + this.#text.length - MAX_RECORD)
    this.#from += this.#next
    this.#text = this.#text.slice(this.#next) + text
    this.#next = this.#breakFrom(0)
  }

  lineAt(position: number): number {
    const end = Math.min(position - this.#from, this.#text.length)
    while (this.#next < end) {
      this.last += 1
      this.#next = this.#breakFrom(this.#next + 1)
    }
    return this.last
  }

  #breakFrom(index: number): number {
    const at = this.#text.indexOf('\n', index)
    return at < 0 ? this.#text.length : at
  }
}
