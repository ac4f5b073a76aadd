import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import {
  AUTO_CONFIRM_MS,
  finalEffect,
  isPayIn,
  isTerminal,
  isTransfer,
  mayComeLate,
  ORDER_STATES,
  type OrderActor,
  type OrderKind,
  stateOf,
} from '#protocol/wallet/order-states.ts'
import { formatClock, formatClockInFull, formatDate } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import type { AmountProps } from '../Amount.tsx'
import type { OrderDetail } from './use-order.ts'

type Order = Pick<WalletOrder, 'kind' | 'status'>
type Event = OrderDetail['events'][number]
type Key = Parameters<typeof walletText>[0]

/** Kinds whose states have the same names share their texts. */
const TABLE: Readonly<Record<OrderKind, string>> = {
  deposit: 'deposit',
  speedDeposit: 'pair',
  fastWithdraw: 'pair',
  withdraw: 'withdraw',
  transferIn: 'transfer',
  transferOut: 'transfer',
}

/** True if the order is a withdrawal of either way. */
export function isPayout({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === 'withdraw' || kind === 'fastWithdraw'
}

/** 存款, 提款, 转入场馆, … */
export function kindText(kind: OrderKind): string {
  return walletText(`kind.${kind}`)
}

/** The name of an order's status. */
export function statusText(kind: OrderKind, status: string): string {
  const name = stateOf(kind, status)
  return name === undefined ? status : walletText(`status.${TABLE[kind]}.${name}` as Extract<Key, `status.${string}`>)
}

type Tone = 'wait' | 'good' | 'bad' | 'over'

/** Whether an order is in progress, finished, refused, or over without effect. */
export function toneOf({ kind, status }: Order): Tone {
  switch (stateOf(kind, status)) {
    case 'success':
      return 'good'
    case 'rejected':
    case 'failed':
      return 'bad'
    case 'cancelled':
    case 'closed':
    case 'expired':
    case 'returned':
      return 'over'
    default:
      return 'wait'
  }
}

/** The heading of the payment of an order, and what the member can expect. */
export function paymentText({
  kind,
  status,
  updatedAt,
  expireAt,
}: WalletOrder): readonly [title: string, text: string] {
  const state = stateOf(kind, status) ?? 'created'
  const name = state === 'closed' && expireAt !== null && updatedAt >= expireAt ? 'expired' : state
  const isOver = ['cancelled', 'closed', 'expired'].includes(name)
  const text = mayComeLate(kind, status) ? 'late' : isOver ? 'over' : name === 'returning' ? 'returned' : name
  return [
    walletText(`deposit.head.${name}` as Extract<Key, `deposit.head.${string}`>),
    walletText(`deposit.head.${text}Text` as Extract<Key, `deposit.head.${string}`>),
  ]
}

/** Where the money of a withdrawal is. */
export function placeText(order: WalletOrder, amountText: (amount: AmountProps) => string): string {
  const { kind, status, amount, fee, currency, account } = order
  const state = stateOf(kind, status)
  const effect = finalEffect(kind, status)
  if (effect === 'settle' || state === 'paidOut' || state === 'payerPaid') {
    const net = amountText({ value: amount - fee, currency })
    return walletText(effect === 'settle' ? 'withdraw.money.settle' : 'withdraw.money.sent', { amount: net, account })
  }
  return walletText(effect === 'release' ? 'withdraw.money.release' : 'withdraw.money.reserve', {
    amount: amountText({ value: amount, currency }),
  })
}

/** Events of payments that mean something else if the channel caused them. */
const BY_ADAPTER = { claim: 'deposit.event.claimAdapter', appeal: 'deposit.event.appealAdapter' } as const

/** An event of an order in words. */
export function eventText(kind: OrderKind, { event, actor, to }: Event): string {
  if (isTransfer(kind)) return statusText(kind, to)
  if (isPayIn(kind)) {
    if (actor === 'adapter' && (event === 'claim' || event === 'appeal')) return walletText(BY_ADAPTER[event])
    const isKnown = ORDER_STATES[kind].transitions.some((one) => one.event === event)
    return walletText(
      isKnown ? (`deposit.event.${event}` as Extract<Key, `deposit.event.${string}`>) : 'deposit.event.other',
    )
  }
  if (event !== 'confirm')
    return walletText(`withdraw.event.${stateName(kind, to)}` as 'withdraw.event.withdrawSubmitted')
  if (actor === 'member') return walletText('withdraw.event.confirmedByMember')
  return walletText(actor === 'system' ? 'withdraw.event.confirmedBySystem' : 'withdraw.event.confirmedByOther')
}

/** `withdrawReviewing`, `pairMatched`: the name of a state in the keys of messages. */
function stateName(kind: OrderKind, status: string): string {
  const name = stateOf(kind, status) ?? ''
  return `${TABLE[kind]}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

const ACTORS: readonly OrderActor[] = ['member', 'operator', 'adapter', 'system']

/** Who caused an event, in words; null if this version does not know the actor. */
export function actorText({ actor }: Event): string | null {
  const known = ACTORS.find((one) => one === actor)
  return known ? walletText(`records.event.${known}`) : null
}

/** What happens next with a withdrawal; null if it is finished, and for other orders. */
export function nextText({ kind, status, updatedAt }: WalletOrder, now: number): string | null {
  if (!isPayout({ kind }) || isTerminal(kind, status)) return null
  const due = updatedAt + AUTO_CONFIRM_MS
  const time = `${formatDate(due, now)} ${formatClock(due)}`
  return walletText('withdraw.order.next', {
    text: walletText(`withdraw.next.${stateName(kind, status)}` as 'withdraw.next.withdrawPaidOut', { time }),
  })
}

/** Date and clock time with seconds. */
export function timeText(time: number, now: number): string {
  return `${formatDate(time, now)} ${formatClockInFull(time)}`
}
