import { describe, it } from 'vitest'
import { openTestStore, SHORT_KINDS } from '../../support/store.ts'
import { walkFunds } from '../../support/wallet-funds-walk.ts'
import { walkWallet } from '../../support/wallet-walk.ts'

describe.each(SHORT_KINDS)('random operations of the wallet on %s', (kind) => {
  it('I1-I10 hold for mixed operations, repetitions, webhooks and restarts', async () => {
    const store = await openTestStore(kind)
    try {
      await walkWallet(store, { operations: 200, crashEvery: 40, seed: 20_261_126 })
    } finally {
      await store.close()
    }
  })

  it('S7.69 S7.77 conversions and interest are exact for repetitions, days and restarts', async () => {
    const store = await openTestStore(kind)
    try {
      await walkFunds(store, { operations: 150, crashEvery: 50, seed: 20_261_126 })
    } finally {
      await store.close()
    }
  })
})
