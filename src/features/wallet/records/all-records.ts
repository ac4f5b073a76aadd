import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { type Result, success } from '#protocol/result.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { wrt } from '#lib/messages/wallet-records.ts'
import { call } from '#transport/client.ts'
import { kindText, statusText } from '../OrderStatus.tsx'
import type { RecordsRequest } from './records-filter.ts'

/** Pages are at least this far apart, below the rate at which the server refuses a member. */
const PAGE_MS = 80

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (count: number) => void
  /** Stops after this many orders. */
  readonly max?: number
  /** Waits between two pages. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** All orders of a filter, newest first; the first failure ends it. */
export async function readAllRecords(
  request: RecordsRequest,
  { signal, onProgress, max = Number.POSITIVE_INFINITY, pause = wait }: ReadOptions,
): Promise<Result<readonly WalletOrder[]>> {
  const orders: WalletOrder[] = []
  for (;;) {
    const before = orders.at(-1)?.orderNo
    const params = { ...request, ...(before !== undefined && { before }) }
    // oxlint-disable-next-line no-await-in-loop -- a page begins after the last order of the one before
    const result = await call('dealRecord.list', params, { signal })
    if (!result.ok) return result
    orders.push(...result.data.list)
    onProgress(orders.length)
    if (!result.data.hasMore || result.data.list.length === 0 || orders.length >= max) return success(orders)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(PAGE_MS)
  }
}

/** All decimals of an amount without separators, for spreadsheets: 120000 of CNY → `1200.00`. */
export function plainDecimals(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return `${amount < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

/** The rows of an exported file, with a head. */
export function recordRows(orders: readonly WalletOrder[]): string[][] {
  const head = ['number', 'type', 'status', 'currency', 'amount', 'fee', 'account', 'time', 'updated'] as const
  return [
    head.map((key) => wrt(`column.${key}`)),
    ...orders.map(({ orderNo, kind, status, currency, amount, fee, account, createdAt, updatedAt }) => {
      const { decimals } = CURRENCIES[currency]
      return [
        orderNo,
        kindText(kind),
        statusText(kind, status),
        currency,
        plainDecimals(amount, decimals),
        plainDecimals(fee, decimals),
        account,
        siteDateTimeOf(createdAt),
        siteDateTimeOf(updatedAt),
      ]
    }),
  ]
}
