import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { isOpen } from '#protocol/wallet/order-states.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { useSettledCalls } from '../use-balances.ts'
import { usePolling } from '../use-polling.ts'

const NEWEST = {}

export interface OpenOrders extends ServerData<{ readonly list: readonly WalletOrder[] }> {
  /** The newest orders that still change; null while unknown. */
  readonly open: readonly WalletOrder[] | null
  /** Changes whenever one of the newest orders changes; null while unknown. */
  readonly revision: string | null
}

/** The newest orders of the member, refetched while one is open and after the outcome of a money call is known. */
export function useOpenOrders(): OpenOrders {
  const query = useMemberData('dealRecord.list', NEWEST)
  const { data, retry } = query
  const open = data?.list.filter(({ kind, status }) => isOpen(kind, status)) ?? null
  const revision = data?.list.map(({ orderNo, status }) => `${orderNo}:${status}`).join(' ') ?? null
  usePolling(open !== null && open.length > 0 ? revision : null, query)
  useSettledCalls(retry)
  return { ...query, open, revision }
}

/** The screen of an order; of a transfer its record. */
export function orderPath({ kind, orderNo }: Pick<WalletOrder, 'kind' | 'orderNo'>): string {
  switch (kind) {
    case 'deposit':
    case 'speedDeposit':
      return `/app/wallet/deposit/${orderNo}`
    case 'withdraw':
    case 'fastWithdraw':
      return `/app/wallet/withdraw/${orderNo}`
    case 'transferIn':
    case 'transferOut':
      return `/app/wallet/records/${orderNo}`
  }
}
