import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#protocol/time.ts'
import {
  isTerminal,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderKind,
  pathOf,
  type Transition,
  transitionOf,
} from '#protocol/wallet/order-states.ts'
import type { OrderRow } from '#server/database/schema/wallet.ts'
import { OrderRunner, type RunnerOptions } from '#server/wallet/orders/order-runner.ts'
import type { PaymentState } from '#server/wallet/payments/adapter.ts'
import { testLog } from '../../support/logs.ts'

const REPORTS: readonly PaymentState[] = ['missing', 'pending', 'matched', 'paid', 'rejected']
const PAY = { kind: 'account', bankName: '', holder: '', account: '', qr: '', reference: '' } as const

const NOON = Date.UTC(2026, 10, 21, 4)

/**
 * Transitions that the system may cause outside of the runner: returns of payments that may not be credited, and rows of
 * Annex E that nothing causes, because the runner starts a new order before its time is over and approves each review.
 */
const ELSEWHERE: Readonly<Record<OrderKind, readonly string[]>> = {
  deposit: ['created expire', 'paidClaimed return', 'appealing return', 'lateReview return'],
  speedDeposit: ['payerPaid return', 'appealing return', 'waitingMatch expire'],
  withdraw: ['reviewing reject'],
  fastWithdraw: [],
  transferIn: [],
  transferOut: [],
}

const orderIn = (kind: OrderKind, status: string, age: number): OrderRow => ({
  orderNo: 'T2611210000000001',
  memberId: 'member',
  kind,
  currency: 'CNY',
  amount: 100_00,
  fee: 0,
  status,
  version: 3,
  isFinal: false,
  channel: 'YBTY',
  accountId: null,
  accountLabel: '',
  source: null,
  target: null,
  pay: null,
  proofs: [],
  idemKey: '',
  contentHash: '',
  reserveTx: null,
  settleTx: null,
  releaseTx: null,
  expiresAt: NOON,
  dueAt: NOON,
  createdAt: NOON - age,
  updatedAt: NOON - age,
})

interface StepOptions {
  /** The stored order, if it has changed since it was read. */
  readonly stored?: OrderRow
  readonly payOut?: () => Promise<void>
}

/** Runs one step of an order whose counterparty reports `known`. Returns the transitions that it applies. */
async function stepsOf(
  order: OrderRow,
  known: PaymentState,
  now: number,
  { stored = order, payOut = () => Promise.resolve() }: StepOptions = {},
): Promise<readonly Transition[]> {
  const applied: Transition[] = []
  const query = () => Promise.resolve(known)
  const done = () => Promise.resolve()
  const orders: RunnerOptions['orders'] = {
    apply(current, event, { actor }) {
      const transition = transitionOf(current.kind, current.status, event, actor)
      if (!transition) throw new Error(`${current.kind} ${current.status} has no ${event} of ${actor}`)
      return this.follow(current, [transition], { actor, dueAt: null })
    },
    follow(current, path, { actor }) {
      for (const transition of path) expect(transition.actors).toContain(actor)
      applied.push(...path)
      return Promise.resolve({ ...current, status: path.at(-1)?.to ?? current.status })
    },
    postpone: done,
    due: () => Promise.resolve([]),
    find: () => Promise.resolve(stored),
    findReported: () => Promise.resolve(null),
  }
  const runner = new OrderRunner({
    database: { db: null as never },
    orders,
    adapter: {
      id: 'test',
      create: () => Promise.resolve(PAY),
      claim: done,
      cancel: done,
      giveBack: done,
      payOut,
      query,
    },
    venues: { query, transfer: query },
    rates: null,
    secret: '',
    reviewsAutomatically: true,
    now: () => now,
    log: testLog(),
  })
  await runner.step(order)
  return applied
}

describe.each(ORDER_KINDS)('the runner with a %s order', (kind) => {
  const { states, transitions } = ORDER_STATES[kind]
  const open = Object.keys(states).filter((status) => !isTerminal(kind, status))

  it('Annex E: applies transitions of the table only, and all that the system may cause', async () => {
    const applied = new Set<Transition>()
    for (const status of open) {
      for (const known of REPORTS) {
        for (const now of [NOON - HOUR_MS, NOON + HOUR_MS]) {
          // oxlint-disable-next-line no-await-in-loop -- in order, so that a failure names its state
          for (const one of await stepsOf(orderIn(kind, status, HOUR_MS), known, now)) applied.add(one)
        }
      }
    }
    const rest = transitions.filter((one) => one.actors.includes('system') && !applied.has(one))
    expect(rest.map(({ from, event }) => `${from === null ? '' : states[from]} ${event}`)).toEqual(ELSEWHERE[kind])
  })

  it('Annex E: follows each report of the counterparty as the table says', async () => {
    for (const status of open) {
      for (const known of REPORTS) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const applied = await stepsOf(orderIn(kind, status, 0), known, NOON - HOUR_MS)
        // In some states the next step is the system's own, whatever the counterparty knows.
        const isOwn = applied.length > 0 && applied.every(({ outcomes }) => outcomes.length === 0)
        if (isOwn || known === 'missing' || known === 'pending') continue
        const path = pathOf(kind, status, known)
        if (status === '0' && transitions.some(({ event }) => event === 'claim')) expect(applied).toHaveLength(1)
        else expect(applied, `${status} ${known}`).toEqual(path)
      }
    }
  })
})

describe('the runner with a fast withdrawal', () => {
  it('pays out an order that the counterparty does not know, unless it has changed since it was read', async () => {
    const order = orderIn('fastWithdraw', '0', 0)
    const paid: string[] = []
    const payOut = async (stored: OrderRow): Promise<void> => void paid.push(stored.status)
    for (const stored of [order, { ...order, status: '6', version: order.version + 1 }]) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await stepsOf(order, 'missing', NOON - HOUR_MS, { stored, payOut: () => payOut(stored) })
    }
    expect(paid).toEqual(['0'])
  })
})
