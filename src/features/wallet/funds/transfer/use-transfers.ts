import { useCallback, useEffect, useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { isOpen } from '#protocol/wallet/order-states.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { usePolling } from '../../use-polling.ts'
import { useSettledCalls } from '../../use-balances.ts'

const INTO = { type: 'transferIn' } as const
const BACK = { type: 'transferOut' } as const

export interface Transfers {
  /** The newest transfers, newest first; null before the first response. */
  readonly list: readonly WalletOrder[] | null
  readonly failure: ReturnType<typeof useServerData>['failure']
  readonly isLoading: boolean
  readonly retry: () => void
  /** The latest state of an order. */
  readonly latest: (order: WalletOrder) => WalletOrder
  /** Takes over orders of responses. */
  readonly put: (orders: readonly WalletOrder[]) => void
  /** The transfer of a venue whose outcome is open, if there is one. */
  readonly openOf: (venueEnName: string, currency: SettleCurrency) => WalletOrder | null
}

/** Transfers between centre and venues: the newest of the server, with what later responses have reported (E.5). */
export function useTransfers(): Transfers {
  const into = useServerData('dealRecord.list', INTO)
  const back = useServerData('dealRecord.list', BACK)
  const [known, setKnown] = useState<ReadonlyMap<string, WalletOrder>>(new Map())
  const put = useCallback(
    (orders: readonly WalletOrder[]) =>
      setKnown((before) => new Map([...before, ...orders.map((order) => [order.orderNo, order] as const)])),
    [],
  )
  const [retryInto, retryBack] = [into.retry, back.retry]
  const retry = useCallback(() => {
    retryInto()
    retryBack()
  }, [retryInto, retryBack])
  useSettledCalls(retry)
  const latest = (order: WalletOrder): WalletOrder => {
    const other = known.get(order.orderNo)
    return other && other.updatedAt >= order.updatedAt ? other : order
  }
  const isLoaded = into.data !== null && back.data !== null
  const list = isLoaded ? merged([...into.data.list, ...back.data.list, ...known.values()].map(latest)) : null
  return {
    list,
    failure: into.failure ?? back.failure,
    isLoading: into.isLoading || back.isLoading,
    retry,
    latest,
    put,
    openOf: (venueEnName, currency) =>
      list?.find(
        (order) => order.channel === venueEnName && order.currency === currency && isOpen(order.kind, order.status),
      ) ?? null,
  }
}

/** Each order once, the newest first. */
export function merged(orders: readonly WalletOrder[]): WalletOrder[] {
  const byNumber = new Map(orders.map((order) => [order.orderNo, order]))
  return [...byNumber.values()].sort((a, b) => b.createdAt - a.createdAt || b.orderNo.localeCompare(a.orderNo))
}

interface OrderWatchProps {
  readonly orderNo: string
  readonly onOrder: (order: WalletOrder) => void
}

/** Requests an order again and again while it is mounted. Shows nothing. */
export function OrderWatch({ orderNo, onOrder }: OrderWatchProps) {
  const query = useServerData('dealRecord.detail', { orderNo })
  const { data } = query
  usePolling(orderNo, query)
  useEffect(() => {
    if (data) onOrder(data.order)
  }, [data, onOrder])
  return null
}
