import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { walletText } from '#messages/zh/wallet.ts'
import { siteAtom } from '#state/site/site.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { failureText } from '#lib/failure-text.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { HideAmounts } from '../../Amount.tsx'
import funds from '../funds.module.css'
import { useBalances } from '../../use-balances.ts'
import { AddressPanel } from './AddressPanel.tsx'
import { ConvertedStep } from './ConvertedStep.tsx'
import { ConvertForm } from './ConvertForm.tsx'
import { EarlierConversion, OfferStep } from './OfferStep.tsx'
import { RecentConversions } from './RecentConversions.tsx'
import { RateLine } from './RateLine.tsx'
import { otherCurrency, useConversion } from './use-conversion.ts'
import { useRate } from './use-rate.ts'

/** The USDT wallet: conversion, addresses and the newest conversions (S1.14). */
export function UsdtDesk() {
  const history = useMemberData('usdt.records', {})
  return (
    <div className={funds.columns}>
      <ConvertPanel onConverted={history.retry} />
      <div className={funds.column}>
        <RecentConversions query={history} />
        <AddressPanel />
      </div>
    </div>
  )
}

/** Conversion between CNY and USDT in three steps: amount, offer, result (S7.69). */
function ConvertPanel({ onConverted }: { readonly onConverted: () => void }) {
  const [from, setFrom] = useState(useAtomValue(siteAtom).currency)
  const cny = useBalances('CNY')
  const usdt = useBalances('USDT')
  const rate = useRate()
  const refetch = () => {
    cny.retry()
    usdt.retry()
    rate.retry()
  }
  const conversion = useConversion(() => {
    refetch()
    onConverted()
  })
  const { offer, done } = conversion
  const missing = cny.data === null && cny.failure ? cny : usdt.data === null && usdt.failure ? usdt : null
  const available = { CNY: cny.data?.center ?? null, USDT: usdt.data?.center ?? null }
  return (
    <Panel title={walletText('funds.usdt.convert')} aside={<HideAmounts />} isLead>
      <div className={funds.body}>
        <RateLine rate={rate} />
        {missing?.failure && (
          <ErrorLine
            message={failureText(missing.failure, walletText('funds.usdt.balancesFailed'))}
            failure={missing.failure}
            isRetrying={missing.isLoading}
            onRetry={refetch}
          />
        )}
      </div>
      {done ? (
        <ConvertedStep done={done} onAgain={conversion.reset} />
      ) : offer ? (
        <OfferStep offer={offer} conversion={conversion} />
      ) : conversion.unsettled ? (
        <EarlierConversion conversion={conversion} />
      ) : (
        <ConvertForm
          key={from}
          from={from}
          onSwap={() => setFrom(otherCurrency(from))}
          available={available}
          rate={rate}
          conversion={conversion}
        />
      )}
    </Panel>
  )
}
