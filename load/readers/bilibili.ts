import {
  countOf,
  type JsonObject,
  type LogFormat,
  type LogRecord,
  numberOf,
  objectOf,
  type Price,
  priceOf,
  textOf,
} from './events.ts'
import { detached, one, parsedObject } from './lines.ts'
import { XmlRecords } from './xml.ts'
import { attributeOf, textAttributeOf, type XmlRecord } from './xml-record.ts'

/** Monthly prices in yuan of the three levels of guards. */
const GUARD_YUAN: Readonly<Record<string, number>> = { '1': 19_998, '2': 1_998, '3': 198 }
/** Danmaku of these modes are positioned or scripted; their text is code. */
const FIRST_SCRIPTED_MODE = 7

/** Recorders append what the server sent as JSON. */
function rawOf(record: XmlRecord): JsonObject {
  const raw = attributeOf(record, 'raw')
  return raw?.startsWith('{') === true ? (parsedObject(raw) ?? {}) : {}
}

/** Index of the comma behind a field. `split` costs a fifth of the time of the whole reader. */
function endOfField(p: string, from: number): number {
  const comma = p.indexOf(',', from)
  return comma < 0 ? p.length : comma
}

/** `p`: seconds, mode, size, colour, time of sending, pool, hash of the sender, id. `user` is the name if recorded. */
function danmaku(record: XmlRecord): LogRecord {
  const { line } = record
  const p = attributeOf(record, 'p') ?? ''
  const modeAt = endOfField(p, 0) + 1
  const time = numberOf(p.slice(0, modeAt - 1))
  if (time === null) return { line, skip: 'no-time' }
  const modeEnd = endOfField(p, modeAt)
  if (Number(p.slice(modeAt, modeEnd)) >= FIRST_SCRIPTED_MODE) return { line, skip: 'script' }
  const text = record.text.trim()
  if (text === '') return { line, skip: 'no-text' }
  let hashAt = modeEnd + 1
  for (let field = 2; field < 6; field += 1) hashAt = endOfField(p, hashAt) + 1
  const idAt = endOfField(p, hashAt) + 1
  const hash = detached(p.slice(hashAt, idAt - 1))
  const id = detached(p.slice(idAt, endOfField(p, idAt)))
  const account = textAttributeOf(record, 'uid') ?? (hash === '0' ? null : textOf(hash))
  const user = textAttributeOf(record, 'user') ?? account
  const messageId = id === '0' ? null : textOf(id)
  return one(line, { type: 'message', at: time * 1000, user, account, text, id: messageId })
}

/** Coins of free gifts: as the server names them, and as blrec writes them. */
const FREE_COINS: ReadonlySet<string | null> = new Set(['silver', '银瓜子'])

/** The price of one gift. Recorders note it in thousandths of a yuan; gifts for silver are free. */
function giftPrice(record: XmlRecord): Price | null {
  const raw = rawOf(record)
  const coins = textAttributeOf(record, 'cointype') ?? textOf(raw['coin_type'])
  const thousandths = numberOf(attributeOf(record, 'price')) ?? numberOf(raw['price'])
  if (FREE_COINS.has(coins)) return { hundredths: 0, currency: 'CNY' }
  return thousandths === null ? null : priceOf(thousandths / 1000, 'CNY')
}

/** `scUnits` is the number of units of a super chat's price in a yuan. */
function paid(record: XmlRecord, scUnits: number): LogRecord {
  const { name, line } = record
  const seconds = numberOf(attributeOf(record, 'ts'))
  if (seconds === null) return { line, skip: 'no-time' }
  const at = seconds * 1000
  const account = textAttributeOf(record, 'uid')
  const author = { user: textAttributeOf(record, 'user') ?? account, account }
  if (name === 'sc') {
    const units = numberOf(attributeOf(record, 'price'))
    const price = units === null ? null : priceOf(units / scUnits, 'CNY')
    const gift = { type: 'gift' as const, at, ...author, name: 'sc', count: 1, price }
    const text = textOf(record.text)?.trim() ?? null
    return { line, events: text === null ? [gift] : [{ type: 'message', at, ...author, text, id: null }, gift] }
  }
  const count = countOf(attributeOf(record, name === 'gift' ? 'giftcount' : 'count'))
  if (name === 'gift') {
    const title = textAttributeOf(record, 'giftname') ?? 'gift'
    return one(line, { type: 'gift', at, ...author, name: title, count, price: giftPrice(record) })
  }
  const level = attributeOf(record, 'level') ?? textOf(objectOf(rawOf(record))['guard_level']) ?? ''
  const price = priceOf(GUARD_YUAN[level], 'CNY')
  return one(line, { type: 'gift', at, ...author, name: `guard ${level}`.trim(), count, price })
}

/** The root `<i>` behind declarations and comments. Web pages have `<i>`, too. */
const ROOT = /^\s*(?:<[?!][^>]*>\s*)*<i[\s/>]/
const NAMES = ['d', 'gift', 'sc', 'guard', 'recorder']
/** blrec writes the prices of super chats in thousandths of a yuan, as those of gifts; BililiveRecorder in yuan. */
const BLREC_SC_UNITS = 1_000

/** Danmaku of Bilibili, as downloaded or written by live recorders (BililiveRecorder, blrec). */
export const bilibili: LogFormat = {
  name: 'bilibili-xml',
  title: 'Bilibili XML, also of live recorders',
  detect: (head) =>
    ROOT.test(head) || (/^\s*</.test(head) && /<d\s[^>]*\bp=|<(gift|sc|guard)\s[^>]*\bts=|<chatserver>/.test(head)),
  open: (sink) => {
    let scUnits = 1
    return new XmlRecords(sink, NAMES, (record) => {
      if (record.name === 'd') return danmaku(record)
      if (record.name !== 'recorder') return paid(record, scUnits)
      // blrec names itself before the first message.
      if (/^\s*blrec\b/.test(record.text)) scUnits = BLREC_SC_UNITS
      return { line: record.line, skip: 'notice' }
    })
  },
}
