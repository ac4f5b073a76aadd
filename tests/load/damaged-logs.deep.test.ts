import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corpusFile, GOLDEN, recordsInParts, recordsOf, short } from './corpus.ts'

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

  it('of XML gives the same records in parts of any size', () => {
    const tags = `<d p="1,2">|<d p='3,1' user="a>b">|<d p="9,1"/>|<d p=5 user>|</d>|</ d>|</d >|<b q="1">|</b>|</i>`
    const marks = '<![CDATA[x & <y>]]>|<![CDATA[|]]>|<!-- c -->|<!-- a </d>\n<d> -->|<?pi </d> ?>|<!DOCTYPE a>'
    const rest = `<gift ts="1" user="&quot;" />|<d user="no end>\n<d p="1">|text| a &amp; b |好😂|\n|<|>|"|'|&|/|</|a=`
    const pieces = [tags, marks, rest].flatMap((list) => list.split('|'))
    const parts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 })
    fc.assert(
      fc.property(parts, fc.constantFrom(1, 2, 5, 17), (chosen, size) => {
        const bytes = new TextEncoder().encode(`<i>${chosen.join('')}</i>`)
        expect(recordsInParts(bytes, 'bilibili-xml', size)).toEqual(recordsInParts(bytes, 'bilibili-xml', 65_536))
      }),
      { numRuns: 3_000 },
    )
  })

  it('of a Twitch log gives the same records in parts of any size', () => {
    const comments = Array.from({ length: 12 }, (_, index) => ({
      _id: `c${index}`,
      content_offset_seconds: index,
      message: { body: `m${index} }},{"_id":"x`, user_badges: index % 3 === 0 ? [] : [{ _id: 'b' }, { _id: 'c' }] },
      ...(index % 4 === 0 ? { tail: [] } : {}),
    }))
    const mutation = fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\x\n'.split('')))
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 })
    const length = fc.double({ min: 0.5, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(0, 2), mutations, length, (indent, changes, share) => {
        const bytes = new TextEncoder().encode(JSON.stringify({ comments }, null, indent))
        for (const [at, character] of changes) bytes[at % bytes.length] = character.charCodeAt(0)
        const part = bytes.subarray(0, Math.ceil(bytes.length * share))
        // In parts of one byte, no object is cut at a separator.
        const records = recordsInParts(part, 'twitch-json', 1)
        for (const size of [97, 65_536]) expect(recordsInParts(part, 'twitch-json', size)).toEqual(records)
      }),
      { numRuns: 300 },
    )
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
