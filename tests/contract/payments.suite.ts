import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentAdapter, PaymentOrder } from '#server/wallet/payments/adapter.ts'

export interface PaymentsUnderTest {
  readonly adapter: PaymentAdapter
  /** An order that the adapter does not know. */
  order(kind: PaymentOrder['kind']): PaymentOrder
  /** Lets the counterparty complete everything. */
  settle(): Promise<void>
  /** Number of payments that the counterparty has under a number. */
  paymentsOf(order: PaymentOrder): Promise<number>
}

/** What every payment adapter promises (docs/payments.md). */
export function paymentAdapterContract(name: string, open: () => Promise<PaymentsUnderTest>): void {
  describe(`payment adapter ${name}`, () => {
    let tested: PaymentsUnderTest
    beforeAll(async () => {
      tested = await open()
    })

    it('answers missing for an order that it has never received', async () => {
      expect(await tested.adapter.query(tested.order('deposit'))).toBe('missing')
    })

    it('opens a payment once per number, with the same instructions', async () => {
      const order = tested.order('deposit')
      const pay = await tested.adapter.create(order)
      expect(await tested.adapter.create(order)).toEqual(pay)
      expect(await tested.paymentsOf(order)).toBe(1)
      expect(await tested.adapter.query(order)).toBe('pending')
    })

    it('reports a claimed payment as paid, also after repeated claims', async () => {
      const order = tested.order('deposit')
      await tested.adapter.create(order)
      await tested.adapter.claim(order)
      await tested.adapter.claim(order)
      await tested.settle()
      expect(await tested.adapter.query(order)).toBe('paid')
      expect(await tested.paymentsOf(order)).toBe(1)
    })

    it('does not report a cancelled payment as paid', async () => {
      const order = tested.order('deposit')
      await tested.adapter.create(order)
      await tested.adapter.cancel(order)
      await tested.adapter.cancel(order)
      await tested.settle()
      expect(['pending', 'rejected']).toContain(await tested.adapter.query(order))
    })

    it('pays out once per number', async () => {
      const order = tested.order('withdraw')
      await tested.adapter.payOut(order)
      await tested.adapter.payOut(order)
      await tested.settle()
      expect(await tested.adapter.query(order)).toBe('paid')
      expect(await tested.paymentsOf(order)).toBe(1)
    })

    it('does not pay out after a cancellation that came in time', async () => {
      const order = tested.order('fastWithdraw')
      await tested.adapter.payOut(order)
      await tested.adapter.cancel(order)
      await tested.settle()
      expect(await tested.adapter.query(order)).not.toBe('paid')
    })

    it.each(['withdraw', 'fastWithdraw'] as const)(
      'does not pay out a %s that was cancelled before its number was known',
      async (kind) => {
        const order = tested.order(kind)
        await tested.adapter.cancel(order)
        await tested.adapter.payOut(order)
        await tested.settle()
        expect(await tested.adapter.query(order)).not.toBe('paid')
      },
    )
  })
}
