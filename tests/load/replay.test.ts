import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chatTextLength } from '#protocol/rules/chat-text.ts'
import { convert, Pseudonyms, readConvertOptions } from '#load/convert.ts'
import { GiftMapping, mappingTexts } from '#load/gift-mapping.ts'
import { openLogFile } from '#load/log-file.ts'
import type { LogEvent, LogGift, LogMessage } from '#load/readers/events.ts'
import type { LogAccount } from '#protocol/worker/lab-log.ts'
import { accountTexts } from '#load/readers/log-account.ts'
import { cutText, openReplay, type ReplayOptions } from '#load/readers/replay.ts'
import { Timeline } from '#load/readers/timeline.ts'
import { PROJECT_ROOT } from '../support/project.ts'

const PLAIN: ReplayOptions = { format: null, maxGapMs: null, spread: true }

function at(times: readonly number[]): LogMessage[] {
  return times.map((time, index) => ({
    type: 'message',
    at: time,
    user: null,
    account: null,
    text: `m${index}`,
    id: null,
  }))
}

function replayed(times: readonly number[], options: Partial<ReplayOptions> = {}) {
  const timeline = new Timeline({ ...PLAIN, ...options })
  const events = [...timeline.push(at(times)), ...timeline.end()]
  return { times: events.map((event) => event.at), events, report: timeline.report }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function read(
  text: string,
  options: Partial<ReplayOptions> = {},
): Promise<{ events: LogEvent[]; account: LogAccount }> {
  const replay = await openReplay(bytesOf(text), { ...PLAIN, ...options })
  const events: LogEvent[] = []
  for await (const batch of replay.batches) events.push(...batch)
  return { events, account: replay.account() }
}

describe('the clock of a replay', () => {
  it('sorts events and begins at the first one, also before the start of the stream', () => {
    const { times, events, report } = replayed([2_100, -500, 700.5])
    expect(times).toEqual([0, 1_200.5, 2_600])
    expect(events.map((event) => event.type === 'message' && event.text)).toEqual(['m1', 'm2', 'm0'])
    expect(report).toMatchObject({ disordered: 2, moved: 0, lastMs: 2_600 })
  })

  it('keeps equal times and the order of the file', () => {
    const { times, events } = replayed([10, 10, 10.5])
    expect(times).toEqual([0, 0, 0.5])
    expect(events.map((event) => event.type === 'message' && event.text)).toEqual(['m0', 'm1', 'm2'])
  })

  it('shortens quiet times to the given one and counts them', () => {
    const { times, report } = replayed([1, 100_001, 100_002, 131_002], { maxGapMs: 30_000 })
    expect(times).toEqual([0, 30_000, 30_001, 60_001])
    expect(report).toMatchObject({ gaps: 2, removedMs: 71_000 })
  })

  it('spreads the events of a second if the log has whole seconds', () => {
    expect(replayed([1_000, 1_000, 1_000, 1_000, 3_000]).times).toEqual([0, 250, 500, 750, 2_000])
    expect(replayed([1_000, 1_000, 1_000, 1_000, 3_000]).report.spread).toBe(3)
    expect(replayed([1_000, 1_000, 3_000], { spread: false }).times).toEqual([0, 0, 2_000])
    // One time with milliseconds: the log is exact.
    expect(replayed([1_000, 1_000, 1_001]).times).toEqual([0, 0, 1])
  })

  it('never goes back and loses nothing, for all logs', () => {
    const options = fc.record({ spread: fc.boolean(), maxGapMs: fc.option(fc.integer({ min: 1, max: 5_000 })) })
    const times = fc.oneof(
      fc.array(fc.integer({ min: -5, max: 50 }).map((second) => second * 1_000)),
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    )
    fc.assert(
      fc.property(times, options, (list, given) => {
        const { times: out, events } = replayed(list, given)
        expect(events).toHaveLength(list.length)
        expect(out.every((time, index) => time >= (out[index - 1] ?? 0) - 1e-6)).toBe(true)
        const { maxGapMs } = given
        if (maxGapMs !== null && !given.spread) {
          expect(out.every((time, index) => time - (out[index - 1] ?? time) <= maxGapMs + 1e-6)).toBe(true)
        }
      }),
    )
  })

  it('moves an event that is further behind than can be sorted, and counts it', () => {
    const { times, report } = replayed([...Array.from({ length: 60_000 }, (_, index) => index + 0.5), 0])
    expect(times).toHaveLength(60_001)
    expect(report).toMatchObject({ disordered: 1, moved: 0 })
    const timeline = new Timeline(PLAIN)
    for (let index = 0; index < 60_000; index += 1000) {
      timeline.push(at(Array.from({ length: 1_000 }, (_, more) => index + more + 0.5)))
    }
    timeline.push(at([0]))
    timeline.end()
    expect(timeline.report).toMatchObject({ disordered: 1, moved: 1 })
  })
})

describe('a log out of order', () => {
  it('is sorted as far as its events are late, and holds fewer events if they are not', () => {
    const timeline = new Timeline(PLAIN)
    const timesOut: number[] = []
    let held = 0
    for (let index = 0; index < 60_000; index += 1) {
      // From the middle on, every fiftieth event is two thousand events late.
      const isLate = index > 22_000 && index % 50 === 0
      timesOut.push(...timeline.push(at([isLate ? index - 2_000.5 : index + 0.5])).map((event) => event.at))
      if (index === 22_000) held = index + 1 - timesOut.length
    }
    timesOut.push(...timeline.end().map((event) => event.at))
    expect(held).toBeLessThanOrEqual(2_000)
    expect(timesOut).toHaveLength(60_000)
    expect(timesOut.every((time, index) => time >= (timesOut[index - 1] ?? 0))).toBe(true)
    // The first late events come when few events are held; from then on, more are.
    expect(timeline.report.disordered).toBe(759)
    expect(timeline.report.moved).toBeLessThan(60)
  })
})

describe('the account of a log', () => {
  it('has every record: used, and skipped with the lines of the first five', async () => {
    const damaged = Array.from({ length: 7 }, () => 'no json').join('\n')
    const { account } = await read(`{"t":1,"text":"a"}\n${damaged}\n{"t":2}\n{"t":3,"gift":"g","price":1}\n`)
    expect(account).toMatchObject({ format: 'jsonl', isComplete: true, read: 10, used: 2, messages: 1, gifts: 1 })
    expect(account.skipped).toEqual({
      damaged: { count: 7, lines: [2, 3, 4, 5, 6] },
      'no-text': { count: 1, lines: [9] },
    })
    expect(accountTexts(account)).toEqual([
      'log: jsonl, 10 records read, 2 used: 1 messages, 1 gifts, 0 deletions',
      'skipped: 7 damaged (lines 2, 3, 4, 5, 6, …); 1 without text (line 9)',
    ])
  })

  it('names what was done to the times', async () => {
    const { account } = await read('{"t":5000,"text":"a"}\n{"t":0,"text":"b"}\n{"t":5000,"text":"c"}\n', {
      maxGapMs: 1_000,
    })
    expect(accountTexts(account).slice(2)).toEqual([
      '1 events were out of order and were sorted',
      'the log has whole seconds: 1 events were spread within their second',
      '1 quiet times were shortened, by 4 s together',
    ])
  })

  it('of a log of which nothing can be used is the reason of its refusal', async () => {
    await expect(read('{"t":1}\n{"t":2}\nx')).rejects.toThrow(
      'nothing in it can be used: 3 records, read as jsonl; 1 cut off at the end of the file (line 3); 2 without text (lines 1, 2)',
    )
    await expect(read('<i></i>')).rejects.toThrow(/^nothing in it can be used: no records, read as bilibili-xml$/)
  })

  it('names the file and the reason in an error', async () => {
    await expect(openLogFile('/none.jsonl', PLAIN)).rejects.toThrow(/none\.jsonl cannot be read: ENOENT/)
    await expect(openLogFile(path.join(PROJECT_ROOT, 'package.json'), PLAIN)).rejects.toThrow(
      /The log .*package\.json cannot be used: its format is not known: it begins with/,
    )
  })

  it.each(['derby.jsonl', 'bilibili.xml', 'twitch.json'])(
    'of the sample %s has messages and no skipped record',
    async (name) => {
      const replay = await openLogFile(path.join(PROJECT_ROOT, 'load/logs', name), PLAIN)
      for await (const batch of replay.batches) expect(batch.length).toBeGreaterThan(0)
      expect(replay.account()).toMatchObject({ isComplete: true, skipped: {} })
      expect(replay.account().messages).toBeGreaterThan(100)
    },
  )
})

describe('a text that is too long for the room', () => {
  it('is cut between characters', async () => {
    const family = '👨‍👩‍👧'
    const { events, account } = await read(JSON.stringify({ t: 0, text: `${'a'.repeat(97)}${family}` }))
    expect(events).toMatchObject([{ text: 'a'.repeat(97) }])
    expect(account.shortened).toBe(1)
    expect(cutText(`${'a'.repeat(399)}😀`, 399)).toBe('a'.repeat(399))
  })

  it('is a beginning of whole characters with at most that many code points, for all texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 120 }), (text, max) => {
        const cut = cutText(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(chatTextLength(cut)).toBeLessThanOrEqual(max)
        expect(/\p{Surrogate}/u.test(cut)).toBe(false)
        if (chatTextLength(text) <= max) expect(cut).toBe(text)
      }),
    )
  })

  it('has no half characters', async () => {
    const { events } = await read('{"t":0,"text":"half \\ud83d"}')
    expect(events).toMatchObject([{ text: 'half \uFFFD' }])
  })
})

