import { type Ref, useRef } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { eventsOf, isPayIn } from '#protocol/wallet/order-states.ts'
import { playStop } from '#protocol/wallet/play-stop.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { OrderRows } from '../order/OrderRows.tsx'
import { useOpenOrders } from '../order/use-orders.ts'
import { DepositForm } from './DepositForm.tsx'
import { FirstLimit, Stopped, type Responsible, useFirstLimit } from './DepositLimits.tsx'
import type { DepositOptions } from './use-deposit.ts'
import styles from './deposit.module.css'

/** A deposit that can still be cancelled, so it is not paid. */
const isPending = ({ kind, status }: WalletOrder): boolean =>
  isPayIn(kind) && eventsOf(kind, status, 'member').includes('cancel')

/** Unpaid orders, and the form of a deposit in one currency or the reason why there is none. Keyed by the currency. */
export function DepositView({ currency }: { readonly currency: SettleCurrency }) {
  const types = useMemberData('payType.list', { currency })
  const rules = useMemberData('responsible.get', {})
  const orders = useOpenOrders()
  const pendingPanel = useRef<HTMLDivElement>(null)
  const isReady = types.data !== null && (rules.data !== null || rules.failure !== null)
  if (!isReady) {
    return (
      <Panel>
        <Loaded query={{ ...types, data: null }} title={walletText('deposit.form.typesFailed')} rows={3} height={76} />
      </Panel>
    )
  }
  return (
    <>
      <Pending
        ref={pendingPanel}
        orders={orders.open?.filter(isPending) ?? []}
        isStopped={rules.data !== null && rules.data.exclusion !== null}
      />
      <FormOrReason
        currency={currency}
        types={types.data?.list ?? []}
        rules={rules.data}
        onRefused={({ code }) => {
          rules.retry()
          orders.retry()
          if (code === CODES.PENDING_ORDER_EXISTS) pendingPanel.current?.focus()
        }}
      />
    </>
  )
}

interface PendingProps {
  /** An exclusion would return their payments. */
  readonly isStopped: boolean
  readonly orders: readonly WalletOrder[]
  readonly ref: Ref<HTMLDivElement>
}

function Pending({ isStopped, orders, ref }: PendingProps) {
  if (orders.length === 0) return null
  return (
    <div ref={ref} tabIndex={-1}>
      <Panel title={walletText('deposit.pending.title')}>
        <p className={styles.text}>{walletText(isStopped ? 'deposit.pending.stopped' : 'deposit.pending.text')}</p>
        <OrderRows orders={orders} label={walletText('deposit.pending.title')} />
      </Panel>
    </div>
  )
}

interface FormOrReasonProps extends Pick<DepositOptions, 'currency' | 'onRefused'> {
  readonly types: readonly DepositOptions['types'][number][]
  /** Null if they could not be read. The server checks them in any case. */
  readonly rules: Responsible | null
}

function FormOrReason({ currency, types, rules, onRefused }: FormOrReasonProps) {
  const first = useFirstLimit(rules)
  const [firstType, ...others] = types
  const stop = rules && playStop(rules, 'deposit')
  if (stop) return <Stopped stop={stop} />
  if (firstType === undefined) {
    return (
      <Panel>
        <EmptyState
          scene="closed"
          level={2}
          title={walletText('deposit.form.noneTitle')}
          text={walletText('deposit.form.noneText')}
          action={
            <Link className={buttonClass({ kind: 'primary' })} to="/cs">
              {walletText('deposit.form.service')}
            </Link>
          }
        />
      </Panel>
    )
  }
  if (first.isAsked) return <FirstLimit onSkip={first.skip} />
  return (
    <DepositForm
      currency={currency}
      types={[firstType, ...others]}
      remaining={rules?.remaining.deposit ?? null}
      onRefused={onRefused}
    />
  )
}
