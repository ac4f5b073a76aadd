import { isTerminal } from '#protocol/wallet/order-states.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { usePolling } from '../use-polling.ts'
import type { OrderDetail } from './timeline.ts'

/** One order, refetched until it never changes again. */
export function useOrder(orderNo: string): ServerData<OrderDetail> {
  const query = useMemberData('dealRecord.detail', { orderNo })
  // After a change of the number the data is that of the other order until the response arrives.
  const data = query.data?.order.orderNo === orderNo ? query.data : null
  const order = data?.order
  const isOver = order === undefined || isTerminal(order.kind, order.status)
  usePolling(isOver ? null : `${order.status} ${order.updatedAt}`, query)
  return { ...query, data }
}
