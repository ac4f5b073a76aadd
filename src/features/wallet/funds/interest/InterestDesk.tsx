import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded, PanelLoading } from '#ui/state/Loaded.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { HideAmounts } from '../../Amount.tsx'
import { CurrencyChoice } from '../../use-wallet-currency.tsx'
import funds from '../funds.module.css'
import { useSettledCalls } from '../../use-balances.ts'
import { InterestChart } from './InterestChart.tsx'
import { InterestMove } from './InterestMove.tsx'
import { InterestRecords } from './InterestRecords.tsx'
import { InterestSummary } from './InterestSummary.tsx'
import styles from './interest.module.css'

interface InterestDeskProps {
  readonly currency: SettleCurrency
  readonly onCurrency: (currency: SettleCurrency) => void
}

/** The interest wallet: figures, transfers, the interest of 30 days, and records (S1.15, S7.77). */
export function InterestDesk({ currency, onCurrency }: InterestDeskProps) {
  const query = useMemberData('interest.info', { currency })
  const [moves, setMoves] = useState(0)
  const isOpen = useAtomValue(siteConfigAtom).interestWalletSwitch === 1
  const info = query.data?.currency === currency ? query.data : null
  const refetch = () => {
    query.retry()
    setMoves((count) => count + 1)
  }
  useSettledCalls(query.retry)
  return (
    <div className={styles.desk}>
      <Panel className={styles.lead} title={walletText('funds.interest.wallet')} aside={<HideAmounts />} isLead>
        <div className={funds.currency}>
          <CurrencyChoice currency={currency} onChange={onCurrency} />
        </div>
        <Loaded
          query={{ ...query, data: info }}
          title={walletText('funds.interest.loadFailed')}
          skeleton={
            <PanelLoading>
              <Skeleton height="68px" width="40%" />
              <Skeleton height="44px" />
              <Skeleton height="93px" />
            </PanelLoading>
          }
        >
          {(known) => <InterestSummary info={known} />}
        </Loaded>
      </Panel>
      <div className={styles.move}>
        <InterestMove currency={currency} info={info} isOpen={isOpen} onMoved={refetch} />
      </div>
      <div className={styles.rest}>
        <Panel title={walletText('funds.chart.title')}>
          {info ? (
            <InterestChart currency={currency} series={info.series} />
          ) : (
            <div className={funds.body}>
              <Skeleton shape="plate" height="180px" />
            </div>
          )}
        </Panel>
        <InterestRecords key={`${currency} ${moves}`} currency={currency} />
      </div>
    </div>
  )
}
