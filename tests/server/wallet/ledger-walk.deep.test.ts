import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { scaled } from '../../support/depth.ts'
import { runWalk, walk } from '../../support/ledger-walk.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

/** A run has about 40 steps: the full one some 10,000 operations. */
const WALKS = scaled({ short: 25, full: 250 })

describe.each(STORE_KINDS)('many random operations on the ledger on %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it(`Annex H I1 I2 I3 I4 I5 I7 hold over ${WALKS} walks`, async () => {
    await fc.assert(
      fc.asyncProperty(walk, (rounds) => runWalk(store, rounds)),
      { seed: 7, numRuns: WALKS, endOnFailure: true },
    )
  })
})
