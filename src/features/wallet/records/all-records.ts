import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { type Result, success } from '#protocol/result.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { call } from '#transport/client.ts'
import type { RecordsRequest } from './records-filter.ts'
import { numberText, recordStatusText, recordTypeText } from './record-text.ts'

/** Pages are at least this far apart, below the rate at which the server refuses a member. */
const PAGE_MS = 80

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (count: number) => void
  /** Stops after this many records. */
  readonly max?: number
  /** Waits between two pages. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** All records of a filter, newest first; the first failure ends it. */
export async function readAllRecords(
  request: RecordsRequest,
  { signal, onProgress, max = Number.POSITIVE_INFINITY, pause = wait }: ReadOptions,
): Promise<Result<readonly DealRecord[]>> {
  const records: DealRecord[] = []
  for (;;) {
    const before = records.at(-1)?.id
    const params = { ...request, ...(before !== undefined && { before }) }
    // oxlint-disable-next-line no-await-in-loop -- a page begins after the last record of the one before
    const result = await call('dealRecord.all', params, { signal })
    if (!result.ok) return result
    records.push(...result.data.list)
    onProgress(records.length)
    if (!result.data.hasMore || result.data.list.length === 0 || records.length >= max) return success(records)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(PAGE_MS)
  }
}

/** All decimals of an amount without separators, for spreadsheets: 120000 of CNY → `1200.00`. */
export function plainDecimals(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = decimals === 0 ? '' : `.${digits.slice(cut)}`
  return `${amount < 0 ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}

/** The rows of an exported file, with a head. The changes of all records add up to the balances. */
export function recordRows(records: readonly DealRecord[]): string[][] {
  const head = [
    'number',
    'type',
    'status',
    'currency',
    'amount',
    'fee',
    'change',
    'account',
    'time',
    'updated',
  ] as const
  return [
    head.map((key) => walletText(`records.column.${key}`)),
    ...records.map((record) => {
      const { currency, amount, fee, change, account, createdAt, updatedAt } = record
      const { decimals } = CURRENCIES[currency]
      return [
        numberText(record),
        recordTypeText(record.type),
        recordStatusText(record),
        currency,
        plainDecimals(amount, decimals),
        plainDecimals(fee, decimals),
        plainDecimals(change, decimals),
        account,
        siteDateTimeOf(createdAt),
        siteDateTimeOf(updatedAt),
      ]
    }),
  ]
}
