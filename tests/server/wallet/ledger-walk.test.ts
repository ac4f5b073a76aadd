import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { runWalk, walk } from '../../support/ledger-walk.ts'
import { openTestStore, SHORT_KINDS } from '../../support/store.ts'

describe.each(SHORT_KINDS)('random operations on the ledger on %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('Annex H I1 I2 I3 I4 I5 I7 hold for concurrent gifts, purchases, repetitions, changed repetitions and lost responses', async () => {
    await fc.assert(
      fc.asyncProperty(walk, (rounds) => runWalk(store, rounds)),
      { seed: 20_261_121, numRuns: 8, endOnFailure: true },
    )
  })
})
