import { useCallback, useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded, type LoadedProps, PanelLoading } from '#ui/state/Loaded.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { HideAmounts } from '../../Amount.tsx'
import { CurrencyChoice } from '../../use-wallet-currency.tsx'
import funds from '../funds.module.css'
import { useBalances } from '../../use-balances.ts'
import { RecentTransfers } from './RecentTransfers.tsx'
import { RecoverPanel } from './RecoverPanel.tsx'
import { TransferCards } from './TransferCards.tsx'
import { TransferForm } from './TransferForm.tsx'
import styles from './transfer.module.css'
import { useTransferForm } from './use-transfer-form.ts'
import { useTransfers } from './use-transfers.ts'

interface TransferDeskProps {
  /** An exclusion, a limit or a reality check stops transfers into venues. The page says which. */
  readonly isStopped: boolean
  readonly currency: SettleCurrency
  readonly onCurrency: (currency: SettleCurrency) => void
}

/** Transfers between centre and venues: outcomes, form, recovery and the newest transfers (E.5). */
export function TransferDesk({ isStopped, currency, onCurrency }: TransferDeskProps) {
  const balances = useBalances(currency)
  const transfers = useTransfers()
  const [made, setMade] = useState<string | null>(null)
  const { data, retry } = balances
  const venueName = useCallback(
    (enName: string) => data?.venues.find(({ venueEnName }) => venueEnName === enName)?.venueChName ?? enName,
    [data],
  )
  const take = (orders: readonly WalletOrder[]) => {
    transfers.put(orders)
    retry()
  }
  // The calls stay mounted while balances of another currency are loaded.
  const form = useTransferForm({
    currency,
    balances: data,
    transfers,
    onMoved: (order) => {
      setMade(order.orderNo)
      take([order])
    },
  })
  // Without the newest transfers it is unknown which venues have an open one.
  const isReady = data !== null && transfers.list !== null
  const cards = { transfers, made, venueName, onKnown: retry }
  return (
    <div className={funds.columns}>
      <div className={funds.column}>
        <TransferCards {...cards} shows="others" />
        <Panel title={walletText('funds.transfer.panel')} aside={<HideAmounts />} isLead>
          <div className={funds.currency}>
            <CurrencyChoice currency={currency} onChange={onCurrency} />
          </div>
          {isReady ? (
            <>
              <TransferForm form={form} isStopped={isStopped} currency={currency} balances={data} />
              {/* Where the member has pressed, also on a phone. */}
              <div className={styles.made}>
                <TransferCards {...cards} shows="made" />
              </div>
            </>
          ) : (
            <FormStates query={data === null ? balances : { ...transfers, data: transfers.list }} />
          )}
        </Panel>
      </div>
      <div className={funds.column}>
        <RecoverPanel
          currency={currency}
          balances={isReady ? data : null}
          transfers={transfers}
          venueName={venueName}
          onRecovered={take}
        />
        <RecentTransfers transfers={transfers} venueName={venueName} />
      </div>
    </div>
  )
}

/** The form while it is loaded, or why it cannot be. */
function FormStates({ query }: Pick<LoadedProps<unknown>, 'query'>) {
  return (
    <Loaded
      query={query}
      title={walletText('funds.transfer.loadFailed')}
      skeleton={
        <PanelLoading>
          {['88px', '270px', '88px', '44px'].map((height, index) => (
            <Skeleton key={index} shape="plate" height={height} />
          ))}
        </PanelLoading>
      }
    />
  )
}
