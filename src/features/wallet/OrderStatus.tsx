import type { OrderKind } from '#protocol/wallet/order-states.ts'
import { ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Badge } from '#ui/Badge.tsx'

type StatusKey = Extract<Parameters<typeof walletText>[0], `status.${string}`>

/** Kinds whose states have the same names share their texts. */
const TABLE: Readonly<Record<OrderKind, string>> = {
  deposit: 'deposit',
  speedDeposit: 'pair',
  fastWithdraw: 'pair',
  withdraw: 'withdraw',
  transferIn: 'transfer',
  transferOut: 'transfer',
}

/** The name of an order's status. */
export function statusText(kind: OrderKind, status: string): string {
  const name = ORDER_STATES[kind].states[status]
  return name === undefined ? status : walletText(`status.${TABLE[kind]}.${name}` as StatusKey)
}

const GOOD = new Set(['success'])
const BAD = new Set(['rejected', 'failed'])
const OVER = new Set(['cancelled', 'closed', 'expired', 'returned'])

interface OrderStatusProps {
  readonly kind: OrderKind
  readonly status: string
  /** The screen is about this order. In lists most orders have succeeded, so only the others stand out. */
  readonly isLead?: boolean
}

/** The status of an order: finished, refused, over without effect, or in progress. */
export function OrderStatus({ kind, status, isLead = false }: OrderStatusProps) {
  const name = ORDER_STATES[kind].states[status] ?? ''
  const good = isLead ? 'accent' : 'plain'
  const tone = GOOD.has(name) ? good : BAD.has(name) ? 'danger' : OVER.has(name) ? 'neutral' : 'coin'
  return <Badge tone={tone}>{statusText(kind, status)}</Badge>
}

/** 存款, 提款, 转入场馆, … */
export function kindText(kind: OrderKind): string {
  return walletText(`kind.${kind}`)
}
