import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { transferObstacle } from '#protocol/rules/venue.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { Amount, useAmountText } from '../Amount.tsx'
import { OrderStatus } from '../order/OrderStatus.tsx'
import type { OpenOrders } from '../order/use-orders.ts'
import type { MoneyByPlace, Venue } from './use-money-by-place.ts'
import styles from './VenuePanel.module.css'

const OPEN = 0
const MAINTENANCE = 1
interface VenuePanelProps {
  readonly balances: MoneyByPlace
  readonly orders: OpenOrders
}

/** MoneyByPlace in the venues, the way back to the centre with a result per venue, and the mode of transfers. */
export function VenuePanel({ balances, orders }: VenuePanelProps) {
  const { currency, venues, inVenues, failure, isLoading, retry } = balances
  const [result, setResult] = useState<Recovered | null>(null)
  const money = useMoneyCall('transfer.oneKeyRecover', (data, { params }) => {
    setResult({ ...data, currency: params.currency })
    orders.retry()
  })
  const recover = () => {
    setResult(null)
    void money.send({ currency })
  }
  return (
    <Panel
      title={walletText('home.venues.title')}
      aside={
        <Button
          size="small"
          icon={<Undo2 size={16} aria-hidden="true" />}
          isLoading={money.isBusy}
          disabled={money.unsettled === null && !(inVenues !== null && inVenues > 0)}
          onClick={recover}
        >
          {walletText(money.unsettled ? 'home.venues.recoverAgain' : 'home.venues.recover')}
        </Button>
      }
    >
      <div className={styles.news} aria-live="polite">
        {money.unsettled && <p className={styles.text}>{walletText('home.venues.unsettled')}</p>}
        {result && <Results result={result} venues={venues ?? []} orders={orders} onRetry={recover} />}
      </div>
      {money.failure && !money.unsettled && (
        <div className={styles.failure}>
          <FormFailure failure={money.failure} />
        </div>
      )}
      {venues === null && failure === null && (
        <Loading className={styles.loading}>
          <Skeleton height="104px" shape="plate" />
        </Loading>
      )}
      {venues === null && failure && (
        <ErrorLine
          message={walletText('home.venues.failed')}
          failure={failure}
          isRetrying={isLoading}
          onRetry={retry}
        />
      )}
      {venues !== null && <VenueRows venues={venues} currency={currency} open={orders.open ?? []} />}
      <TransferMode />
    </Panel>
  )
}

type Recovered = DataOf<'transfer.oneKeyRecover'> & Pick<MoneyByPlace, 'currency'>

interface ResultsProps {
  readonly result: Recovered
  readonly venues: readonly Venue[]
  readonly orders: OpenOrders
  readonly onRetry: () => void
}

/** What became of the balance of each venue. An order that is not finished is followed in the list of orders. */
function Results({ result, venues, orders, onRetry }: ResultsProps) {
  const amountText = useAmountText()
  const { currency } = result
  const nameOf = (enName: string) => venues.find(({ venueEnName }) => venueEnName === enName)?.venueChName ?? enName
  const current = result.orders.map(
    (order) => orders.data?.list.find(({ orderNo }) => orderNo === order.orderNo) ?? order,
  )
  const isNothing = current.length === 0 && result.failed.length === 0
  return (
    <>
      <p className={styles.text}>
        {isNothing
          ? walletText('home.venues.recoverNone')
          : walletText('home.venues.recovered', { amount: amountText({ value: result.recovered, currency }) })}
      </p>
      <Rows label={walletText('home.venues.results')} className={styles.results}>
        {current.map((order) => (
          <Row
            key={order.orderNo}
            title={nameOf(order.channel)}
            end={
              <>
                <OrderStatus kind={order.kind} status={order.status} />
                <b className={styles.amount}>
                  <Amount value={order.amount} currency={currency} withPlus />
                </b>
              </>
            }
          />
        ))}
        {result.failed.map(({ venueEnName, message }) => (
          <Row
            key={venueEnName}
            title={nameOf(venueEnName)}
            note={walletText('home.venues.recoverFailed', { reason: message })}
            end={
              <Button size="tiny" onClick={onRetry}>
                {walletText('home.venues.retry')}
              </Button>
            }
          />
        ))}
      </Rows>
    </>
  )
}

interface VenueRowsProps extends Pick<MoneyByPlace, 'currency'> {
  readonly venues: readonly Venue[]
  /** Orders that still change. */
  readonly open: readonly WalletOrder[]
}

/** Venues with a balance or a transfer in progress; the others in a list that opens. */
function VenueRows({ venues, currency, open }: VenueRowsProps) {
  const transferOf = ({ venueEnName }: Venue) =>
    open.find((order) => order.channel === venueEnName && order.currency === currency)
  const full = venues.filter((venue) => venue.balance > 0 || transferOf(venue))
  // Venues that have not opened yet or are not displayed are listed only while they hold money.
  const rest = venues.filter((venue) => !full.includes(venue) && transferObstacle('in', venue) !== 'closed')
  const rows = (list: readonly Venue[], label: string) => (
    <Rows label={label}>
      {list.map((venue) => (
        <Row
          key={venue.venueEnName}
          title={venue.venueChName}
          end={
            <>
              <Transfer order={transferOf(venue)} />
              {venue.status !== OPEN && (
                <Badge>
                  {walletText(venue.status === MAINTENANCE ? 'home.venues.maintenance' : 'home.venues.preparing')}
                </Badge>
              )}
              <b className={styles.amount}>
                <Amount value={venue.balance} currency={currency} />
              </b>
            </>
          }
        />
      ))}
    </Rows>
  )
  return (
    <>
      {full.length > 0 ? (
        rows(full, walletText('home.venues.title'))
      ) : (
        <p className={styles.text}>{walletText('home.venues.none')}</p>
      )}
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{walletText('home.venues.rest', { count: rest.length })}</summary>
          {rows(rest, walletText('home.venues.rest', { count: rest.length }))}
        </details>
      )}
    </>
  )
}

function Transfer({ order }: { readonly order: WalletOrder | undefined }) {
  return order && <OrderStatus kind={order.kind} status={order.status} />
}

/** S7.76: automatic or manual transfers. The old choice is shown again after a refusal, with the reason. */
function TransferMode() {
  const { data, failure, isLoading, retry } = useMemberData('walletType.get', {})
  const [wanted, setWanted] = useState<'auto' | 'manual' | null>(null)
  const [refusal, setRefusal] = useState<typeof failure>(null)
  if (data === null) {
    return failure ? (
      <ErrorLine
        message={walletText('home.venues.modeFailed')}
        failure={failure}
        isRetrying={isLoading}
        onRetry={retry}
      />
    ) : null
  }
  const type = wanted ?? data.type
  const change = async (isOn: boolean) => {
    const next = isOn ? 'auto' : 'manual'
    setWanted(next)
    setRefusal(null)
    const result = await call('walletType.set', { type: next })
    if (result.ok) return retry()
    setWanted(null)
    setRefusal(result)
  }
  return (
    <div className={styles.mode}>
      <Switch label={walletText('home.venues.mode')} isOn={type === 'auto'} onChange={(isOn) => void change(isOn)} />
      <p>{walletText(type === 'auto' ? 'home.venues.modeAuto' : 'home.venues.modeManual')}</p>
      {refusal && <FormFailure failure={refusal} />}
    </div>
  )
}
