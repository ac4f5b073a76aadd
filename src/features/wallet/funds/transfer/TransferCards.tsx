import { CircleCheck, CircleX, X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { isOpen as isOpenStatus, stateOf } from '#protocol/wallet/order-states.ts'
import { formatKickoff } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { serverNow } from '#transport/client.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import { useAmountText } from '../../Amount.tsx'
import { orderPath } from '../../order/use-orders.ts'
import styles from './transfer.module.css'
import { OrderWatch, type Transfers } from './use-transfers.ts'

const isOpen = ({ kind, status }: WalletOrder): boolean => isOpenStatus(kind, status)

interface TransferCardsProps {
  readonly transfers: Transfers
  /** Order that was made on this page last. */
  readonly made: string | null
  /** Shows this order only, or all others whose outcome is open. */
  readonly shows: 'made' | 'others'
  readonly venueName: (venueEnName: string) => string
  /** The outcome of an order became known. */
  readonly onKnown: () => void
}

/**
 * The outcome of transfers: where the money is, and what happens next. Open ones are requested again until they are
 * known.
 */
export function TransferCards({ transfers, made, shows, venueName, onKnown }: TransferCardsProps) {
  const [watched, setWatched] = useState<readonly string[]>([])
  const [closed, setClosed] = useState<readonly string[]>([])
  const { put } = transfers
  const take = useCallback(
    (order: WalletOrder) => {
      put([order])
      if (isOpen(order)) return
      setWatched((before) => [...before, order.orderNo])
      onKnown()
    },
    [put, onKnown],
  )
  const shown = (transfers.list ?? []).filter((order) => {
    const isMade = order.orderNo === made
    if (isMade !== (shows === 'made') || closed.includes(order.orderNo)) return false
    return isMade || isOpen(order) || watched.includes(order.orderNo)
  })
  return (
    <output className={styles.cards} aria-label={walletText('funds.transfer.results')}>
      {shown.map((order) => (
        <TransferCard
          key={order.orderNo}
          order={order}
          venue={venueName(order.channel)}
          onClose={() => setClosed([...closed, order.orderNo])}
        />
      ))}
      {shown.filter(isOpen).map(({ orderNo }) => (
        <OrderWatch key={orderNo} orderNo={orderNo} onOrder={take} />
      ))}
    </output>
  )
}

interface TransferCardProps {
  readonly order: WalletOrder
  readonly venue: string
  readonly onClose: () => void
}

function TransferCard({ order, venue, onClose }: TransferCardProps) {
  const { kind, status, amount: value, currency, orderNo, updatedAt } = order
  const amount = useAmountText()({ value, currency, isInFull: true })
  const state = stateOf(kind, status)
  const isIn = kind === 'transferIn'
  const isGood = state === 'success'
  const isBad = state === 'failed'
  return (
    <article className={styles.card} data-state={isGood ? 'good' : isBad ? 'bad' : 'open'}>
      {isGood ? <CircleCheck size={20} /> : isBad ? <CircleX size={20} /> : <Spinner />}
      <div className={styles.cardText}>
        <b>{cardTitle({ isIn, isGood, isBad }, { venue, amount })}</b>
        <p>{cardText({ isIn, isGood, isBad }, { venue, amount, time: formatKickoff(updatedAt, serverNow()) })}</p>
        <Link to={orderPath(order)}>{walletText('funds.transfer.orderNo', { orderNo })}</Link>
      </div>
      {(isGood || isBad) && (
        <IconButton
          size="small"
          label={walletText('funds.transfer.closeCard')}
          icon={<X size={20} />}
          onClick={onClose}
        />
      )}
    </article>
  )
}

interface CardState {
  readonly isIn: boolean
  readonly isGood: boolean
  readonly isBad: boolean
}

interface CardValues {
  readonly venue: string
  readonly amount: string
}

function cardTitle({ isIn, isGood, isBad }: CardState, values: CardValues): string {
  if (isGood) return walletText(isIn ? 'funds.transfer.doneIn' : 'funds.transfer.doneOut', values)
  if (isBad) return walletText('funds.transfer.failed')
  return walletText('funds.transfer.openTitle', { venue: values.venue })
}

function cardText({ isIn, isGood, isBad }: CardState, values: CardValues & { readonly time: string }): string {
  if (isGood) return walletText('funds.transfer.doneText', { time: values.time })
  if (isBad) return walletText(isIn ? 'funds.transfer.failedIn' : 'funds.transfer.failedOut', values)
  return walletText('funds.transfer.openText', { amount: values.amount })
}
