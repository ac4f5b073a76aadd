import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { eventsOf, isOpen } from '#protocol/wallet/order-states.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { failureText } from '#state/data/failure-text.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { DemoBankHint } from '../demo-bank/DemoBankHint.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { StopNote } from '../responsible/StopNote.tsx'
import { PaymentHead } from './PaymentHead.tsx'
import { PayInstructions } from './PayInstructions.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import { Timeline } from './Timeline.tsx'
import { type Payment, usePayment } from './use-payment.ts'
import styles from './payment.module.css'

/** One deposit order: how to pay it, what the member can do, and what has happened. Keyed by its number. */
export function PaymentView({ orderNo }: { readonly orderNo: string }) {
  const payment = usePayment(orderNo)
  const { data: order } = payment
  // A payment that arrives during an exclusion is returned (I10).
  const stop = usePlayStop(
    'promotion',
    order !== null && eventsOf(order.kind, order.status, 'member').includes('claim'),
  )
  if (order === null) return <PaymentStates payment={payment} />
  const { kind, status, pay } = order
  const isToPay = eventsOf(kind, status, 'member').includes('claim')
  return (
    <div className={styles.grid}>
      <div className={styles.column}>
        {stop && <StopNote stop={stop} action="deposit" hasLink />}
        <PaymentHead order={order} isStopped={stop !== null} apply={payment.apply} />
        {isToPay && stop === null && pay !== null && <PayInstructions order={order} pay={pay} />}
        {isOpen(kind, status) && pay !== null && <ProofPanel order={order} apply={payment.apply} />}
        <Timeline orderNo={orderNo} revision={`${status} ${order.updatedAt}`} />
      </div>
      <div className={styles.column}>
        <OrderFacts order={order} />
        <DemoBankHint />
      </div>
    </div>
  )
}

function PaymentStates({ payment: { failure, isLoading, retry } }: { readonly payment: Payment }) {
  if (failure === null) {
    return (
      <Loading className={styles.loading}>
        <Skeleton height="196px" shape="plate" />
        <Skeleton height="260px" shape="plate" />
      </Loading>
    )
  }
  // A malformed number is refused as a parameter.
  if (failure.code === CODES.NOT_FOUND || failure.code === CODES.PARAM_ERROR) {
    return (
      <Panel>
        <EmptyState
          scene="search"
          level={2}
          title={walletText('deposit.pay.missingTitle')}
          text={walletText('deposit.pay.missingText')}
          action={
            <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet">
              {walletText('deposit.pay.back')}
            </Link>
          }
        />
      </Panel>
    )
  }
  return (
    <Panel>
      <ErrorPanel
        level={2}
        message={failureText(failure, walletText('deposit.pay.failed'))}
        code={failure.code}
        traceId={failure.traceId}
        isRetrying={isLoading}
        onRetry={retry}
      />
    </Panel>
  )
}
