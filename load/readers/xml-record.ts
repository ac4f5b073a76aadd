import { decodeXML } from 'entities'
import { MAX_RECORD, textOf } from './events.ts'
import { detached } from './lines.ts'

/** An element of an XML log. Valid until the parser continues. */
export interface XmlRecord {
  readonly name: string
  readonly line: number
  /** Decoded. */
  readonly text: string
  /** An attribute as written; undefined if it is missing. Most attributes of a log are never read, and some are long. */
  written(name: string): string | undefined
}

/** An attribute with its entities decoded; undefined if it is missing. It may be a part of a larger text. */
export function attributeOf(record: XmlRecord, name: string): string | undefined {
  const value = record.written(name)
  return value?.includes('&') === true ? decodeXML(value) : value
}

/** An attribute that is kept: a copy; null if it is missing or blank. */
export function textAttributeOf(record: XmlRecord, name: string): string | null {
  const value = textOf(attributeOf(record, name))
  return value === null ? null : detached(value)
}

/** Markup within a tag or a comment: the end of it is missing. */
const MARKUP = /<\/|\n\s*</

/** The part of a file that is still needed, and the numbers of its lines. Positions are those of the tokenizer. */
export class XmlWindow {
  text = ''
  /** Position of the first character of `text`. */
  from = 0
  #line = 1
  /** Position of the next line break that is not counted; the end of the text if there is none. */
  #nextBreak = 0

  get end(): number {
    return this.from + this.text.length
  }

  /** Appends text and drops what is before `start`. */
  add(text: string, start: number): void {
    this.lineAt(start)
    const kept = this.text.slice(Math.max(0, start - this.from))
    this.from = this.end - kept.length
    this.text = kept + text
    this.#nextBreak = this.#breakFrom(Math.max(this.#nextBreak, this.from))
  }

  /** Drops everything; the next text is at position 0. */
  restart(): void {
    this.lineAt(this.end)
    this.text = ''
    this.from = this.#nextBreak = 0
  }

  slice(start: number, end: number): string {
    return this.text.slice(start - this.from, end - this.from)
  }

  /** True if there is {@link MARKUP} between these positions. */
  hasMarkup(start: number, end: number): boolean {
    const next = this.text.indexOf('<', start - this.from)
    return next >= 0 && next + this.from < end && MARKUP.test(this.slice(start, end))
  }

  /** The line of a position. Positions must not decrease. */
  lineAt(position: number): number {
    const end = Math.min(position, this.end)
    while (this.#nextBreak < end) {
      this.#line += 1
      this.#nextBreak = this.#breakFrom(this.#nextBreak + 1)
    }
    return this.#line
  }

  #breakFrom(position: number): number {
    const at = this.text.indexOf('\n', position - this.from)
    return at < 0 ? this.end : at + this.from
  }
}

/** Numbers of an attribute: begin and end of its name, begin and end of its value. */
const SIZE = 4
const NONE = -1

/**
 * The element that is being read, as positions in the window: texts are created only for what is asked for. The same
 * object is used for all elements.
 */
export class OpenRecord implements XmlRecord {
  name = ''
  line = 0
  isOpen = false
  /** Position of its `<`. */
  start = 0
  /** Its opening tag has ended. */
  hasTag = false
  isDamaged = false
  readonly #window: XmlWindow
  readonly #attributes: number[] = []
  #attributeCount = 0
  /** The text before the last part, which is in the window. */
  #textBefore = ''
  #textStart = 0
  #textEnd = 0

  constructor(window: XmlWindow) {
    this.#window = window
  }

  begin(name: string, line: number, start: number): void {
    this.name = name
    this.line = line
    this.start = start
    this.isOpen = true
    this.hasTag = this.isDamaged = false
    this.#attributeCount = 0
    this.#textBefore = ''
    this.#textStart = this.#textEnd = start
  }

  /** True if it is longer than the longest record at this position. */
  isTooLongAt(position: number): boolean {
    return position - this.start > MAX_RECORD
  }

  addAttribute(start: number, end: number): void {
    const at = SIZE * this.#attributeCount
    this.#attributes[at] = start
    this.#attributes[at + 1] = end
    this.#attributes[at + 2] = this.#attributes[at + 3] = NONE
    this.#attributeCount += 1
  }

  /** Adds a part of the value of the last attribute. */
  addValue(start: number, end: number): void {
    const at = SIZE * this.#attributeCount - 2
    if (this.#attributes[at] === NONE) this.#attributes[at] = start
    this.#attributes[at + 1] = end
  }

  addText(start: number, end: number): void {
    if (start !== this.#textEnd) {
      this.#textBefore += this.#window.slice(this.#textStart, this.#textEnd)
      this.#textStart = start
    }
    this.#textEnd = end
  }

  /** Text of CDATA has no entities: `&` is escaped, because the whole text is decoded at the end. */
  addCdata(start: number, end: number): void {
    this.addText(end, end)
    this.#textBefore += this.#window.slice(start, end).replaceAll('&', '&amp;')
  }

  get text(): string {
    const text = this.#textBefore + this.#window.slice(this.#textStart, this.#textEnd)
    return text.includes('&') ? decodeXML(text) : detached(text)
  }

  /** The first one of attributes with this name. */
  written(name: string): string | undefined {
    const { text, from } = this.#window
    const end = SIZE * this.#attributeCount
    for (let at = 0; at < end; at += SIZE) {
      const start = this.#number(at)
      if (this.#number(at + 1) - start === name.length && text.startsWith(name, start - from)) return this.#value(at)
    }
    return undefined
  }

  #value(at: number): string {
    return this.#window.slice(this.#number(at + 2), this.#number(at + 3))
  }

  #number(index: number): number {
    return this.#attributes[index] ?? NONE
  }
}