describe('a gift of a log', () => {
  const CATALOGUE = [
    { giftId: 1, giftName: '加油棒', giftPrice: 1, status: '1' as const },
    { giftId: 4, giftName: '战鼓', giftPrice: 99, status: '1' as const },
    { giftId: 6, giftName: '金杯', giftPrice: 1_888, status: '1' as const },
    { giftId: 7, giftName: '下架', giftPrice: 100, status: '0' as const },
  ]
  const gift = (hundredths: number | null, currency: string | null = 'CNY', count = 1): LogGift => ({
    type: 'gift',
    at: 0,
    user: null,
    account: null,
    name: '辣条',
    count,
    price: hundredths === null ? null : { hundredths, currency },
  })

  it('becomes the gift of the catalogue with the nearest price', () => {
    const mapping = new GiftMapping(CATALOGUE)
    expect(mapping.map(gift(10, 'CNY', 3))).toEqual({ giftId: 1, count: 3 })
    expect(mapping.map(gift(1_000))).toEqual({ giftId: 4, count: 1 })
    expect(mapping.map(gift(150, 'USD'))).toEqual({ giftId: 4, count: 1 })
    expect(mapping.map(gift(null))).toEqual({ giftId: 1, count: 1 })
  })

  it('that is worth more than the dearest one becomes several, up to what a member can buy', () => {
    const mapping = new GiftMapping(CATALOGUE)
    expect(mapping.map(gift(100_000))).toEqual({ giftId: 6, count: 5 })
    expect(mapping.map(gift(1_999_800))).toEqual({ giftId: 6, count: 10 })
    expect(mappingTexts(mapping.rows, 0)).toEqual([
      'gift: 辣条 1000.00 CNY → 金杯 (1888 coins), 1 times',
      'gift: 辣条 19998.00 CNY → 金杯 (1888 coins), 1 times, 1 times with a smaller count',
    ])
  })

  it('of a known currency has its value in yuan', () => {
    const mapping = new GiftMapping(CATALOGUE)
    expect(mapping.map(gift(2_000_000, 'COP'))).toEqual({ giftId: 4, count: 4 })
    expect(mapping.map(gift(3_000_000, 'VND'))).toEqual({ giftId: 4, count: 1 })
  })

  it('of an unknown currency becomes the cheapest one, and its line says why', () => {
    const mapping = new GiftMapping(CATALOGUE)
    expect(mapping.map(gift(2_000_000, 'XTS'))).toEqual({ giftId: 1, count: 1 })
    expect(mapping.map(gift(2_000_000, null, 2))).toEqual({ giftId: 1, count: 2 })
    expect(mappingTexts(mapping.rows, 0)).toEqual([
      'gift: 辣条 20000.00 XTS (currency not known, so the cheapest) → 加油棒 (1 coins), 1 times',
      'gift: 辣条 20000.00 (currency not known, so the cheapest) → 加油棒 (1 coins), 1 times',
    ])
  })

  it.each([
    ['₫50,000', '50000.00 VND'],
    ['₪20.00', '20.00 ILS'],
    ['COP 20,000.00', '20000.00 COP'],
    ['10,00 zł', '10.00 PLN'],
  ])('of yt-dlp with the price %s is one of %s', async (shown, price) => {
    const renderer = { id: 'p', purchaseAmountText: { simpleText: shown } }
    const actions = [{ addChatItemAction: { item: { liveChatPaidMessageRenderer: renderer } } }]
    const { events } = await read(JSON.stringify({ replayChatItemAction: { actions, videoOffsetTimeMsec: '0' } }))
    const mapping = new GiftMapping(CATALOGUE)
    for (const event of events) if (event.type === 'gift') mapping.map(event)
    expect(mapping.rows).toMatchObject([{ from: `paid message ${price}` }])
  })

  it('is refused by a catalogue without gifts', () => {
    expect(() => new GiftMapping([])).toThrow('no gift that can be sent')
  })
})

