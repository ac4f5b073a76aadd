import { useEffect, useRef } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { Failure } from '#protocol/result.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { type Balances, useBalances } from '../use-balances.ts'

export type Venue = Balances['venues'][number]

/** The money of the member in one currency, by place. Amounts are minor units; null while unknown. */
export interface MoneyByPlace {
  readonly currency: SettleCurrency
  readonly available: number | null
  readonly locked: number | null
  /** Principal of the interest wallet. */
  readonly interest: number | null
  /** Sum of all venues. */
  readonly inVenues: number | null
  /** Null unless all parts are known. */
  readonly total: number | null
  readonly venues: readonly Venue[] | null
  /** Of the part that could not be loaded, if nothing older is known. */
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/** Reads both sources of balances. Reads them again when `revision` changes, which names the state of the orders. */
export function useMoneyByPlace(currency: SettleCurrency, revision: string | null): MoneyByPlace {
  const centre = useBalances(currency)
  const fund = useMemberData('interest.info', { currency })
  const { retry: retryCentre } = centre
  const { retry: retryFund } = fund
  const known = useRef(revision)
  useEffect(() => {
    if (known.current === revision) return
    const isFirst = known.current === null
    known.current = revision
    if (isFirst) return
    retryCentre()
    retryFund()
  }, [revision, retryCentre, retryFund])

  const wallet = centre.data
  // After a change of the currency the data may still be those of the other one.
  const interest = fund.data?.currency === currency ? fund.data.principal : null
  return {
    currency,
    ...amountsOf(wallet, interest),
    venues: wallet && wallet.venues,
    failure: (wallet === null ? centre.failure : null) ?? (interest === null ? fund.failure : null),
    isLoading: centre.isLoading || fund.isLoading,
    retry: () => {
      if (wallet === null) retryCentre()
      if (interest === null) retryFund()
    },
  }
}

type Amounts = Pick<MoneyByPlace, 'available' | 'locked' | 'interest' | 'inVenues' | 'total'>

function amountsOf(wallet: Balances | null, interest: number | null): Amounts {
  if (wallet === null) return { available: null, locked: null, interest, inVenues: null, total: null }
  const { center: available, locked } = wallet
  const inVenues = wallet.venues.reduce((sum, { balance }) => sum + balance, 0)
  const total = interest === null ? null : available + locked + interest + inVenues
  return { available, locked, interest, inVenues, total }
}
