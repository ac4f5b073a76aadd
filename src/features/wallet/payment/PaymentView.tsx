import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { eventsOf, isOpen } from '#protocol/wallet/order-states.ts'
import { formatLeft } from '#lib/countdown.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { clockAtom } from '#state/data/clock.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Amount } from '../Amount.tsx'
import { DemoBankHint } from '../demo-bank/DemoBankHint.tsx'
import { OrderFacts } from '../order/OrderFacts.tsx'
import { OrderHead } from '../order/OrderHead.tsx'
import { OrderStatus } from '../order/OrderStatus.tsx'
import { OrderTimeline } from '../order/OrderTimeline.tsx'
import { OrderColumn, OrderView, type ShownOrder } from '../order/OrderView.tsx'
import { paymentText, toneOf } from '../order/order-texts.ts'
import { StopNote } from '../responsible/StopNote.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PayInstructions } from './PayInstructions.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import styles from './payment.module.css'

/** One deposit order: how to pay it, what the member can do, and what has happened. Keyed by its number. */
export function PaymentView({ orderNo }: { readonly orderNo: string }) {
  const action = (
    <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet">
      {walletText('deposit.pay.back')}
    </Link>
  )
  return (
    <OrderView
      orderNo={orderNo}
      kinds={['deposit', 'speedDeposit']}
      missing={{ title: walletText('deposit.pay.missingTitle'), text: walletText('deposit.pay.missingText'), action }}
    >
      {(order) => <Payment {...order} />}
    </OrderView>
  )
}

function Payment({ detail, apply }: ShownOrder) {
  const { order } = detail
  const { kind, status, pay, amount, fee, currency, expireAt } = order
  const isToPay = eventsOf(kind, status, 'member').includes('claim')
  // A payment that arrives during an exclusion is returned (I10).
  const stop = usePlayStop('promotion', isToPay)
  const [title, text] = stop
    ? ([walletText('deposit.head.stopped'), walletText('deposit.head.stoppedText')] as const)
    : paymentText(order)
  return (
    <>
      <OrderColumn>
        {stop && <StopNote stop={stop} action="deposit" hasLink />}
        <OrderHead
          {...{ order, title, text }}
          isStopped={stop !== null}
          end={
            <>
              {isToPay && stop === null && expireAt !== null && <Countdown until={expireAt} />}
              {toneOf(order) === 'good' && (
                <b className={styles.credited}>
                  <Amount value={amount - fee} currency={currency} withPlus />
                </b>
              )}
            </>
          }
        >
          <PaymentActions key={status} order={order} isStopped={stop !== null} apply={apply} />
        </OrderHead>
        {isToPay && stop === null && pay !== null && <PayInstructions order={order} pay={pay} />}
        {isOpen(kind, status) && pay !== null && <ProofPanel order={order} apply={apply} />}
        <OrderTimeline detail={detail} />
      </OrderColumn>
      <OrderColumn>
        <Panel title={walletText('deposit.order.title')} aside={<OrderStatus kind={kind} status={status} isLead />}>
          <OrderFacts order={order} />
        </Panel>
        <DemoBankHint />
      </OrderColumn>
    </>
  )
}

function Countdown({ until }: { readonly until: number }) {
  const left = until - useAtomValue(clockAtom)
  return (
    <div className={styles.countdown}>
      {left > 0 ? (
        <>
          <span>{walletText('deposit.pay.left')}</span>
          <b role="timer">{formatLeft(left)}</b>
        </>
      ) : (
        <span>{walletText('deposit.pay.overdue')}</span>
      )}
    </div>
  )
}