describe('convert', () => {
  it('writes JSON lines with stable pseudonyms that read as the same log', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-convert-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(PROJECT_ROOT, 'tests/load/corpus/twitch-irc.txt')
    const out = path.join(folder, 'out.jsonl')
    const account = await convert({ file, out, format: null, keepNames: false })
    expect(account).toMatchObject({ messages: 2, gifts: 1, deletions: 3 })
    const text = await readFile(out, 'utf8')
    expect(text).not.toMatch(/Ann|ann|Bo\b/)
    const again = await read(text, { spread: false })
    expect(again.account).toMatchObject({ format: 'jsonl', messages: 2, gifts: 1, deletions: 3, skipped: {} })

    const kept = path.join(folder, 'kept.jsonl')
    await convert({ file, out: kept, format: null, keepNames: true })
    expect(await readFile(kept, 'utf8')).toContain('"user":"Bo"')
  })

  it('replaces mentions of known names, and gives a name the same pseudonym in every log', () => {
    const [one, other] = [new Pseudonyms(), new Pseudonyms()]
    const ann = one.of('Ann')
    expect(other.of('Ann')).toBe(ann)
    expect(one.inText('@Ann, hello @unknown a@b')).toBe(`@${ann}, hello @unknown a@b`)
  })

  it('refuses to overwrite the log, and options that it does not know', async () => {
    expect(() => readConvertOptions(['a.jsonl', '--out', 'a.jsonl'])).toThrow('must not be the log itself')
    expect(() => readConvertOptions([])).toThrow('convert expects one log')
    expect(path.basename(readConvertOptions(['x/chat.live_chat.json.gz']).out)).toBe('chat.jsonl')
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-convert-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'a.jsonl')
    await writeFile(file, '{"t":0,"text":"a"}')
    await expect(convert({ file, out: path.join(folder, 'no/b'), format: null, keepNames: false })).rejects.toThrow(
      'ENOENT',
    )
  })
})
