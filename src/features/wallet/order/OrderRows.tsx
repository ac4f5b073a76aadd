import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { eventsOf } from '#protocol/wallet/order-states.ts'
import { formatLeft } from '#lib/countdown.ts'
import { formatAgo } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { clockAtom } from '#state/data/clock.ts'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Amount } from '../Amount.tsx'
import { kindText } from './order-texts.ts'
import { OrderStatus } from './OrderStatus.tsx'
import { orderPath } from './use-orders.ts'

interface OrderRowsProps {
  readonly orders: readonly WalletOrder[]
  readonly label: string
}

/** Orders with status, amount and the time that is left for a payment. */
export function OrderRows({ orders, label }: OrderRowsProps) {
  const now = useAtomValue(clockAtom)
  return (
    <Rows label={label}>
      {orders.map((order) => (
        <Row
          key={order.orderNo}
          to={orderPath(order)}
          title={
            <>
              {kindText(order.kind)} <Amount value={order.amount} currency={order.currency} />
            </>
          }
          note={noteOf(order, now)}
          end={
            <>
              <OrderStatus kind={order.kind} status={order.status} />
              <ChevronRight size={16} aria-hidden="true" />
            </>
          }
        />
      ))}
    </Rows>
  )
}

/** Only orders that wait for a payment of the member have a deadline. */
function noteOf({ kind, status, expireAt, createdAt }: WalletOrder, now: number): string {
  const isToPay = eventsOf(kind, status, 'member').includes('claim')
  return isToPay && expireAt !== null
    ? walletText('home.orders.left', { left: formatLeft(expireAt - now) })
    : formatAgo(createdAt, now)
}
