import { describe, it } from 'vitest'
import { scaled } from '../../support/depth.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { walkFunds } from '../../support/wallet-funds-walk.ts'
import { walkWallet } from '../../support/wallet-walk.ts'

const OPERATIONS = scaled({ short: 500, full: 10_000 })

describe.each(STORE_KINDS)('a long walk of the wallet on %s', (kind) => {
  it(`I1-I10 hold over ${OPERATIONS} mixed operations with a crash every 100`, { timeout: 1_800_000 }, async () => {
    const store = await openTestStore(kind)
    try {
      await walkWallet(store, { operations: OPERATIONS, crashEvery: 100, seed: 7 })
    } finally {
      await store.close()
    }
  })

  it(`conversions and interest are exact over ${OPERATIONS} operations`, { timeout: 1_800_000 }, async () => {
    const store = await openTestStore(kind)
    try {
      await walkFunds(store, { operations: OPERATIONS, crashEvery: 100, seed: 11 })
    } finally {
      await store.close()
    }
  })
})
