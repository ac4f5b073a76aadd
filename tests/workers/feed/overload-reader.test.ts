import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { isHighVip, MSG_TYPES } from '#protocol/room/kinds.ts'
import { overloadReader, SKIPPED, SKIPPED_HIGH } from '#workers/feed/frame-reader.ts'
import { entry, FeedBench, order } from './feed-support.ts'

const ME = 'me'
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('"}},{"id":"', '\\', '{"vipLevel":9}', '","userId":"me', ']', '\u2028', '😀', '\\"'),
)

/** Entries besides droppable texts. */
const others: readonly ((id: string, text: string) => Entry)[] = [
  (id, text) => entry('text', { text }, { id, vipLevel: 7 }),
  (id, text) => entry('text', { text, mentions: [ME] }, { id }),
  (id, text) => entry('text', { text }, { id, userId: ME }),
  (id, text) => entry('text', { text, reply: { id: 'e', memberName: text.slice(0, 30), text } }, { id }),
  (id) => order(id),
  (id, text) => entry('system', { text }, { id }),
  (id) => entry('delete', { ids: ['a', 'b'] }, { id }),
]
const notice = (id: string) => ({ id, category: 0, pmdTimerStart: null, pmdTimerEnd: null, content: '公告' })
const crowd = (id: string, text: string) => entry('text', { text }, { id, vipLevel: 2 })
const line = fc.record({ kind: fc.option(fc.nat(others.length - 1), { freq: 12, nil: null }), text: words })
const flood = fc
  .array(line, { minLength: 200, maxLength: 400 })
  .map((lines) =>
    lines.map(({ kind, text }, index) =>
      (kind === null ? crowd : others[kind]!)(`e-${index}`, `${text}${'球'.repeat(9)}`),
    ),
  )

/** The queue of a droppable text, or null. */
function queueOf(one: unknown): 'low' | 'high' | null {
  const { content, data, userId, vipLevel = 0 } = one as Entry
  if (content.msgType !== 1 || 'mentions' in data || userId === ME) return null
  return isHighVip(vipLevel) ? 'high' : 'low'
}

const isUnread = (one: unknown) => one === SKIPPED || one === SKIPPED_HIGH

const read = (json: string, owner: string | null = ME) => overloadReader(owner)(json) as unknown[]

describe('overload reader', () => {
  it('settled 17: returns the result of JSON.parse, except texts followed by a full batch of their queue', () => {
    fc.assert(
      fc.property(flood, (entries) => {
        const json = JSON.stringify(entries)
        const got = read(json)
        const whole = JSON.parse(json) as unknown[]
        expect(got).toHaveLength(entries.length)
        for (const [index, one] of got.entries()) {
          if (!isUnread(one)) {
            expect(one).toEqual(whole[index])
            continue
          }
          const queue = queueOf(whole[index])
          expect(queue).not.toBeNull()
          expect(one).toBe(queue === 'high' ? SKIPPED_HIGH : SKIPPED)
          const behind = got.slice(index).filter((other) => !isUnread(other) && queueOf(other) === queue)
          expect(behind.length).toBeGreaterThanOrEqual(FEED_MAX_TEXT_ROWS_PER_BATCH)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('settled 17: parses one batch of many texts of others', () => {
    const entries = Array.from({ length: 1_600 }, (_, index) => crowd(`e-${index}`, `第${index}句 "好球" \\ {}`))
    const built = read(JSON.stringify(entries)).filter((one) => !isUnread(one))
    expect(built).toEqual(entries.slice(-FEED_MAX_TEXT_ROWS_PER_BATCH))
  })

  it('settled 17: parses own texts at any position', () => {
    const entries = Array.from({ length: 300 }, (_, index) => crowd(`e-${index}`, `第${index}句`.repeat(5)))
    entries[3] = entry('text', { text: '我说的' }, { id: 'own', userId: ME })
    expect(read(JSON.stringify(entries))[3]).toEqual(entries[3])
    expect(read(JSON.stringify(entries), null)[3]).toBe(SKIPPED)
  })

  it('settled 17: shows all lossless entries of a large frame; shown + dropped = sent', () => {
    fc.assert(
      fc.property(flood, (entries) => {
        const bench = new FeedBench()
        bench.feed.setOwner(ME)
        bench.push(read(JSON.stringify(entries)))
        bench.drain()
        const { rows, dropped, counters } = bench
        expect(rows.length + dropped + counters.stateOnly + counters.superseded).toBe(entries.length)
        const shown = new Set(rows.map((row) => row.id))
        for (const { id, data, userId, content } of entries) {
          const isRetained = userId === ME || 'mentions' in data || content.msgType === MSG_TYPES.order
          if (isRetained) expect(shown.has(id), id).toBe(true)
        }
        expect(counters).toMatchObject({ entriesReceived: entries.length, rowsDropped: dropped, malformed: 0 })
        const high = entries.filter((one) => isHighVip(one.vipLevel))
        expect(counters.rowsDroppedHigh).toBe(high.filter(({ id }) => !shown.has(id)).length)
      }),
      { numRuns: 60 },
    )
  })

  it('S4.30 shows a skipped text once if it is sent again with another number', () => {
    const bench = new FeedBench()
    const many = Array.from({ length: 200 }, (_, index) => crowd(`e-${index}`, '好球'.repeat(20)))
    const given = read(JSON.stringify(many))
    expect(given[0]).toBe(SKIPPED)
    bench.push(given)
    bench.push([many[0]])
    bench.push([many[0]])
    expect(bench.rows.filter((row) => row.id === 'e-0')).toHaveLength(1)
    expect(bench.counters.duplicates).toBe(1)
  })

  it('reads an entry that contains a list of objects with ids as one entry', () => {
    const entries = Array.from({ length: 300 }, (_, index) => crowd(`e-${index}`, `第${index}句`.repeat(5)))
    // No kind has one today.
    entries[7] = { ...crowd('m', ''), content: { msgType: 9 }, data: { items: [notice('a'), notice('b')] } } as never
    expect(read(JSON.stringify(entries))).toEqual(entries)
  })

  it('behaves like JSON.parse for anything that is not a list of entries', () => {
    const long = JSON.stringify(Array.from({ length: 300 }, (_, index) => crowd(`e-${index}`, '好'.repeat(20))))
    const broken = fc.tuple(fc.nat(long.length - 1), fc.constantFrom('"', '{', '}', ',', ']', '\\', 'x', ''))
    const outcome = (parse: (json: string) => unknown, json: string) => {
      try {
        return { value: parse(json) }
      } catch (error) {
        return { error: error instanceof SyntaxError }
      }
    }
    fc.assert(
      fc.property(broken, ([at, put]) => {
        const json = long.slice(0, at) + put + long.slice(at + 1)
        const got = outcome((text) => read(text), json)
        const whole = outcome(JSON.parse, json)
        // Skipped texts are not parsed, so a frame may be readable although its JSON is invalid.
        if ('error' in got) expect(whole).toHaveProperty('error')
        else if ('value' in whole) expect((got.value as unknown[]).length).toBe((whole.value as unknown[]).length)
      }),
      { numRuns: 400 },
    )
    for (const json of ['[]', '{}', '7', 'null', '[7,8]', `[${'7,'.repeat(20_000)}7]`, `"${'x'.repeat(20_000)}"`]) {
      expect(read(json)).toEqual(JSON.parse(json))
    }
  })
})
