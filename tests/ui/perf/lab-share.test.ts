import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LAB_DELIVERIES, LAB_LISTS, LAB_MAX_RATE, LAB_MAX_SECONDS, LAB_THREADS } from '#protocol/worker/lab.ts'
import { decodeLink, encodeLink, MAX_LINK_LENGTH, resultsCsv, resultsJson } from '#features/perf/engine/share.ts'
import { DEFAULT_SETTINGS, LAB_ENDS, type LabResult, type LabSummary } from '#features/perf/engine/summary.ts'

const weight = fc.integer({ min: 0, max: 100 })
const mix = fc
  .record({ text: weight, emoji: weight, reply: weight, sticker: weight, gift: weight, order: weight })
  .filter((shares) => Object.values(shares).some((share) => share > 0))
const settings = fc.record({
  rate: fc.integer({ min: 1, max: LAB_MAX_RATE }),
  seconds: fc.integer({ min: 1, max: LAB_MAX_SECONDS }),
  mix,
  duplicates: fc.integer({ min: 0, max: 50 }),
  withdrawals: fc.integer({ min: 0, max: 20 }),
  thread: fc.constantFrom(...LAB_THREADS),
  delivery: fc.constantFrom(...LAB_DELIVERIES),
  list: fc.constantFrom(...LAB_LISTS),
})
// JSON has no negative zero.
const figure = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0)
const known = fc.option(figure, { nil: null })
const count = fc.nat(10_000_000)
/** The same arbitrary for several properties. */
const each = <Name extends string, Value>(value: Value, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
const accounts = fc.record({
  ...each(count, 'generated', 'shown', 'folded', 'duplicates', 'withdrawn', 'released', 'wrong'),
  missing: fc.integer({ min: -1_000, max: 1_000 }).map((value) => value + 0),
})
const summary: fc.Arbitrary<LabSummary> = fc.record({
  settings,
  end: fc.constantFrom(...LAB_ENDS),
  ...each(figure, 'rate', 'framesPerSecond', 'blankFrames', 'rows'),
  ...each(known, 'p50', 'p95', 'p99', 'longTasks', 'longTaskMs', 'busy', 'heapMb'),
  accounts: fc.option(accounts, { nil: null }),
})
const shared = fc.record({ settings, summary: fc.option(summary, { nil: null }) })

describe('links of the lab', () => {
  it('return what was encoded', () => {
    fc.assert(
      fc.property(shared, (value) => {
        const hash = encodeLink(value)
        expect(hash.length).toBeLessThanOrEqual(MAX_LINK_LENGTH)
        expect(decodeLink(`#${hash}`)).toEqual({ type: 'read', shared: value })
      }),
    )
  })

  it('are refused without an exception for any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const read = decodeLink(`#lab1.${text}`)
        expect(read.type === 'refused' && ['format', 'values'].includes(read.reason)).toBe(true)
      }),
    )
  })

  it('are refused if they are too long, of another kind, or contain values out of range', () => {
    const refused = (hash: string) => {
      const read = decodeLink(hash)
      return read.type === 'refused' ? read.reason : read.type
    }
    const withSettings = (change: object) => encodeLink({ settings: { ...DEFAULT_SETTINGS, ...change }, summary: null })
    expect(refused(`lab1.${'A'.repeat(MAX_LINK_LENGTH)}`)).toBe('size')
    expect(refused('#section')).toBe('format')
    expect(refused('#lab1.bm90IGpzb24')).toBe('format')
    expect(refused(withSettings({ rate: LAB_MAX_RATE + 1 }))).toBe('values')
    expect(refused(withSettings({ rate: 1.5 }))).toBe('values')
    expect(refused(withSettings({ list: 'https://elsewhere.example' }))).toBe('values')
    expect(refused(withSettings({ mix: { ...DEFAULT_SETTINGS.mix, text: -1 } }))).toBe('values')
    expect(refused('')).toBe('none')
  })
})

const RESULT: LabResult = {
  id: 1,
  samples: [],
  log: null,
  summary: {
    settings: DEFAULT_SETTINGS,
    end: 'complete',
    rate: 1_000,
    p50: 12.5,
    p95: 20,
    p99: null,
    framesPerSecond: 60,
    blankFrames: 0,
    longTasks: null,
    longTaskMs: null,
    busy: 0.25,
    heapMb: 10,
    rows: 24,
    accounts: null,
  },
}

describe('exports of the lab', () => {
  it('write a CSV line per run, with empty cells for unknown figures', () => {
    const [header = '', line = '', end] = resultsCsv([RESULT]).split('\r\n')
    expect(end).toBe('')
    const cells = new Map(header.split(',').map((name, index) => [name, line.split(',')[index]]))
    expect(cells.get('chosenRate')).toBe('1000')
    expect(cells.get('thread')).toBe('worker')
    expect(cells.get('p95')).toBe('20')
    expect([cells.get('p99'), cells.get('longTasks'), cells.get('generated')]).toEqual(['', '', ''])
    expect(header.split(',').length).toBe(line.split(',').length)
    expect(resultsCsv([])).toBe('')
  })

  it('write JSON with the readings of each run', () => {
    const parsed: unknown = JSON.parse(resultsJson([RESULT], new Date(0), 'test'))
    expect(parsed).toMatchObject({ takenAt: '1970-01-01T00:00:00.000Z', runs: [{ p50: 12.5, samples: [] }] })
  })
})
