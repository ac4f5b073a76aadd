import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { LogEvent, LogRecord } from '#load/readers/events.ts'
import { formatNamed, openLog } from '#load/readers/read-log.ts'
import { PROJECT_ROOT } from '../support/project.ts'

export const corpusFile = (name: string): Uint8Array => readFileSync(path.join(PROJECT_ROOT, 'tests/load/corpus', name))

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function recordsOf(
  bytes: Uint8Array | string,
  { chunk = 65_536, format = null as string | null } = {},
): Promise<{ format: string; records: LogRecord[] }> {
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const log = await openLog(inChunks(data, chunk), format)
  const records: LogRecord[] = []
  for await (const batch of log.batches) records.push(...batch)
  return { format: log.format.name, records }
}

/** The records of a file that arrives in parts of this size; `recordsOf` joins the parts of the first 256 KB. */
export function recordsInParts(bytes: Uint8Array, formatName: string, size: number): LogRecord[] {
  const records: LogRecord[] = []
  const parser = formatNamed(formatName).open((record) => records.push(record))
  for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size))
  parser.end(true)
  return records
}

/** Events in short: time, kind, author and content; skipped records as `line: reason`. */
export function short(records: readonly LogRecord[]): string[] {
  return records.flatMap((record) =>
    'skip' in record ? [`line ${record.line}: ${record.skip}`] : record.events.map(shortEvent),
  )
}

function shortEvent(event: LogEvent): string {
  if (event.type === 'deletion') return `${event.at} delete ${JSON.stringify(event.target)}`
  const author = `${event.user ?? '-'}/${event.account ?? '-'}`
  if (event.type === 'message') return `${event.at} ${author} ${event.id ?? '-'}: ${event.text}`
  const price = event.price === null ? '?' : `${event.price.hundredths} ${event.price.currency ?? '?'}`
  return `${event.at} ${author} gives ${event.count} ${event.name} at ${price}`
}

