import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { AUTO_CONFIRM_MS, isTerminal, ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { formatDate, formatClock } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'

export type OrderDetail = DataOf<'dealRecord.detail'>
type OrderEvent = OrderDetail['events'][number]

type Key = Parameters<typeof walletText>[0]
type EventKey = Exclude<Extract<Key, `withdraw.event.${string}`>, `withdraw.event.confirmed${string}`>
type NextKey = Extract<Key, `withdraw.next.${string}`>

/** True if the order is a withdrawal of either way. */
export function isPayout({ kind }: WalletOrder): boolean {
  return kind === 'withdraw' || kind === 'fastWithdraw'
}

/** `WithdrawReviewing`, `PairMatched`: the name of a state in the keys of messages. */
function stateName(kind: WalletOrder['kind'], status: string): string {
  const name = ORDER_STATES[kind].states[status] ?? ''
  return `${kind === 'withdraw' ? 'withdraw' : 'pair'}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** An event of an order in words. */
export function eventText(kind: WalletOrder['kind'], { event, actor, to }: OrderEvent): string {
  if (event !== 'confirm') return walletText(`withdraw.event.${stateName(kind, to)}` as EventKey)
  if (actor === 'member') return walletText('withdraw.event.confirmedByMember')
  return walletText(actor === 'system' ? 'withdraw.event.confirmedBySystem' : 'withdraw.event.confirmedByOther')
}

/** What happens next, in words; null if the order is finished. */
export function nextText({ kind, status, updatedAt }: WalletOrder, now: number): string | null {
  if (isTerminal(kind, status)) return null
  const due = updatedAt + AUTO_CONFIRM_MS
  const time = `${formatDate(due, now)} ${formatClock(due)}`
  return walletText('withdraw.order.next', {
    text: walletText(`withdraw.next.${stateName(kind, status)}` as NextKey & `withdraw.next.${string}PaidOut`, {
      time,
    }),
  })
}

/** States in which the money was sent but the member has not confirmed it. */
export function isSent({ kind, status }: WalletOrder): boolean {
  const name = ORDER_STATES[kind].states[status]
  return name === 'paidOut' || name === 'payerPaid'
}

/** The last money effect of an order: `reserve` while it is locked, then `settle` or `release`. */
export function lastEffect({ postings }: OrderDetail): 'release' | 'reserve' | 'settle' {
  return postings.at(-1)?.type ?? 'reserve'
}
