import { useAtomValue } from 'jotai'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  Hourglass,
  type LucideIcon,
  Scale,
  SearchCheck,
  TimerOff,
  Undo2,
  WalletCards,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { eventsOf, ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { formatLeft } from '#lib/countdown.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { clockAtom } from '#state/data/clock.ts'
import { Panel } from '#ui/Panel.tsx'
import { Amount } from '../Amount.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import type { Payment } from './use-payment.ts'
import styles from './payment.module.css'

type Key = Extract<Parameters<typeof walletText>[0], `deposit.head.${string}`>

interface Head {
  readonly picture: LucideIcon
  readonly tone: 'wait' | 'good' | 'bad' | 'over'
  readonly title: Key
  readonly text: Key
}

const waits = (picture: LucideIcon, title: Key, text: Key): Head => ({ picture, tone: 'wait', title, text })

/** By the names of the states of both kinds (Annex E.2, E.4). */
const HEADS: Readonly<Record<string, Head>> = {
  created: waits(Hourglass, 'deposit.head.created', 'deposit.head.createdText'),
  waitingMatch: waits(Hourglass, 'deposit.head.waitingMatch', 'deposit.head.waitingMatchText'),
  paying: waits(WalletCards, 'deposit.head.paying', 'deposit.head.payingText'),
  matched: waits(WalletCards, 'deposit.head.matched', 'deposit.head.matchedText'),
  paidClaimed: waits(SearchCheck, 'deposit.head.paidClaimed', 'deposit.head.paidClaimedText'),
  payerPaid: waits(SearchCheck, 'deposit.head.payerPaid', 'deposit.head.payerPaidText'),
  appealing: waits(Scale, 'deposit.head.appealing', 'deposit.head.appealingText'),
  lateReview: waits(SearchCheck, 'deposit.head.lateReview', 'deposit.head.lateReviewText'),
  returning: waits(Undo2, 'deposit.head.returning', 'deposit.head.returnedText'),
  returned: { picture: Undo2, tone: 'over', title: 'deposit.head.returned', text: 'deposit.head.returnedText' },
  success: { picture: CircleCheck, tone: 'good', title: 'deposit.head.success', text: 'deposit.head.successText' },
  rejected: { picture: CircleAlert, tone: 'bad', title: 'deposit.head.rejected', text: 'deposit.head.rejectedText' },
  cancelled: { picture: Ban, tone: 'over', title: 'deposit.head.cancelled', text: 'deposit.head.overText' },
  closed: { picture: Ban, tone: 'over', title: 'deposit.head.closed', text: 'deposit.head.overText' },
  expired: { picture: TimerOff, tone: 'over', title: 'deposit.head.expired', text: 'deposit.head.overText' },
}
const STOPPED: Head = { picture: Ban, tone: 'bad', title: 'deposit.head.stopped', text: 'deposit.head.stoppedText' }
const UNKNOWN = waits(Hourglass, 'deposit.head.created', 'deposit.head.createdText')

/** The heading of an order by its state. */
export function headOf({ kind, status, updatedAt, expireAt }: WalletOrder): Head {
  const name = ORDER_STATES[kind].states[status] ?? ''
  const isExpired = name === 'closed' && expireAt !== null && updatedAt >= expireAt
  const head = HEADS[isExpired ? 'expired' : name] ?? UNKNOWN
  const mayComeLate = ORDER_STATES[kind].transitions.some(({ from, event }) => from === status && event === 'late')
  return mayComeLate ? { ...head, text: 'deposit.head.lateText' } : head
}

export interface PaymentHeadProps {
  readonly order: WalletOrder
  /** An exclusion would return the payment of this unpaid order. */
  readonly isStopped: boolean
  readonly apply: Payment['apply']
}

/** The state of the order, the time that is left to pay it, and what the member can do. */
export function PaymentHead({ order, isStopped, apply }: PaymentHeadProps) {
  const { kind, status, currency, amount, fee, expireAt } = order
  const { picture: Picture, tone, title, text } = isStopped ? STOPPED : headOf(order)
  const isToPay = eventsOf(kind, status, 'member').includes('claim')
  const heading = useHeadingFocus(status)
  return (
    <Panel isLead>
      <div className={styles.head}>
        <span className={styles.picture} data-tone={tone} aria-hidden="true">
          <Picture size={28} />
        </span>
        <div className={styles.words} aria-live="polite">
          <h2 ref={heading} tabIndex={-1}>
            {walletText(title)}
          </h2>
          <p>{walletText(text)}</p>
        </div>
        {isToPay && !isStopped && expireAt !== null && <Countdown until={expireAt} />}
        {tone === 'good' && (
          <b className={styles.credited}>
            <Amount value={amount - fee} currency={currency} withPlus />
          </b>
        )}
      </div>
      <PaymentActions key={status} order={order} isStopped={isStopped} apply={apply} />
    </Panel>
  )
}

/** The pressed button and its dialog are removed with the state that they belong to; the new state gets their focus. */
function useHeadingFocus(status: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    if (document.activeElement === document.body) heading.current?.focus()
  }, [status])
  return heading
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