/** Each file of the corpus with its format and its events. */
export const GOLDEN: Readonly<Record<string, { format: string; events: readonly string[] }>> = {
  'youtube-live-chat.txt': {
    format: 'yt-dlp',
    events: [
      '-65000 Early/UC0 m0: before the start',
      '1500 Ann/UC1 m1: goal :ball:😂',
      'line 3: repeat',
      '2000 Bo/UC2 m2: well done',
      '2000 Bo/UC2 gives 1 paid message at 100000 JPY',
      'line 4: notice',
      'line 5: damaged',
      '3000 delete {"id":"m1"}',
      '3000 delete {"account":"UC2"}',
    ],
  },
  'chat-downloader-array.txt': {
    format: 'chat-downloader',
    events: [
      '-12500 Ann/a1 m1: hello',
      '3000 Bo/a2 m2: thanks',
      '3000 Bo/a2 gives 1 paid_message at 500 USD',
      'line 12: repeat',
      'line 13: damaged',
      '5000 Di/- m5: after',
    ],
  },
  'chat-downloader-lines.txt': {
    format: 'chat-downloader',
    events: ['0 Ann/a1 m1: no offset', '1250 Ann/a1 m2: later'],
  },
  'niconico.xml': {
    format: 'niconico-xml',
    events: [
      'line 3: notice',
      '1230 u1/u1 1: すごい & 速い',
      '-500 u2/u2 2: 最初',
      '2000 花子/77 gives 1 花束 at 30000 JPY',
      'line 7: notice',
      'line 8: no-text',
    ],
  },
  'twitch-irc.txt': {
    format: 'twitch-irc',
    events: [
      '0 Ann /ann m1: hello : there',
      '500 Bo/bo m2: cheer250 nice',
      '500 Bo/bo gives 1 bits at 250 USD',
      'line 3: notice',
      '1000 delete {"id":"m1"}',
      '2000 delete {"account":"bo"}',
      '3000 delete "all"',
      'line 7: no-time',
    ],
  },
  'twitch-irc-subscriptions.txt': {
    format: 'twitch-irc',
    events: ['0 Cy/cy n1: ten months!', 'line 2: repeat', '200 Cy/cy gives 1 subscription at ?', 'line 4: notice'],
  },
  'youtube-notices.txt': {
    format: 'yt-dlp',
    events: ['line 1: notice', '1000 Cy/UC3 e2: a year!', 'line 3: notice', 'line 4: notice'],
  },
  'chat-downloader-bits.txt': {
    format: 'chat-downloader',
    events: ['2000 ann/1 b1: cheer100 go', '2000 ann/1 gives 1 bits at 100 USD'],
  },
  'chat-downloader-bans.txt': {
    format: 'chat-downloader',
    events: [
      '1500 Ann/UC1 m1: spam',
      '2000 delete {"id":"m1"}',
      '2500 delete {"account":"UC1"}',
      '2500 delete {"account":"UC2"}',
      '2500 delete {"id":"m3"}',
      'line 6: notice',
      'line 7: notice',
      'line 8: notice',
      'line 9: notice',
      'line 10: notice',
      'line 11: repeat',
      'line 12: notice',
      '6000 Cy/UC3 gives 5 membership at ?',
    ],
  },
  'chat-downloader-twitch.txt': {
    format: 'chat-downloader',
    events: [
      'line 1: no-time',
      '0 ann/1 t1: spam',
      '1000 delete {"account":"1"}',
      '2000 delete {"id":"t2"}',
      'line 5: notice',
      '3000 cy/3 t3: ten months!',
      '4000 delete "all"',
    ],
  },
  'twitch-irc-times.txt': {
    format: 'twitch-irc',
    events: ['0 Ann/ann m1: [hello] : there', 'line 2: notice', '2000 delete {"account":"ann"}'],
  },
  'twitch-irc-directions.txt': {
    format: 'twitch-irc',
    events: ['0 Ann/ann m1: <3 this', 'line 2: notice', 'line 3: notice'],
  },
  'recorder.xml': {
    format: 'bilibili-xml',
    events: [
      'line 3: notice',
      '500 观众/77 -: 好球！',
      '1250 观众/77 gives 3 辣条 at 10 CNY',
      '1500 乙/- gives 1 小心心 at 0 CNY',
      '2000 丙/9 -: 这球绝了',
      '2000 丙/9 gives 1 sc at 3000 CNY',
      '3000 丁/8 gives 1 guard 3 at 19800 CNY',
    ],
  },
  'blrec.xml': {
    format: 'bilibili-xml',
    events: [
      'line 3: notice',
      'line 4: notice',
      'line 7: notice',
      '500 观众/77 11: 好球！',
      '1000 观众/77 gives 3 辣条 at 0 CNY',
      '1500 丙/9 gives 2 牛哇 at 10 CNY',
      '2000 丙/9 -: 这球绝了',
      '2000 丙/9 gives 1 sc at 3000 CNY',
      '3000 丁/8 gives 1 guard 3 at 19800 CNY',
      'line 14: notice',
    ],
  },
  'awkward.xml': {
    format: 'bilibili-xml',
    events: [
      '300 a/h1 1: attribute order',
      '400 h2/h2 2: single quotes',
      '500 h3/h3 3: 1 < 2 &amp; "3"',
      '600 a>b/h4 4: raw bracket 好',
      'line 5: script',
      'line 6: no-time',
      'line 7: damaged',
      '900 h7/h7 7: after',
    ],
  },
  'twitch-embedded-first.txt': {
    format: 'twitch-json',
    events: ['1000 Ann/1 c1: one', '1000 -/- c2: two', '1000 -/- gives 1 bits at 100 USD', 'line 4: no-time'],
  },
  'own-lines.txt': {
    format: 'jsonl',
    events: [
      '2000 -/- -: 后',
      '1500 a/1 m1: 先',
      '1600 b/- gives 2 鼓 at 990 CNY',
      '1700 delete {"id":"m1"}',
      'line 6: no-text',
    ],
  },
}
