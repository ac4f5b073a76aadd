import { describe, expect, it } from 'vitest'
import { SHORT_KINDS, STORE_KINDS } from '../support/store.ts'
import { orderBenches } from './orders.ts'
import { runOrders } from './orders/run.ts'

describe('the bench of wallet orders', () => {
  it('requires 300 whole orders a second embedded, 500 on PostgreSQL, and 50 ms at half of it', () => {
    const bounds = orderBenches.map(({ name, figures }) => [name, figures['orders']?.atLeast, figures['p95']?.atMost])
    expect(bounds).toEqual(STORE_KINDS.map((kind) => [`orders-${kind}`, kind === 'pglite' ? 300 : 500, 50]))
  })

  it.each(SHORT_KINDS)('brings every order to its success on %s', async (kind) => {
    const measured = await runOrders(kind, { workers: 4, seconds: 0.5, rate: 20, members: 12 })
    expect(measured).toMatchObject({ failed: 0, differences: 0 })
    expect(measured.latencies).toHaveLength(10)
    expect(measured.perSecond).toBeGreaterThan(0)
  })
})
