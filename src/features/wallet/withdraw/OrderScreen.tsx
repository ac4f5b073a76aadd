import { Copy } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { isTerminal } from '#protocol/wallet/order-states.ts'
import { copyText } from '#lib/copy-text.ts'
import { formatKickoff } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { failureText } from '#state/data/failure-text.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { LoadStates } from '#ui/LoadStates.tsx'
import { Panel } from '#ui/Panel.tsx'
import { toast } from '#ui/toast-manager.ts'
import { Amount, HideAmounts, useAmountText } from '../Amount.tsx'
import { OrderStatus } from '../OrderStatus.tsx'
import { usePolling } from '../use-polling.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { isPayout, isSent, lastEffect, type OrderDetail } from './timeline.ts'
import styles from './withdraw.module.css'

/** One withdrawal of the member: where the money is, what the member can do, and each step with its time. */
export function OrderScreen() {
  const { orderNo = '' } = useParams()
  const query = useOrder(orderNo)
  const { data, failure } = query
  const isMissing = data === null && (failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR)
  if (isMissing || (data !== null && !isPayout(data.order))) return <Missing />
  if (data === null) {
    return (
      <Panel title={walletText('withdraw.order.title')}>
        <LoadStates
          query={{ ...query, data }}
          failed={walletText('withdraw.order.failed')}
          message={failureText(failure, walletText('withdraw.order.failed'))}
          rows={6}
        />
      </Panel>
    )
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Panel title={wayText(data.order)} aside={<HideAmounts />} isLead>
          <OrderHead detail={data} />
          <OrderActions order={data.order} onChanged={query.retry} />
          <OrderFacts detail={data} />
        </Panel>
      </div>
      <div className={styles.column}>
        <Panel title={walletText('withdraw.order.timeline')}>
          <OrderTimeline detail={data} />
        </Panel>
      </div>
    </div>
  )
}

/** One order, refetched until it never changes again. */
function useOrder(orderNo: string): ServerData<OrderDetail> {
  const query = useMemberData('dealRecord.detail', { orderNo })
  // After a change of the number the data is that of the other order until the response arrives.
  const data = query.data?.order.orderNo === orderNo ? query.data : null
  const order = data?.order
  const isOver = order === undefined || isTerminal(order.kind, order.status)
  usePolling(isOver ? null : `${order.status} ${order.updatedAt}`, query)
  return { ...query, data }
}

/** 普通提款, 极速提款. */
function wayText({ kind }: OrderDetail['order']): string {
  return walletText(kind === 'withdraw' ? 'withdraw.form.normal' : 'withdraw.form.fast')
}

function Missing() {
  return (
    <Panel>
      <EmptyState
        level={2}
        scene="search"
        title={walletText('withdraw.order.missing')}
        text={walletText('withdraw.order.missingText')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet/records?type=withdraw">
            {walletText('withdraw.page.records')}
          </Link>
        }
      />
    </Panel>
  )
}

/** The amount, the status, and where the money is. */
function OrderHead({ detail }: { readonly detail: OrderDetail }) {
  const { order } = detail
  const { amount, fee, currency, kind, status, account } = order
  const amountText = useAmountText()
  const effect = lastEffect(detail)
  const net = amountText({ value: amount - fee, currency })
  return (
    <div className={styles.head}>
      <p className={styles.amount}>
        <b>
          <Amount value={amount} currency={currency} />
        </b>
        <OrderStatus kind={kind} status={status} />
      </p>
      <p className={styles.place} aria-live="polite">
        {isSent(order) && walletText('withdraw.money.sent', { amount: net, account })}
        {!isSent(order) && effect === 'settle' && walletText('withdraw.money.settle', { amount: net, account })}
        {!isSent(order) &&
          effect !== 'settle' &&
          walletText(`withdraw.money.${effect}`, { amount: amountText({ value: amount, currency }) })}
      </p>
    </div>
  )
}

/** The facts of an order. Of a released one there is neither fee nor net amount. */
function OrderFacts({ detail }: { readonly detail: OrderDetail }) {
  const { orderNo, account, amount, fee, currency, createdAt } = detail.order
  const effect = lastEffect(detail)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{walletText('withdraw.order.account')}</dt>
        <dd>{account}</dd>
      </div>
      {effect !== 'release' && (
        <>
          <div>
            <dt>{walletText('withdraw.order.fee')}</dt>
            <dd>
              <Amount value={fee} currency={currency} isInFull />
            </dd>
          </div>
          <div>
            <dt>{walletText(effect === 'settle' ? 'withdraw.order.paid' : 'withdraw.order.net')}</dt>
            <dd>
              <b>
                <Amount value={amount - fee} currency={currency} isInFull />
              </b>
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{walletText('withdraw.order.created')}</dt>
        <dd>{formatKickoff(createdAt, serverNow())}</dd>
      </div>
      <div>
        <dt>{walletText('withdraw.order.number')}</dt>
        <dd className={styles.number}>
          {orderNo}
          <IconButton
            size="small"
            label={walletText('withdraw.order.copy')}
            icon={<Copy size={16} />}
            onClick={() => void copyNumber(orderNo)}
          />
        </dd>
      </div>
    </dl>
  )
}

async function copyNumber(orderNo: string): Promise<void> {
  const isCopied = await copyText(orderNo)
  toast(
    isCopied ? { text: walletText('withdraw.order.copied'), tone: 'success' } : walletText('withdraw.order.copyFailed'),
  )
}
