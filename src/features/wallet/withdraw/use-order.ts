import { useEffect, useRef } from 'react'
import { SECOND_MS } from '#protocol/time.ts'
import { isTerminal } from '#protocol/wallet/order-states.ts'
import { onForeground } from '#state/data/reconnect.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import type { OrderDetail } from './timeline.ts'

/** Delays between two reads of an order whose state stays the same; the last one repeats. */
const DELAYS_MS = [2, 2, 3, 5, 8, 15, 30].map((seconds) => seconds * SECOND_MS)

/** One order, read again while its state can change: often after a change, seldom later, never on a hidden page. */
export function useOrder(orderNo: string): ServerData<OrderDetail> {
  const query = useServerData('dealRecord.detail', { orderNo })
  const { isLoading, retry } = query
  // After a change of the number the data is that of the other order until the response arrives.
  const data = query.data?.order.orderNo === orderNo ? query.data : null
  const order = data?.order
  const isOpen = order !== undefined && !isTerminal(order.kind, order.status)
  const reads = useRef({ status: '', count: 0 })
  useEffect(() => {
    if (order === undefined || !isOpen || isLoading) return
    const { status, count } = reads.current
    reads.current = { status: order.status, count: status === order.status ? count + 1 : 0 }
    const delay = DELAYS_MS[Math.min(reads.current.count, DELAYS_MS.length - 1)]
    const timer = setTimeout(() => {
      if (!document.hidden) retry()
    }, delay)
    return () => clearTimeout(timer)
  }, [order, isOpen, isLoading, retry])
  useEffect(() => (isOpen ? onForeground(retry) : undefined), [isOpen, retry])
  return { ...query, data }
}
