import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { isOpen, ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { formatClockInFull, formatDate } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { serverNow } from '#transport/client.ts'
import { Panel } from '#ui/Panel.tsx'
import { Amount } from '../Amount.tsx'
import { kindText, OrderStatus } from '../OrderStatus.tsx'
import { CopyRow } from './CopyRow.tsx'
import styles from './payment.module.css'

/** Number, payment type, amounts and time of an order. */
export function OrderFacts({ order }: { readonly order: WalletOrder }) {
  const { orderNo, kind, status, currency, amount, fee, channel, createdAt } = order
  const types = useMemberData('payType.list', { currency })
  const type = types.data?.list.find(({ id }) => id === channel)?.name ?? kindText(kind)
  // An order that was not credited has taken no fee.
  const isCredited = ORDER_STATES[kind].states[status] === 'success'
  return (
    <Panel title={walletText('deposit.order.title')} aside={<OrderStatus kind={kind} status={status} isLead />}>
      <dl className={styles.rows}>
        <CopyRow name={walletText('deposit.order.number')} copy={orderNo}>
          {orderNo}
        </CopyRow>
        <CopyRow name={walletText('deposit.order.type')} copy={null}>
          {type}
        </CopyRow>
        <CopyRow name={walletText('deposit.order.amount')} copy={null}>
          <Amount value={amount} currency={currency} />
        </CopyRow>
        {(isOpen(kind, status) || isCredited) && (
          <>
            <CopyRow name={walletText('deposit.order.fee')} copy={null}>
              <Amount value={fee} currency={currency} />
            </CopyRow>
            <CopyRow name={walletText(isCredited ? 'deposit.order.credited' : 'deposit.order.expected')} copy={null}>
              <Amount value={amount - fee} currency={currency} />
            </CopyRow>
          </>
        )}
        <CopyRow name={walletText('deposit.order.created')} copy={null}>
          {formatDate(createdAt, serverNow())} {formatClockInFull(createdAt)}
        </CopyRow>
      </dl>
    </Panel>
  )
}
