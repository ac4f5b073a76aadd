import type { OrderKind } from '#protocol/wallet/order-states.ts'
import { Badge } from '#ui/text/Badge.tsx'
import { statusText, toneOf } from './order-texts.ts'

const TONES = { wait: 'coin', good: 'plain', bad: 'danger', over: 'neutral' } as const

interface OrderStatusProps {
  readonly kind: OrderKind
  readonly status: string
  /** The screen is about this order. In lists most orders have succeeded, so only the others stand out. */
  readonly isLead?: boolean
}

/** The status of an order: in progress, finished, refused, or over without effect. */
export function OrderStatus({ kind, status, isLead = false }: OrderStatusProps) {
  const tone = toneOf({ kind, status })
  return <Badge tone={isLead && tone === 'good' ? 'accent' : TONES[tone]}>{statusText(kind, status)}</Badge>
}
