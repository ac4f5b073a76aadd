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
type MoneyEffect = 'none' | 'reserve' | 'release' | 'settle'

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

/** What a counterparty reports about the outcome of an order. `matched`: a pair order has a counterparty. */
export const ORDER_OUTCOMES = ['matched', 'paid', 'rejected'] as const
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number]

/** One row of the state tables of Annex E. */
export interface Transition {
  /** Null creates the order. */
  readonly from: string | null
  readonly event: OrderEvent
  readonly actors: readonly OrderActor[]
  /** Reports of the counterparty that cause it. It is the actor `adapter` of these transitions and of no others. */
  readonly outcomes: readonly OrderOutcome[]
  readonly to: string
  readonly effect: MoneyEffect
}

interface StateTable<Name extends string> {
  /** Names of the states by status code. */
  readonly states: Readonly<Record<string, Name>>
  readonly transitions: readonly Transition[]
}

/** A transition by names of states. The actor `adapter` follows from its outcomes. */
type Row<Name extends string> = readonly [
  from: Name | null,
  event: OrderEvent,
  actors: readonly Exclude<OrderActor, 'adapter'>[],
  to: Name,
  columns?: { readonly outcomes?: readonly OrderOutcome[]; readonly effect?: MoneyEffect },
]

function table<const Name extends string>(
  states: Readonly<Record<string, Name>>,
  rows: readonly Row<NoInfer<Name>>[],
): StateTable<Name> {
  const codes = new Map(Object.entries(states).map(([code, name]) => [name, code]))
  return {
    states,
    transitions: rows.map(([from, event, actors, to, { outcomes = [], effect } = {}]) => ({
      from: from && (codes.get(from) ?? null),
      event,
      actors: outcomes.length > 0 ? [...actors, 'adapter'] : actors,
      outcomes,
      to: codes.get(to) ?? '',
      effect: effect ?? 'none',
    })),
  }
}

/**
 * Annex E.2. A late payment reopens a cancelled or closed order, so only success, rejected and returned are terminal. A
 * payment that limits or an exclusion do not allow to credit is returned (decision 183).
 */
