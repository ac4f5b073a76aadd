import { type LogFormat, type LogRecord, numberOf, textOf } from './events.ts'
import { one } from './lines.ts'
import { XmlRecords } from './xml.ts'
import { attributeOf, textAttributeOf, type XmlRecord } from './xml-record.ts'

const NAMES = ['chat']
/** Premium levels of the system and the broadcaster; their texts are commands such as `/gift`. */
const FIRST_SYSTEM_LEVEL = 2

/** `/gift ID ACCOUNT "NAME" POINTS "" "GIFT"`; one point is one yen. */
function commandRecord(text: string, at: number, line: number): LogRecord {
  const [, account = '', user = '', points = '', name = ''] =
    /^\/gift \S+ (\S+) "([^"]*)" (\d+) "[^"]*" "([^"]*)"/.exec(text) ?? []
  if (name === '') return { line, skip: 'notice' }
  const price = { hundredths: Number(points) * 100, currency: 'JPY' }
  return one(line, {
    type: 'gift',
    at,
    user: textOf(user),
    account: account === 'NULL' ? null : account,
    name,
    count: 1,
    price,
  })
}

/** `vpos` is in hundredths of a second. Without it, the time is `date` and `date_usec` from the first one. */
function recordOf(record: XmlRecord, zero: (at: number) => number): LogRecord {
  const { text, line } = record
  const vpos = numberOf(attributeOf(record, 'vpos'))
  const date = numberOf(attributeOf(record, 'date'))
  const dated = date === null ? null : zero(date * 1000 + (numberOf(attributeOf(record, 'date_usec')) ?? 0) / 1000)
  const at = vpos === null ? dated : vpos * 10
  if (at === null) return { line, skip: 'no-time' }
  const spoken = textOf(text)?.trim() ?? null
  if (spoken === null) return { line, skip: 'no-text' }
  if (spoken.startsWith('/') && (numberOf(attributeOf(record, 'premium')) ?? 0) >= FIRST_SYSTEM_LEVEL) {
    return commandRecord(spoken, at, line)
  }
  const account = textAttributeOf(record, 'user_id')
  const user = textAttributeOf(record, 'name') ?? account
  return one(line, { type: 'message', at, user, account, text: spoken, id: textAttributeOf(record, 'no') })
}

/** Comments of Niconico: `<packet>` with `<chat vpos date user_id>`. */
export const niconico: LogFormat = {
  name: 'niconico-xml',
  title: 'Niconico XML',
  detect: (head) => /^\s*</.test(head) && /<packet[\s>]|<chat\s[^>]*(vpos|date)=/.test(head),
  open: (sink) => {
    let first: number | null = null
    return new XmlRecords(sink, NAMES, (record) => recordOf(record, (at) => at - (first ??= at)))
  },
}
