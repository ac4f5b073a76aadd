import { setTimeout as wait } from 'node:timers/promises'
import { atOnce, attempt, codes, moneyOf, tally, yuan } from './attempt.ts'
import type { Client, Response } from './client.ts'

/** The demo bank announces a late payment after three seconds; a busy server books it later. */
const LATE_PAYMENT_MS = 20_000

/** Waits for the first late payment. Others would be booked in the same second. */
async function latePayment(member: Client): Promise<void> {
  const [end, { center }] = [Date.now() + LATE_PAYMENT_MS, await moneyOf(member)]
  while (Date.now() < end && (await moneyOf(member)).center === center) await wait(250)
  await wait(1_000)
}

/** Quotes, deposits and withdrawals out of their time and above their limits. */
export const orders = [
  attempt({
    name: '1.9 uses a quote 0.3 s after it has expired, and 12 quotes that others have replaced',
    prepare: async (world) => {
      const member = await world.member()
      const asked = { from: 'CNY', to: 'USDT', amount: yuan(500) }
      const quotes: string[] = []
      let [expiresAt, isSpread] = [0, true]
      for (let count = 0; count < 12; count += 1) {
        const { data } = await member.call('usdt.quote', asked)
        quotes.push(data.quoteId)
        expiresAt = data.expiresAt
        isSpread &&= data.spreadPpm > 0 && data.rate > data.mid
      }
      return { member, asked, quotes, expiresAt, isSpread }
    },
    attempt: async ({ member, asked, quotes, expiresAt, isSpread }) => {
      const replaced = await Promise.all(
        quotes.slice(0, -1).map((quoteId) => member.call('usdt.transfer', { ...asked, quoteId })),
      )
      await wait(expiresAt + 300 - Date.now())
      const expired = await member.call('usdt.transfer', { ...asked, quoteId: quotes.at(-1) })
      return { isSpread, replaced: tally(replaced), expired: expired.code }
    },
    expected: { isSpread: true, replaced: { NOT_FOUND: 11 }, expired: 'ORDER_STATE_CHANGED' },
    state: ({ member }) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.14 creates and cancels 8 deposits of 100 under a daily limit of 100, and pays them late',
    prepare: async (world) => {
      const member = await world.member()
      await member.call('demo.bank', { script: 'late' })
      await member.call('responsible.setLimit', { kind: 'deposit', period: 'day', amount: yuan(100) })
      return member
    },
    attempt: async (member) => {
      const [created, cancelled]: Response[][] = [[], []]
      for (let count = 0; count < 8; count += 1) {
        const order = await member.call('pay.create', { payTypeId: 'demo-bank', amount: yuan(100) })
        created!.push(order)
        if (order.code === 'SUCCESS')
          cancelled!.push(await member.call('deposit.cancel', { orderNo: order.data.orderNo }))
      }
      await latePayment(member)
      return { created: tally(created!), cancelled: tally(cancelled!) }
    },
    expected: { created: { SUCCESS: 1, RG_DEPOSIT_LIMIT: 7 }, cancelled: { SUCCESS: 1 } },
    state: async (member) => (await moneyOf(member)).center,
    after: yuan(10_100),
  }),
  attempt({
    name: '1.19 withdraws 4 times at once, more than three stay open, cancels one and withdraws again',
    prepare: async (world) => {
      const member = await world.member()
      await member.call('demo.bank', { script: 'slow' })
      return {
        member,
        accountId: (await member.call('withdraw.prepare', { currency: 'CNY' })).data.accounts[0].id as string,
      }
    },
    attempt: async ({ member, accountId }) => {
      const withdraw = () => member.call('withdraw.create', { accountId, amount: yuan(2_000), withdrawPwd: '246810' })
      const four = await atOnce(4, withdraw)
      const fifth = await withdraw()
      const { orderNo } = four.find(({ code }) => code === 'SUCCESS')!.data
      const cancelled = await member.call('withdraw.cancel', { orderNo })
      return { four: tally(four), later: codes([fifth, cancelled, await withdraw(), await withdraw()]) }
    },
    expected: {
      four: { SUCCESS: 3, PENDING_ORDER_EXISTS: 1 },
      later: ['PENDING_ORDER_EXISTS', 'SUCCESS', 'SUCCESS', 'PENDING_ORDER_EXISTS'],
    },
    state: ({ member }) => moneyOf(member),
    after: { center: yuan(4_000), locked: yuan(6_000), venues: 0, interest: 0 },
  }),
]
