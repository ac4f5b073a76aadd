import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entrySchema } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { authorOf, checkEntry } from '#workers/feed/entries.ts'
import { entry } from './feed-support.ts'

const KINDS = Object.keys(MSG_TYPES) as MessageKind[]

/** Values of all types, near the limits of the schemas. */
const anything = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -2, max: 4 }),
  fc.double(),
  fc.string({ maxLength: 3 }),
  fc.integer({ min: 31, max: 202 }).map((length) => 'x'.repeat(length)),
  fc.array(fc.string({ maxLength: 2 }), { maxLength: 10 }),
  fc.record({ id: fc.string(), memberName: fc.string(), text: fc.string() }),
)

const FIELDS = [
  'id',
  'at',
  'content',
  'data',
  'cid',
  'venueName',
  'siteId',
  'siteSeries',
  'memberId',
  'memberName',
  'vipLevel',
  'userId',
  'level',
  'role',
]
const DATA_FIELDS = ['text', 'reply', 'mentions']

function without(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
}

describe('shape of entries', () => {
  it('S3.22 is checked for texts as the schema does, for any changed field', () => {
    const good = entry('text', { text: '好球' }, { cid: 'cid-00001' }) as unknown as Record<string, unknown>
    const change = fc.record({
      field: fc.constantFrom(...FIELDS),
      value: anything,
      dataField: fc.constantFrom(...DATA_FIELDS),
      dataValue: anything,
      isDataChanged: fc.boolean(),
    })
    const schema = entrySchema('text')
    let accepted = 0
    fc.assert(
      fc.property(change, ({ field, value, dataField, dataValue, isDataChanged }) => {
        const data = isDataChanged ? without({ text: '好球', [dataField]: dataValue }) : { text: '好球' }
        const changed = without({ ...good, data, [field]: field === 'data' && isDataChanged ? data : value })
        // Only an empty id is refused by the feed and accepted by the schema.
        const expected = schema.safeParse(changed).success && changed['id'] !== ''
        const actual = checkEntry(JSON.parse(JSON.stringify(changed)) as unknown)
        const survivesJson = schema.safeParse(JSON.parse(JSON.stringify(changed))).success
        expect(actual !== null).toBe(expected && survivesJson)
        if (actual) accepted += 1
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('is checked without exceptions for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => checkEntry(value)).not.toThrow()
      }),
      { numRuns: 1_000 },
    )
  })

  it('is known for all kinds on the wire only', () => {
    expect(KINDS).toHaveLength(16)
    const base = entry('text', { text: 'x' }) as unknown as Record<string, unknown>
    for (const msgType of [0, 17, -1, 1.5, '1', null]) expect(checkEntry({ ...base, content: { msgType } })).toBeNull()
  })

  it('has an author only if all author fields are present', () => {
    const whole = checkEntry(entry('text', { text: 'x' }))!
    expect(authorOf(whole.entry)).toMatchObject({ userId: 'u-1', memberName: '看客', vipLevel: 1 })
    const { memberName: _, ...rest } = entry('status', { viewers: 3 })
    expect(authorOf(checkEntry(rest)!.entry)).toBeNull()
  })
})
