import { describe, it } from 'vitest'
import { scaled } from '../support/depth.ts'
import { openTestStore, STORE_KINDS } from '../support/store.ts'
import { walkWallet } from '../support/wallet-walk.ts'

const OPERATIONS = scaled({ short: 1_000, full: 10_000 })

describe.each(STORE_KINDS)('a long walk of the wallet on %s', (kind) => {
  it(`I1-I7 hold over ${OPERATIONS} operations with a crash every 100`, { timeout: 1_800_000 }, async () => {
    const store = await openTestStore(kind)
    try {
      await walkWallet(store, { operations: OPERATIONS, crashEvery: 100, seed: 7 })
    } finally {
      await store.close()
    }
  })
})
