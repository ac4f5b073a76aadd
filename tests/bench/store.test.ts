import { describe, expect, it } from 'vitest'
import { storeBenches } from './store.ts'
import { readBack } from './store/read-back.ts'

const places = (...cids: readonly (string | null)[]) => cids.map((cid, index) => ({ seq: index + 1, cid }))

describe('the store bench', () => {
  it('settled 34 requires 2,000 messages per second without loss, duplicates, reordering or refusals', () => {
    for (const { figures } of storeBenches) {
      expect(figures).toMatchObject({
        passed: { atLeast: 1_980 },
        refused: { atMost: 0 },
        lost: { atMost: 0 },
        doubled: { atMost: 0 },
        'out of order': { atMost: 0 },
      })
    }
    expect(storeBenches.map(({ name }) => name)).toContain('store-pglite')
  })

  it('settled 34 compares the store with the acks of the senders', () => {
    const stored = places(null, 'a', 'b', null, 'c')
    const acknowledged = stored.filter(({ cid }) => cid !== null)
    expect(readBack(acknowledged, stored)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
  })

  it('settled 34 counts missing, duplicate and reordered entries', () => {
    const acknowledged = places('a', 'b', 'c')
    expect(readBack(acknowledged, places('a', 'b'))).toEqual({ lost: 1, doubled: 0, outOfOrder: 0 })
    expect(readBack(acknowledged, places('a', 'c', 'b'))).toEqual({ lost: 2, doubled: 0, outOfOrder: 1 })
    expect(readBack(acknowledged, places('a', 'b', 'c', 'c'))).toEqual({ lost: 0, doubled: 1, outOfOrder: 0 })
    const gap = places('a', 'b', 'c').filter(({ seq }) => seq !== 2)
    expect(readBack(acknowledged, gap)).toEqual({ lost: 1, doubled: 0, outOfOrder: 1 })
  })
})
