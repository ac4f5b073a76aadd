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
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { stateOf } from '#protocol/wallet/order-states.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Amount, HideAmounts } from '../Amount.tsx'
import { toneOf } from './order-texts.ts'
import styles from './order.module.css'

/** Pictures by the names of states; an hourglass for the others. */
const PICTURES: Readonly<Record<string, LucideIcon>> = {
  paying: WalletCards,
  matched: WalletCards,
  paidOut: WalletCards,
  paidClaimed: SearchCheck,
  payerPaid: SearchCheck,
  reviewing: SearchCheck,
  lateReview: SearchCheck,
  appealing: Scale,
  returning: Undo2,
  returned: Undo2,
  success: CircleCheck,
  rejected: CircleAlert,
  failed: CircleAlert,
  cancelled: Ban,
  closed: Ban,
  expired: TimerOff,
}

interface OrderHeadProps {
  readonly order: WalletOrder
  /** Heading of the panel. */
  readonly name?: string
  readonly title: string
  readonly text: string
  /** The order is to be cancelled. */
  readonly isStopped?: boolean
  /** At the right, the amount by default. */
  readonly end?: ReactNode
  /** Actions and facts. */
  readonly children: ReactNode
}

/** The lead panel of an order: its state in words and what it means. */
export function OrderHead({ order, name, title, text, isStopped = false, end, children }: OrderHeadProps) {
  const { kind, status, amount, currency } = order
  const Picture = isStopped ? Ban : (PICTURES[stateOf(kind, status) ?? ''] ?? Hourglass)
  const heading = useHeadingFocus(status)
  const Heading = name === undefined ? 'h2' : 'h3'
  return (
    <Panel isLead {...(name !== undefined && { title: name, aside: <HideAmounts /> })}>
      <div className={styles.head}>
        <span className={styles.picture} data-tone={isStopped ? 'bad' : toneOf(order)} aria-hidden="true">
          <Picture size={28} />
        </span>
        <div className={styles.words} aria-live="polite">
          <Heading ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          {text !== '' && <p>{text}</p>}
        </div>
        {end === undefined ? (
          <b className={styles.amount}>
            <Amount value={amount} currency={currency} isInFull />
          </b>
        ) : (
          end
        )}
      </div>
      {children}
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
