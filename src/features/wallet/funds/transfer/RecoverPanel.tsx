import { useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { Amount } from '../../Amount.tsx'
import { OrderStatus } from '../../order/OrderStatus.tsx'
import { orderPath } from '../../order/use-orders.ts'
import funds from '../funds.module.css'
import { Unsettled } from '../Unsettled.tsx'
import type { Balances } from '../../use-balances.ts'
import styles from './transfer.module.css'
import type { Transfers } from './use-transfers.ts'

type Recovered = DataOf<'transfer.oneKeyRecover'>

interface RecoverPanelProps {
  readonly currency: SettleCurrency
  /** Null until it is known what can be recovered. */
  readonly balances: Balances | null
  readonly transfers: Transfers
  readonly venueName: (venueEnName: string) => string
  readonly onRecovered: (orders: readonly WalletOrder[]) => void
}

/** One-key recovery: all balances of venues to the centre, with a result per venue (E.5). */
export function RecoverPanel({ currency, balances, transfers, venueName, onRecovered }: RecoverPanelProps) {
  const [result, setResult] = useState<Recovered | null>(null)
  const money = useMoneyCall('transfer.oneKeyRecover', (data) => {
    setResult(data)
    onRecovered(data.orders)
  })
  const venues = balances?.venues ?? []
  const total = venues.reduce((sum, { balance }) => sum + balance, 0)
  const isChecking = venues.some(({ venueEnName }) => transfers.openOf(venueEnName, currency) !== null)
  const { unsettled } = money
  return (
    <Panel title={walletText('funds.recover.title')}>
      <div className={funds.form}>
        <p className={styles.total}>
          <span>{walletText('funds.recover.total')}</span>
          <b>
            <Amount value={balances && total} currency={currency} />
          </b>
        </p>
        {unsettled === null ? (
          <Button
            size="large"
            isWide
            isLoading={money.isBusy}
            disabled={total === 0 || isChecking}
            onClick={() => void money.send({ currency })}
          >
            {walletText('funds.recover.action')}
          </Button>
        ) : (
          <Unsettled
            text={walletText('funds.recover.sent')}
            isBusy={money.isBusy}
            onRepeat={() => void money.send(unsettled)}
          />
        )}
        <p className={funds.text}>
          {walletText(
            isChecking
              ? 'funds.recover.checking'
              : balances && total === 0
                ? 'funds.recover.nothing'
                : 'funds.recover.text',
          )}
        </p>
        {money.failure && unsettled === null && <FormFailure failure={money.failure} />}
      </div>
      {result && <RecoverResult result={result} latest={transfers.latest} venueName={venueName} />}
    </Panel>
  )
}

interface RecoverResultProps {
  readonly result: Recovered
  readonly latest: Transfers['latest']
  readonly venueName: (venueEnName: string) => string
}

function RecoverResult({ result: { orders, failed }, latest, venueName }: RecoverResultProps) {
  return (
    <output className={styles.block}>
      <Rows label={walletText('funds.recover.results')} className={styles.results}>
        {orders.map(latest).map(({ orderNo, channel, kind, status, amount, currency }) => (
          <Row
            key={orderNo}
            to={orderPath({ kind, orderNo })}
            title={venueName(channel)}
            note={<Amount value={amount} currency={currency} isInFull />}
            end={<OrderStatus kind={kind} status={status} />}
          />
        ))}
        {failed.map(({ venueEnName, message }) => (
          <Row
            key={venueEnName}
            title={venueName(venueEnName)}
            note={message}
            end={<Badge tone="danger">{walletText('funds.recover.failed')}</Badge>}
          />
        ))}
      </Rows>
    </output>
  )
}
