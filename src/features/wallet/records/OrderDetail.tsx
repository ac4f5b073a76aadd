import { Link } from 'react-router-dom'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { eventsOf, isOpen, isTransfer, ORDER_KINDS } from '#protocol/wallet/order-states.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Amount, useAmountText } from '../Amount.tsx'
import { OrderFacts } from '../order/OrderFacts.tsx'
import { OrderHead } from '../order/OrderHead.tsx'
import { OrderTimeline } from '../order/OrderTimeline.tsx'
import { OrderColumn, OrderView } from '../order/OrderView.tsx'
import { isPayout, kindText, placeText, statusText, timeText } from '../order/order-texts.ts'
import { useVenueNames } from '../games/GameFilterForm.tsx'
import type { OrderDetail as Detail } from '../order/use-order.ts'
import { orderPath } from '../order/use-orders.ts'
import orderStyles from '../order/order.module.css'
import styles from './records.module.css'

type Posting = Detail['postings'][number]

/** One order: its facts, its events and the postings of the member in plain words (S7.75). Keyed by its number. */
export function OrderDetail({ orderNo }: { readonly orderNo: string }) {
  const amountText = useAmountText()
  return (
    <OrderView
      orderNo={orderNo}
      kinds={ORDER_KINDS}
      missing={{ title: walletText('records.detail.gone'), text: walletText('records.detail.goneText') }}
    >
      {({ detail }) => {
        const { order } = detail
        const { kind, status } = order
        const text = isPayout(order)
          ? placeText(order, amountText)
          : isOpen(kind, status)
            ? walletText('records.detail.open')
            : ''
        return (
          <>
            <OrderColumn>
              <OrderHead order={order} name={kindText(kind)} title={statusText(kind, status)} text={text}>
                <Handle order={order} />
                <OrderFacts order={order} />
              </OrderHead>
            </OrderColumn>
            <OrderColumn>
              <OrderTimeline detail={detail} />
              <Postings detail={detail} />
            </OrderColumn>
          </>
        )
      }}
    </OrderView>
  )
}

/** The way to the page of the order, if the member can do something there. */
function Handle({ order }: { readonly order: WalletOrder }) {
  if (isTransfer(order.kind) || eventsOf(order.kind, order.status, 'member').length === 0) return null
  return (
    <div className={orderStyles.actions}>
      <Link className={buttonClass({ kind: 'primary' })} to={orderPath(order)}>
        {walletText('records.detail.handle')}
      </Link>
    </div>
  )
}

function After({ value, currency }: { readonly value: number; readonly currency: WalletOrder['currency'] }) {
  const amountText = useAmountText()
  return <small>{walletText('records.posting.after', { amount: amountText({ value, currency }) })}</small>
}

type VenueNames = ReturnType<typeof useVenueNames>

function accountName(account: string, venues: VenueNames): string {
  if (account === 'main' || account === 'locked') return walletText(`records.posting.${account}`)
  if (!account.startsWith('venue:')) return walletText('records.posting.other')
  const code = account.slice(6)
  return walletText('records.posting.venue', { name: venues.get(code) ?? code })
}

/** The posting in plain words: 从中心钱包冻结, 存入中心钱包. */
function postingText({ type, account, amount }: Posting, venues: VenueNames): string {
  return walletText(`records.moved.${type}${amount < 0 ? 'Out' : 'In'}`, { account: accountName(account, venues) })
}

function Postings({ detail: { order, postings } }: { readonly detail: Detail }) {
  const { currency } = order
  const venues = useVenueNames()
  const total = postings.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Panel title={walletText('records.posting.title')}>
      {postings.length === 0 ? (
        <p className={styles.note}>{walletText('records.posting.none')}</p>
      ) : (
        <>
          <ul className={styles.postings}>
            {postings.map((posting, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- postings are only added at the end
              <li key={index}>
                <span>
                  {postingText(posting, venues)}
                  <small>{timeText(posting.at, serverNow())}</small>
                </span>
                <span>
                  <b>
                    <Amount value={posting.amount} currency={currency} withPlus />
                  </b>
                  <After value={posting.balanceAfter} currency={currency} />
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.total}>
            {walletText('records.posting.total')}
            <b>
              <Amount value={total} currency={currency} withPlus />
            </b>
          </p>
        </>
      )}
    </Panel>
  )
}
