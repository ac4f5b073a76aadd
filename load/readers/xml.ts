import { Tokenizer } from 'htmlparser2'
import type { SkipReason } from '#protocol/worker/lab-log.ts'
import { type LogParser, type LogRecord, MAX_RECORD, type RecordSink } from './events.ts'
import { Utf8Decoder } from './lines.ts'
import { OpenRecord, type XmlRecord, XmlWindow } from './xml-record.ts'

/** Texts of this size are short-lived objects for the garbage collector; larger ones cost a third more time. */
const PART_BYTES = 32 * 1024
/** Elements within each other. More of them have lost their ends. */
const MAX_DEPTH = 1_000
const NONE = -1

/**
 * Calls `read` with each element of these names. Other children of the root count as notices. The parser is tolerant,
 * because recorders end in the middle of an element and some do not escape `>`; what it tolerates is counted as damaged.
 *
 * It uses the tokenizer of htmlparser2, which reports positions, because the objects and texts that its parser creates
 * for each element cost as much time as the tokenizer itself (decision 206).
 */
export class XmlRecords implements LogParser {
  readonly #sink: RecordSink
  readonly #names: readonly string[]
  readonly #read: (record: XmlRecord) => LogRecord
  readonly #tokenizer: Tokenizer
  readonly #decoder = new Utf8Decoder()
  readonly #window = new XmlWindow()
  readonly #record = new OpenRecord(this.#window)
  /** Names of the open elements. */
  readonly #open: string[] = []
  #depth = 0
  #isRootClosed = false
  /** Text outside of elements was reported since the last element. */
  #isOutside = false
  /** Position of the last character that the tokenizer has reported. */
  #reported = 0
  /** Position of the opening tag that has not ended; -1 if there is none. */
  #tag = NONE

  constructor(sink: RecordSink, names: readonly string[], read: (record: XmlRecord) => LogRecord) {
    this.#sink = sink
    this.#names = names
    this.#read = read
    const record = this.#record
    const isRead = (): boolean => record.isOpen && !record.hasTag && !record.isTooLongAt(this.#window.end)
    const reportMarkup = (start: number, end: number): void => {
      this.#reported = end
      if (this.#window.hasMarkup(start, end)) this.#report(this.#window.lineAt(start), 'damaged')
    }
    const nothing = (): void => undefined
    this.#tokenizer = new Tokenizer(
      { xmlMode: true, decodeEntities: false },
      {
        onopentagname: (start, end) => this.#openTag(start, end),
        onattribname: (start, end) => {
          if (isRead()) record.addAttribute(start, end)
        },
        onattribdata: (start, end) => {
          if (isRead()) record.addValue(start, end)
        },
        onattribend: (_, end) => (this.#reported = end),
        onopentagend: (position) => this.#endTag(position),
        onselfclosingtag: (position) => {
          this.#endTag(position)
          this.#closeLast(true, false)
        },
        onclosetag: (start, end) => this.#closeTag(start, end),
        ontext: (start, end) => this.#text(start, end, false),
        oncdata: (start, end, marks) => this.#text(start, end - marks, true),
        oncomment: (start, end, marks) => reportMarkup(start, end - marks),
        ondeclaration: reportMarkup,
        onprocessinginstruction: reportMarkup,
        onattribentity: nothing,
        ontextentity: nothing,
        onend: nothing,
      },
    )
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      this.#push(this.#decoder.decode(bytes.subarray(at, at + PART_BYTES)))
    }
  }

  end(isComplete: boolean): void {
    this.#push(this.#decoder.end())
    const wasOpen = this.#record.isOpen
    const isClosed = this.#isRootClosed
    this.#abandon('truncated')
    this.#depth = 0
    this.#tokenizer.end()
    if (!wasOpen && (!isComplete || !isClosed)) this.#report(this.#window.lineAt(this.#reported), 'truncated')
  }

  #push(text: string): void {
    const window = this.#window
    const record = this.#record
    if (this.#depth > MAX_DEPTH || window.end - this.#reported > MAX_RECORD) this.#restart()
    if (window.end - this.#tag > MAX_RECORD) this.#tag = NONE
    if (record.isOpen && !record.isTooLongAt(window.end)) window.add(text, record.start)
    else window.add(text, this.#tag < 0 ? this.#reported : this.#tag)
    this.#tokenizer.write(text)
  }

  /** Continues within the root, after an attribute or an element that does not end. */
  #restart(): void {
    if (!this.#record.isOpen) this.#report(this.#window.lineAt(this.#reported), 'too-long')
    this.#abandon('too-long')
    this.#tokenizer.reset()
    this.#window.restart()
    this.#reported = 0
    this.#tag = NONE
    this.#open.length = 0
    this.#depth = 1
  }

  #openTag(start: number, end: number): void {
    const record = this.#record
    const { text, from } = this.#window
    const isName = (name: string): boolean => name.length === end - start && text.startsWith(name, start - from)
    const known = this.#names.find(isName)
    this.#reported = end
    this.#tag = start - 1
    this.#isOutside = false
    this.#depth += 1
    this.#open.push(known ?? this.#window.slice(start, end))
    if (known === undefined && this.#depth !== 2) return
    // Records are never within each other: the end of the previous one is missing.
    this.#abandon('damaged')
    const line = this.#window.lineAt(start)
    if (known === undefined) this.#report(line, 'notice')
    else record.begin(known, line, start - 1)
  }

  /** Markup in a tag belongs to the next element, which is lost. */
  #endTag(position: number): void {
    const record = this.#record
    const start = this.#tag
    const isOfRecord = record.isOpen && !record.hasTag
    this.#reported = position
    this.#tag = NONE
    if (isOfRecord) record.hasTag = true
    if (start < 0 || !this.#window.hasMarkup(start + 1, position)) return
    if (isOfRecord) record.isDamaged = true
    else this.#report(this.#window.lineAt(start), 'damaged')
  }

  #text(start: number, end: number, isCdata: boolean): void {
    // The tokenizer has no beginning for a tag in which the file ends.
    if (start < 0) return
    const record = this.#record
    this.#reported = end - 1
    if (record.isOpen) {
      if (record.isTooLongAt(end)) return
      if (isCdata) record.addCdata(start, end)
      else record.addText(start, end)
    } else if (this.#depth <= 1 && !this.#isOutside) {
      const { length } = this.#window.slice(start, end).trimStart()
      if (length === 0) return
      this.#isOutside = true
      this.#report(this.#window.lineAt(end - length), 'damaged')
    }
  }

  /** Closes the last open element of this name, and those within it, whose ends are missing. */
  #closeTag(start: number, end: number): void {
    const open = this.#open
    const name = this.#window.slice(start, end)
    this.#reported = end
    const index = open.lastIndexOf(name)
    if (index < 0) return
    while (open.length > index + 1) this.#closeLast(true, true)
    this.#closeLast(false, false)
  }

  #closeLast(isImplied: boolean, hasNoEnd: boolean): void {
    const record = this.#record
    const name = this.#open.pop()
    this.#depth -= 1
    if (this.#depth === 0 && !isImplied) this.#isRootClosed = true
    if (!record.isOpen || record.name !== name) return
    record.isOpen = false
    if (record.isTooLongAt(this.#reported)) this.#report(record.line, 'too-long')
    else if (hasNoEnd || record.isDamaged) this.#report(record.line, 'damaged')
    else this.#sink(this.#read(record))
  }

  #abandon(reason: SkipReason): void {
    const record = this.#record
    if (record.isOpen) this.#report(record.line, reason)
    record.isOpen = false
  }

  #report(line: number, skip: SkipReason): void {
    this.#sink({ line, skip })
  }
}
