import { HOUR_MS } from '../time.ts'

/** Kinds of wallet orders. Both pair orders of Annex E.4 have a kind: the member is the payer or the payee. */
export const ORDER_KINDS = ['deposit', 'speedDeposit', 'withdraw', 'fastWithdraw', 'transferIn', 'transferOut'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** Who causes a transition. `adapter` is the payment channel or the venue; `system` is the clock of the server. */
export type OrderActor = 'member' | 'operator' | 'adapter' | 'system'

/**
 * What a transition does with the money. `reserve`: available to locked. `release`: locked back to available.
 * `settle`: the amount reaches its destination, from the reservation if there is one.
 */
export type MoneyEffect = 'none' | 'reserve' | 'release' | 'settle'

export type OrderEvent =
  | 'create'
  | 'start'
  | 'claim'
  | 'match'
  | 'review'
  | 'approve'
  | 'pay'
  | 'paid'
  | 'confirm'
  | 'cancel'
  | 'close'
  | 'expire'
  | 'appeal'
  | 'late'
  | 'reject'
  | 'fail'
  | 'unknown'
  | 'return'
  | 'returned'

/** One row of the state tables of Annex E. */
export interface Transition {
  /** Null creates the order. */
  readonly from: string | null
  readonly event: OrderEvent
  readonly actors: readonly OrderActor[]
  readonly to: string
  readonly effect: MoneyEffect
}

interface StateTable {
  /** Names of the status codes, for messages and styles. */
  readonly states: Readonly<Record<string, string>>
  readonly transitions: readonly Transition[]
}

const row = (
  from: string | null,
  event: OrderEvent,
  actors: readonly OrderActor[],
  to: string,
  effect: MoneyEffect = 'none',
): Transition => ({ from, event, actors, to, effect })

/**
 * Annex E.2. A late payment reopens a cancelled or closed order, so only success, rejected and returned are terminal. A
 * payment that limits or an exclusion do not allow to credit is returned (decision 183).
 */
const DEPOSIT: StateTable = {
  states: {
    0: 'created',
    1: 'paying',
    2: 'paidClaimed',
    3: 'success',
    4: 'cancelled',
    5: 'closed',
    6: 'appealing',
    7: 'rejected',
    8: 'lateReview',
    9: 'returning',
    10: 'returned',
  },
  transitions: [
    row(null, 'create', ['member'], '0'),
    row('0', 'start', ['adapter'], '1'),
    row('1', 'claim', ['member', 'adapter'], '2'),
    row('0', 'cancel', ['member'], '4'),
    row('1', 'cancel', ['member'], '4'),
    row('0', 'close', ['member'], '5'),
    row('1', 'close', ['member'], '5'),
    row('0', 'expire', ['system', 'adapter'], '5'),
    row('1', 'expire', ['system', 'adapter'], '5'),
    row('2', 'paid', ['adapter', 'operator'], '3', 'settle'),
    row('2', 'appeal', ['member', 'adapter'], '6'),
    row('6', 'paid', ['adapter', 'operator'], '3', 'settle'),
    row('6', 'reject', ['adapter', 'operator'], '7'),
    row('4', 'late', ['adapter'], '8'),
    row('5', 'late', ['adapter'], '8'),
    row('8', 'paid', ['system', 'operator'], '3', 'settle'),
    row('8', 'reject', ['operator'], '7'),
    row('2', 'return', ['system'], '9'),
    row('6', 'return', ['system', 'operator'], '9'),
    row('8', 'return', ['system', 'operator'], '9'),
    row('9', 'returned', ['system'], '10'),
  ],
}

/** Annex E.3. The reservation is settled on success only, so that an appeal can still release it. */
const WITHDRAW: StateTable = {
  states: {
    0: 'submitted',
    1: 'reviewing',
    2: 'approved',
    3: 'paying',
    4: 'paidOut',
    5: 'success',
    6: 'cancelled',
    7: 'rejected',
    8: 'failed',
    9: 'appealing',
  },
  transitions: [
    row(null, 'create', ['member'], '0', 'reserve'),
    row('0', 'review', ['system'], '1'),
    row('0', 'cancel', ['member'], '6', 'release'),
    row('1', 'cancel', ['member'], '6', 'release'),
    row('1', 'approve', ['system', 'operator'], '2'),
    row('1', 'reject', ['system', 'operator'], '7', 'release'),
    row('2', 'pay', ['system'], '3'),
    row('3', 'paid', ['adapter'], '4'),
    row('3', 'fail', ['adapter'], '8', 'release'),
    row('4', 'confirm', ['member', 'system'], '5', 'settle'),
    row('4', 'appeal', ['member'], '9'),
    row('9', 'confirm', ['adapter', 'operator'], '5', 'settle'),
    row('9', 'fail', ['adapter', 'operator'], '8', 'release'),
  ],
}

const PAIR_STATES = {
  0: 'waitingMatch',
  1: 'matched',
  2: 'payerPaid',
  3: 'success',
  4: 'appealing',
  5: 'rejected',
  6: 'cancelled',
  7: 'expired',
}

/** Annex E.4, the member receives the payment of the counterparty. */
const FAST_WITHDRAW: StateTable = {
  states: PAIR_STATES,
  transitions: [
    row(null, 'create', ['member'], '0', 'reserve'),
    row('0', 'match', ['adapter'], '1'),
    row('1', 'paid', ['adapter'], '2'),
    row('2', 'confirm', ['member', 'system'], '3', 'settle'),
    row('2', 'appeal', ['member'], '4'),
    row('4', 'confirm', ['adapter', 'operator'], '3', 'settle'),
    row('4', 'reject', ['adapter', 'operator'], '5', 'release'),
    row('0', 'cancel', ['member'], '6', 'release'),
    row('1', 'cancel', ['member'], '6', 'release'),
    row('0', 'expire', ['system', 'adapter'], '7', 'release'),
    row('1', 'expire', ['system', 'adapter'], '7', 'release'),
  ],
}

/** Annex E.4, the member pays the counterparty. A payment that may not be credited is returned. */
const SPEED_DEPOSIT: StateTable = {
  states: { ...PAIR_STATES, 8: 'returning', 9: 'returned' },
  transitions: [
    row(null, 'create', ['member'], '0'),
    row('0', 'match', ['adapter'], '1'),
    row('1', 'claim', ['member', 'adapter'], '2'),
    row('2', 'confirm', ['adapter', 'operator'], '3', 'settle'),
    row('2', 'appeal', ['member', 'adapter'], '4'),
    row('4', 'confirm', ['adapter', 'operator'], '3', 'settle'),
    row('4', 'reject', ['adapter', 'operator'], '5'),
    row('2', 'return', ['system'], '8'),
    row('4', 'return', ['system', 'operator'], '8'),
    row('8', 'returned', ['system'], '9'),
    row('0', 'cancel', ['member'], '6'),
    row('1', 'cancel', ['member'], '6'),
    row('0', 'expire', ['system', 'adapter'], '7'),
    row('1', 'expire', ['system', 'adapter'], '7'),
  ],
}

/** Annex E.5. An unknown result is queried under the same number. */
const TRANSFER: StateTable = {
  states: { 0: 'pending', 1: 'success', 2: 'failed', 3: 'unknown' },
  transitions: [
    row(null, 'create', ['member'], '0', 'reserve'),
    row('0', 'paid', ['adapter'], '1', 'settle'),
    row('0', 'fail', ['adapter'], '2', 'release'),
    row('0', 'unknown', ['system'], '3'),
    row('3', 'paid', ['adapter', 'operator'], '1', 'settle'),
    row('3', 'fail', ['adapter', 'operator'], '2', 'release'),
  ],
}

/** E.3: a payout that the member neither confirms nor disputes counts as received after this time. */
export const AUTO_CONFIRM_MS = 24 * HOUR_MS

/** The payment of a cancelled or closed deposit is expected for this long, and counts in deposit limits. */
export const LATE_WATCH_MS = 24 * HOUR_MS

/** The only definition of order states. The server changes orders by it and the pages derive their buttons from it. */
export const ORDER_STATES: Readonly<Record<OrderKind, StateTable>> = {
  deposit: DEPOSIT,
  speedDeposit: SPEED_DEPOSIT,
  withdraw: WITHDRAW,
  fastWithdraw: FAST_WITHDRAW,
  transferIn: TRANSFER,
  transferOut: TRANSFER,
}

const PAY_INS: readonly OrderKind[] = ['deposit', 'speedDeposit']

/** True for a transition that credits a payment of the member. Limits and exclusions can refuse it. */
export function creditsPayment(kind: OrderKind, { effect }: Pick<Transition, 'effect'>): boolean {
  return effect === 'settle' && PAY_INS.includes(kind)
}

/** True if the payment of the order came after its end. */
export function isLateReview(kind: OrderKind, status: string): boolean {
  return ORDER_STATES[kind].states[status] === 'lateReview'
}

/** The transition for an event, or null if this actor cannot cause it in this state. */
export function transitionOf(
  kind: OrderKind,
  from: string | null,
  event: OrderEvent,
  actor: OrderActor,
): Transition | null {
  const found = ORDER_STATES[kind].transitions.find((one) => one.from === from && one.event === event)
  return found?.actors.includes(actor) === true ? found : null
}

/** Events that this actor can cause in a state, in the order of the table. */
export function eventsOf(kind: OrderKind, status: string, actor: OrderActor): readonly OrderEvent[] {
  return ORDER_STATES[kind].transitions
    .filter(({ from, actors }) => from === status && actors.includes(actor))
    .map(({ event }) => event)
}

/** True if the order never changes again. */
export function isTerminal(kind: OrderKind, status: string): boolean {
  return !ORDER_STATES[kind].transitions.some(({ from }) => from === status)
}

/** True while an action or an outcome is expected. A cancelled or closed deposit changes only if its payment comes late. */
export function isOpen(kind: OrderKind, status: string): boolean {
  return ORDER_STATES[kind].transitions.some(({ from, event }) => from === status && event !== 'late')
}

/** The shortest series of transitions with which this actor brings an order to `to`; null if there is none. */
export function pathTo(kind: OrderKind, from: string, to: string, actor: OrderActor): readonly Transition[] | null {
  const queue: { readonly status: string; readonly path: readonly Transition[] }[] = [{ status: from, path: [] }]
  const seen = new Set([from])
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { status, path } = next
    if (status === to) return path
    for (const one of ORDER_STATES[kind].transitions) {
      if (one.from !== status || !one.actors.includes(actor) || seen.has(one.to)) continue
      seen.add(one.to)
      queue.push({ status: one.to, path: [...path, one] })
    }
  }
  return null
}

/** First letter of the order numbers of a kind (Annex H). */
export const ORDER_LETTERS: Readonly<Record<OrderKind, 'D' | 'P' | 'W' | 'T'>> = {
  deposit: 'D',
  speedDeposit: 'P',
  withdraw: 'W',
  fastWithdraw: 'P',
  transferIn: 'T',
  transferOut: 'T',
}
