import { useEffect } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { onNotice } from '#transport/client.ts'

export type Balances = DataOf<'balance.list'>

/**
 * Balances of the member in one currency. Data of the currency that was shown before is not returned. Refetched when a
 * money call of an earlier page is settled.
 */
export function useBalances(currency: SettleCurrency): ServerData<Balances> {
  const balances = useMemberData('balance.list', { currency })
  const { data, retry } = balances
  useSettledCalls(retry)
  return { ...balances, data: data?.currency === currency ? data : null }
}

/** Calls `refetch` when the outcome of a money call becomes known, also of one that was sent before a reload. */
export function useSettledCalls(refetch: () => void): void {
  useEffect(
    () =>
      onNotice((notice) => {
        if (notice.type === 'settled') refetch()
      }),
    [refetch],
  )
}