const DEPOSIT = table(
  {
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
  [
    [null, 'create', ['member'], 'created'],
    ['created', 'start', [], 'paying', { outcomes: ['paid'] }],
    ['paying', 'claim', ['member'], 'paidClaimed', { outcomes: ['paid'] }],
    ['created', 'cancel', ['member'], 'cancelled'],
    ['paying', 'cancel', ['member'], 'cancelled'],
    ['created', 'close', ['member'], 'closed'],
    ['paying', 'close', ['member'], 'closed'],
    ['created', 'expire', ['system'], 'closed', { outcomes: ['rejected'] }],
    ['paying', 'expire', ['system'], 'closed', { outcomes: ['rejected'] }],
    ['paidClaimed', 'paid', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
    ['paidClaimed', 'appeal', ['member'], 'appealing', { outcomes: ['rejected'] }],
    ['appealing', 'paid', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
    ['appealing', 'reject', ['operator'], 'rejected', { outcomes: ['rejected'] }],
    ['cancelled', 'late', [], 'lateReview', { outcomes: ['paid'] }],
    ['closed', 'late', [], 'lateReview', { outcomes: ['paid'] }],
    ['lateReview', 'paid', ['system', 'operator'], 'success', { effect: 'settle' }],
    ['lateReview', 'reject', ['operator'], 'rejected'],
    ['paidClaimed', 'return', ['system'], 'returning'],
    ['appealing', 'return', ['system', 'operator'], 'returning'],
    ['lateReview', 'return', ['system', 'operator'], 'returning'],
    ['returning', 'returned', ['system'], 'returned'],
  ],
)

/** Annex E.3. The reservation is settled on success only, so that an appeal can still release it. */
const WITHDRAW = table(
  {
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
  [
    [null, 'create', ['member'], 'submitted', { effect: 'reserve' }],
    ['submitted', 'review', ['system'], 'reviewing'],
    ['submitted', 'cancel', ['member'], 'cancelled', { effect: 'release' }],
    ['reviewing', 'cancel', ['member'], 'cancelled', { effect: 'release' }],
    ['reviewing', 'approve', ['system', 'operator'], 'approved'],
    ['reviewing', 'reject', ['system', 'operator'], 'rejected', { effect: 'release' }],
    ['approved', 'pay', ['system'], 'paying'],
    ['paying', 'paid', [], 'paidOut', { outcomes: ['paid'] }],
    ['paying', 'fail', [], 'failed', { outcomes: ['rejected'], effect: 'release' }],
    ['paidOut', 'confirm', ['member', 'system'], 'success', { effect: 'settle' }],
    ['paidOut', 'appeal', ['member'], 'appealing'],
    ['appealing', 'confirm', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
    ['appealing', 'fail', ['operator'], 'failed', { outcomes: ['rejected'], effect: 'release' }],
  ],
)

const PAIR_STATES = {
  0: 'waitingMatch',
  1: 'matched',
  2: 'payerPaid',
  3: 'success',
  4: 'appealing',
  5: 'rejected',
  6: 'cancelled',
  7: 'expired',
} as const

/** Annex E.4, the member receives the payment of the counterparty. */
const FAST_WITHDRAW = table(PAIR_STATES, [
  [null, 'create', ['member'], 'waitingMatch', { effect: 'reserve' }],
  ['waitingMatch', 'match', [], 'matched', { outcomes: ['matched', 'paid'] }],
  ['matched', 'paid', [], 'payerPaid', { outcomes: ['paid'] }],
  ['payerPaid', 'confirm', ['member', 'system'], 'success', { effect: 'settle' }],
  ['payerPaid', 'appeal', ['member'], 'appealing'],
  ['appealing', 'confirm', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
  ['appealing', 'reject', ['operator'], 'rejected', { outcomes: ['rejected'], effect: 'release' }],
  ['waitingMatch', 'cancel', ['member'], 'cancelled', { effect: 'release' }],
  ['matched', 'cancel', ['member'], 'cancelled', { effect: 'release' }],
  ['waitingMatch', 'expire', ['system'], 'expired', { outcomes: ['rejected'], effect: 'release' }],
  ['matched', 'expire', ['system'], 'expired', { outcomes: ['rejected'], effect: 'release' }],
])

/** Annex E.4, the member pays the counterparty. A payment that may not be credited is returned. */
const SPEED_DEPOSIT = table({ ...PAIR_STATES, 8: 'returning', 9: 'returned' }, [
  [null, 'create', ['member'], 'waitingMatch'],
  ['waitingMatch', 'match', [], 'matched', { outcomes: ['matched', 'paid'] }],
  ['matched', 'claim', ['member'], 'payerPaid', { outcomes: ['paid'] }],
  ['payerPaid', 'confirm', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
  ['payerPaid', 'appeal', ['member'], 'appealing', { outcomes: ['rejected'] }],
  ['appealing', 'confirm', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
  ['appealing', 'reject', ['operator'], 'rejected', { outcomes: ['rejected'] }],
  ['payerPaid', 'return', ['system'], 'returning'],
  ['appealing', 'return', ['system', 'operator'], 'returning'],
  ['returning', 'returned', ['system'], 'returned'],
  ['waitingMatch', 'cancel', ['member'], 'cancelled'],
  ['matched', 'cancel', ['member'], 'cancelled'],
  ['waitingMatch', 'expire', ['system'], 'expired', { outcomes: ['rejected'] }],
  ['matched', 'expire', ['system'], 'expired', { outcomes: ['rejected'] }],
])

/** Annex E.5. An unknown result is queried under the same number. */
const TRANSFER = table({ 0: 'pending', 1: 'success', 2: 'failed', 3: 'unknown' }, [
  [null, 'create', ['member'], 'pending', { effect: 'reserve' }],
  ['pending', 'paid', [], 'success', { outcomes: ['paid'], effect: 'settle' }],
  ['pending', 'fail', [], 'failed', { outcomes: ['rejected'], effect: 'release' }],
  ['pending', 'unknown', ['system'], 'unknown'],
  ['unknown', 'paid', ['operator'], 'success', { outcomes: ['paid'], effect: 'settle' }],
  ['unknown', 'fail', ['operator'], 'failed', { outcomes: ['rejected'], effect: 'release' }],
])

/** E.3: a payout that the member neither confirms nor disputes counts as received after this time. */
export const AUTO_CONFIRM_MS = 24 * HOUR_MS

/** The payment of a cancelled or closed deposit is expected for this long, and counts in deposit limits. */
export const LATE_WATCH_MS = 24 * HOUR_MS

const TABLES = {
  deposit: DEPOSIT,
  speedDeposit: SPEED_DEPOSIT,
  withdraw: WITHDRAW,
  fastWithdraw: FAST_WITHDRAW,
  transferIn: TRANSFER,
  transferOut: TRANSFER,
}
/** Names of the states of each kind. */
type StateNames = { readonly [Kind in OrderKind]: (typeof TABLES)[Kind]['states'][string] }

/** The only definition of order states. The server changes orders by it and the pages derive their buttons from it. */
export const ORDER_STATES: { readonly [Kind in OrderKind]: StateTable<StateNames[Kind]> } = TABLES

/** The name of a state. Undefined if the kind has no such status code. */
export function stateOf<Kind extends OrderKind>(kind: Kind, status: string): StateNames[Kind] | undefined {
  return ORDER_STATES[kind].states[status]
}

/** The status code of a state. */
export function codeOf<Kind extends OrderKind>(kind: Kind, name: StateNames[Kind]): string {
  const [code] = Object.entries(ORDER_STATES[kind].states).find(([, one]) => one === name) ?? []
  if (code === undefined) throw new RangeError(`${kind} has no state ${name}`)
  return code
}

/** The status code of new orders. */
export function firstStatus(kind: OrderKind): string {
  return transitionOf(kind, null, 'create', 'member')?.to ?? ''
}

/** True for orders with which the member pays in. */
export function isPayIn(kind: OrderKind): boolean {
  return kind === 'deposit' || kind === 'speedDeposit'
}

/** True for orders that move money to or from a venue. */
export function isTransfer(kind: OrderKind): boolean {
  return kind === 'transferIn' || kind === 'transferOut'
}

/** True for a transition that credits a payment of the member. Limits and exclusions can refuse it. */
export function creditsPayment(kind: OrderKind, { effect }: Pick<Transition, 'effect'>): boolean {
  return effect === 'settle' && isPayIn(kind)
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

/** What the transition to a state has done with a reservation or payment for good; null in states between. */
export function finalEffect(kind: OrderKind, status: string): 'settle' | 'release' | null {
  for (const { to, effect } of ORDER_STATES[kind].transitions) {
    if (to === status && (effect === 'settle' || effect === 'release')) return effect
  }
  return null
}

/** True if the order is over, but a payment that still arrives reopens it. */
export function mayComeLate(kind: OrderKind, status: string): boolean {
  return ORDER_STATES[kind].transitions.some(({ from, event }) => from === status && event === 'late')
}

/**
 * The transitions that a report leads through. A report that comes early passes through the states between: a payment of
 * a new deposit is also its start and its claim. Empty if the report changes nothing.
 */
export function pathOf(kind: OrderKind, status: string, outcome: OrderOutcome): readonly Transition[] {
  const { transitions } = ORDER_STATES[kind]
  const path: Transition[] = []
  const next = (code: string) => transitions.find(({ from, outcomes }) => from === code && outcomes.includes(outcome))
  for (let step = next(status); step; step = next(step.to)) path.push(step)
  return path
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
