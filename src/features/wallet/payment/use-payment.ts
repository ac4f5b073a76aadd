import { useCallback, useEffect, useRef, useState } from 'react'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Result } from '#protocol/result.ts'
import { isTerminal } from '#protocol/wallet/order-states.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { usePolling } from '../use-polling.ts'

export interface Payment extends ServerData<WalletOrder> {
  /** Shows the order of a response at once. After a refusal the order is read again: it may have changed. */
  readonly apply: <Order extends Result<WalletOrder>>(result: Order) => Order
}

/** A deposit order, refetched until it never changes again. */
export function usePayment(orderNo: string): Payment {
  const query = useMemberData('deposit.detail', { orderNo })
  const { data, retry } = query
  const [applied, setApplied] = useState<{ readonly order: WalletOrder; readonly over: WalletOrder | null } | null>(
    null,
  )
  // A response to an action is newer than the read before it, and may be older than the read after it.
  const isNewer = applied !== null && (applied.over === data || applied.order.updatedAt > (data?.updatedAt ?? 0))
  const order = isNewer ? applied.order : data
  usePolling(
    order === null || isTerminal(order.kind, order.status) ? null : `${order.status} ${order.updatedAt}`,
    query,
  )
  const latest = useRef(data)
  useEffect(() => {
    latest.current = data
  }, [data])
  const apply = useCallback(
    <Order extends Result<WalletOrder>>(result: Order) => {
      if (result.ok) setApplied({ order: result.data, over: latest.current })
      else retry()
      return result
    },
    [retry],
  )
  return { ...query, data: order, apply }
}
