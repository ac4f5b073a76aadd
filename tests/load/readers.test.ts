import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogEvent, LogRecord } from '#load/readers/events.ts'
import { LOG_FORMATS, openLog } from '#load/readers/read-log.ts'
import { PROJECT_ROOT } from '../support/project.ts'

const corpusFile = (name: string): Uint8Array => readFileSync(path.join(PROJECT_ROOT, 'tests/load/corpus', name))

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function recordsOf(
  bytes: Uint8Array | string,
  { chunk = 65_536, format = null as string | null } = {},
): Promise<{ format: string; records: LogRecord[] }> {
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const log = await openLog(inChunks(data, chunk), format)
  const records: LogRecord[] = []
  for await (const batch of log.batches) records.push(...batch)
  return { format: log.format.name, records }
}

/** Events in short: time, kind, author and content; skipped records as `line: reason`. */
function short(records: readonly LogRecord[]): string[] {
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
const GOLDEN: Readonly<Record<string, { format: string; events: readonly string[] }>> = {
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

describe('the corpus of recorded logs', () => {
  it.each(Object.entries(GOLDEN))('%s is read exactly', async (name, { format, events }) => {
    const read = await recordsOf(corpusFile(name))
    expect(read.format).toBe(format)
    expect(short(read.records)).toEqual(events)
  })

  it.each(Object.keys(GOLDEN))('%s has the same records in parts of any size', async (name) => {
    const bytes = corpusFile(name)
    const { records } = await recordsOf(bytes)
    for (const chunk of [1, 7, 64]) expect((await recordsOf(bytes, { chunk })).records).toEqual(records)
  })

  it.each(Object.keys(GOLDEN))('%s is read with a byte order mark, as UTF-16 and compressed', async (name) => {
    const bytes = corpusFile(name)
    const { records } = await recordsOf(bytes)
    const text = new TextDecoder().decode(bytes)
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
    const forms = [
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      little,
      Buffer.from(text, 'utf16le'),
      Buffer.from(little).swap16(),
      gzipSync(bytes),
      gzipSync(little),
    ]
    for (const form of forms) expect((await recordsOf(form)).records).toEqual(records)
  })

  it('has a file of every format', () => {
    const known = new Set(Object.values(GOLDEN).map(({ format }) => format))
    expect([...known].toSorted()).toEqual(LOG_FORMATS.map(({ name }) => name).toSorted())
  })
})

describe('a file that is no log', () => {
  it('is refused with the reason', async () => {
    await expect(recordsOf('')).rejects.toThrow('it is empty')
    await expect(recordsOf('[12:00] <ann> hello')).rejects.toThrow(
      'its format is not known: it begins with "[12:00] <ann> hello"',
    )
    await expect(recordsOf('{"t":1,"text":"a"}', { format: 'none' })).rejects.toThrow(
      'there is no format none; known are',
    )
  })

  it('is read as the format that is forced', async () => {
    expect(short((await recordsOf('{"text":"a","at":1}', { format: 'jsonl' })).records)).toEqual(['line 1: no-time'])
  })
})

const LINE_FORMATS = new Set(['yt-dlp', 'twitch-irc', 'jsonl'])
const isReported = (reasons: ReadonlySet<string>): boolean => reasons.has('damaged') || reasons.has('truncated')

/** The numbers of the lines that are not blank. */
function linesOf(bytes: Uint8Array): number[] {
  const lines = new TextDecoder().decode(bytes).split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]))
}

describe('damage', () => {
  it('costs one record of 100,000, named by its line', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `{"t":${index},"text":"message ${index}"}`)
    lines[54_321] = '{"t":5,"text":"mess'
    const { records } = await recordsOf(lines.join('\n'))
    expect(records).toHaveLength(100_000)
    expect(short(records.filter((record) => 'skip' in record))).toEqual(['line 54322: damaged'])
  })

  it('of a quote in a Twitch log without line breaks loses the damaged comments only', async () => {
    const comments = Array.from({ length: 2_000 }, (_, index) =>
      JSON.stringify({
        _id: `c${index}`,
        content_offset_seconds: index,
        message: { body: `m${index} {[`, emoticons: [{ _id: '1' }] },
      }),
    )
    comments[700] = (comments[700] ?? '').replace('"m700', 'm700')
    comments[1_999] = (comments[1_999] ?? '').replace('"message"', '"message')
    const { records } = await recordsOf(`{"comments":[${comments.join(',')}]}`)
    const read = records.flatMap((record) => ('events' in record ? record.events : []))
    expect(read).toHaveLength(1_998)
    expect(records.filter((record) => 'skip' in record).map((record) => record.skip)).toContain('damaged')
  })

  it('of an attribute without end does not hold the rest of the file', async () => {
    const rest = `<d p="2,1,25,0,0,0,h,1">ok</d>\n`.repeat(300_000)
    const { records } = await recordsOf(`<i><d p="1,1,25,0,0,0,h,1" user='>text</d>\n${rest}</i>`)
    const used = records.filter((record) => 'events' in record).length
    expect(used).toBeGreaterThan(50_000)
    expect(records.filter((record) => 'skip' in record).map((record) => record.skip)).toContain('too-long')
  })

  it('by truncation or mutation ends with a count and is never silent', async () => {
    const names = Object.keys(GOLDEN)
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name, (await recordsOf(corpusFile(name))).records.length)
    const damage = fc.record({
      name: fc.constantFrom(...names),
      cut: fc.double({ min: 0.3, max: 1, noNaN: true }),
      mutations: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 32, max: 126 })), { maxLength: 3 }),
      isCompressed: fc.boolean(),
      chunk: fc.constantFrom(1, 13, 65_536),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ name, cut, mutations, isCompressed, chunk }) => {
        const bytes = Uint8Array.from(corpusFile(name))
        for (const [at, byte] of mutations) bytes[at % bytes.length] = byte
        const all = isCompressed ? gzipSync(bytes) : bytes
        const part = all.subarray(0, Math.ceil(all.length * cut))
        const format = GOLDEN[name]?.format ?? ''
        const { records } = await recordsOf(part, { chunk, format })
        expect(records.length).toBeGreaterThan(0)
        const reasons = new Set(records.flatMap((record) => ('skip' in record ? [record.skip] : [])))
        const lines = LINE_FORMATS.has(format) && !isCompressed ? linesOf(part) : null
        // A text that ends between two lines is complete for everybody.
        if (lines !== null) expect([...new Set(records.map(({ line }) => line))]).toEqual(lines)
        else if (records.length < (counts.get(name) ?? 0) || cut < 0.9) expect(isReported(reasons)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
