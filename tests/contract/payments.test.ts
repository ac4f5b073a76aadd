import { sql } from 'drizzle-orm'
import { afterAll } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { DemoBank } from '#server/wallet/payments/demo-bank.ts'
import { openTestStore, testClock } from '../support/store.ts'
import { WEBHOOK_SECRET } from '../support/wallet.ts'
import { paymentAdapterContract } from './payments.suite.ts'

let store: Database | null = null
afterAll(() => store?.close())

paymentAdapterContract('demo bank', async () => {
  const opened = await openTestStore()
  store = opened
  const clock = testClock()
  let number = 0
  return {
    adapter: new DemoBank(opened, { now: clock.now, secret: WEBHOOK_SECRET }),
    order(kind) {
      number += 1
      const orderNo = `${kind === 'deposit' ? 'D' : 'W'}261121${String(number).padStart(10, '0')}`
      return { orderNo, kind, memberId: 'member', currency: 'CNY', amount: 100_00, chain: '' }
    },
    settle: () => Promise.resolve(clock.move(60_000)),
    async paymentsOf({ orderNo }) {
      const { rows } = await opened.db.execute(sql`select 1 from demo_payment where order_no = ${orderNo}`)
      return rows.length
    },
  }
})
