import { readFile } from 'node:fs/promises'

/** A message of a recorded chat log: milliseconds since its start, the author if known, the text. */
export interface RecordedMessage {
  readonly t: number
  readonly user: string | null
  readonly text: string
}

/** Maximum length of a text of `demo.say`. */
const MAX_TEXT = 400

/**
 * Reads a recorded log; the format is detected by the content.
 *
 * @throws with the file name and the reason if the file is missing or malformed
 */
export async function readRecordedLog(file: string): Promise<RecordedMessage[]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The log ${file} cannot be read: ${error.code ?? error.message}`)
  })
  try {
    return parseRecordedLog(content)
  } catch (error) {
    throw new Error(`The log ${file} is malformed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Parses our JSON lines, Bilibili danmaku XML or Twitch VOD chat JSON; in time order, the first message at 0. */
export function parseRecordedLog(content: string): RecordedMessage[] {
  const start = content.trimStart().slice(0, 1)
  const messages =
    start === '<' ? parseBilibili(content) : isTwitch(content) ? parseTwitch(content) : parseJsonLines(content)
  if (messages.length === 0) throw new Error('it contains no messages')
  const sorted = messages.toSorted((one, other) => one.t - other.t)
  const first = sorted[0]?.t ?? 0
  return sorted.map((message) => ({ ...message, t: message.t - first, text: message.text.slice(0, MAX_TEXT) }))
}

/** JSON lines `{t (ms), user?, text}`; other fields are ignored. */
function parseJsonLines(content: string): RecordedMessage[] {
  return content.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1)]))
}

function parseLine(line: string, number: number): RecordedMessage {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`line ${number} is not JSON`)
  }
  const { t, user, text } = (value ?? {}) as Record<string, unknown>
  if (typeof t !== 'number' || !Number.isFinite(t)) throw new Error(`line ${number}: "t" must be milliseconds`)
  if (typeof text !== 'string' || text.trim() === '') throw new Error(`line ${number}: "text" is missing`)
  return { t, user: typeof user === 'string' && user !== '' ? user : null, text }
}

const DANMAKU = /<d\s+p="([^"]*)"[^>]*>([^<]*)<\/d>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** `<d p="seconds,mode,size,colour,sent at,pool,user hash,id">text</d>`. Scripted danmaku (mode 7 to 9) are no texts. */
function parseBilibili(content: string): RecordedMessage[] {
  return [...content.matchAll(DANMAKU)].flatMap(([, attribute = '', body = ''], index) => {
    const [seconds = '', mode = '1', , , , , user = ''] = attribute.split(',')
    const t = Number(seconds) * 1000
    if (seconds === '' || !Number.isFinite(t)) throw new Error(`danmaku ${index + 1}: the time in p="${attribute}"`)
    const text = unescapeXml(body).trim()
    return Number(mode) >= 7 || text === '' ? [] : [{ t, user: user === '' ? null : user, text }]
  })
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name: string) => {
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    if (Number.isInteger(code)) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    return ENTITIES[name] ?? whole
  })
}

/** A Twitch log is one object with `comments`; JSON lines have one object per line. */
function isTwitch(content: string): boolean {
  return /^\s*\{[\s\S]{0,100000}?"comments"\s*:\s*\[/.test(content)
}

interface TwitchComment {
  readonly content_offset_seconds?: unknown
  readonly commenter?: { readonly display_name?: unknown } | null
  readonly message?: { readonly body?: unknown }
}

function parseTwitch(content: string): RecordedMessage[] {
  const { comments } = JSON.parse(content) as { comments: readonly TwitchComment[] }
  return comments.flatMap(({ content_offset_seconds: seconds, commenter, message }, index) => {
    if (typeof seconds !== 'number') throw new Error(`comment ${index + 1}: "content_offset_seconds" must be a number`)
    if (typeof message?.body !== 'string') throw new Error(`comment ${index + 1}: "message.body" is missing`)
    const user = typeof commenter?.display_name === 'string' ? commenter.display_name : null
    return message.body.trim() === '' ? [] : [{ t: seconds * 1000, user, text: message.body }]
  })
}
