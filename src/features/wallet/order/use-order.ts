import { useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Result } from '#protocol/result.ts'
import { isTerminal } from '#protocol/wallet/order-states.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { usePolling } from '../use-polling.ts'

export type OrderDetail = DataOf<'dealRecord.detail'>

/** Shows the order of a response at once, and reads its events. After a refusal too: the order may have changed. */
export type ApplyOrder = <Response extends Result<WalletOrder>>(result: Response) => Response

/** One order of the member, refetched until it never changes again. */
export function useOrder(orderNo: string): ServerData<OrderDetail> & { readonly apply: ApplyOrder } {
  const query = useMemberData('dealRecord.detail', { orderNo })
  const { data, retry } = query
  const [applied, setApplied] = useState<{ readonly order: WalletOrder; readonly over: OrderDetail | null } | null>(
    null,
  )
  // A response to an action is newer than the read before it, and may be older than the read after it.
  const isNewer = applied !== null && (applied.over === data || applied.order.updatedAt > (data?.order.updatedAt ?? 0))
  const detail = data !== null && isNewer ? { ...data, order: applied.order } : data
  const order = detail?.order
  usePolling(!order || isTerminal(order.kind, order.status) ? null : `${order.status} ${order.updatedAt}`, query)
  const apply: ApplyOrder = (result) => {
    if (result.ok) setApplied({ order: result.data, over: data })
    retry()
    return result
  }
  return { ...query, data: detail, apply }
}
