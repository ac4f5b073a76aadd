import type { RequestOf } from '#protocol/endpoints/table.ts'
import { DAY_MS, dayOfDate, siteDateOf, timeOfSiteDay } from '#protocol/time.ts'
import { ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { RECORD_TYPES, type RecordType } from '#protocol/wallet/records.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { orderKindOf } from './record-text.ts'

/** The filter of the records, as it is in the URL. */
export interface RecordsFilter {
  readonly type: RecordType | null
  /** A status of `type`; null for all, and of types without orders. Statuses of different types have different meanings. */
  readonly status: string | null
  /** First and last day, `YYYY-MM-DD` in the site time zone; empty for no bound. */
  readonly from: string
  readonly to: string
}

export const NO_FILTER: RecordsFilter = { type: null, status: null, from: '', to: '' }

/** Reads the filter of a URL; unknown types and statuses count as none. */
export function readFilter(search: URLSearchParams): RecordsFilter {
  const type = RECORD_TYPES.find((one) => one === search.get('type')) ?? null
  const kind = orderKindOf(type ?? '')
  const status = search.get('status') ?? ''
  return {
    type,
    status: kind !== null && Object.hasOwn(ORDER_STATES[kind].states, status) ? status : null,
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
  }
}

/** Writes a filter into a copy of the parameters of a URL. */
export function withFilter(search: URLSearchParams, filter: RecordsFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const key of ['type', 'status', 'from', 'to'] as const) {
    const value = filter[key] ?? ''
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** First and last day, `YYYY-MM-DD` in the site time zone; empty for no bound. */
export type Dates = Pick<RecordsFilter, 'from' | 'to'>

/** The dates of the last days, today included. */
export function lastDays(days: number, now: number): Dates {
  return { from: siteDateOf(now - (days - 1) * DAY_MS), to: siteDateOf(now) }
}

/** Problems of the dates by field; null = none. */
export function dateProblems({ from, to }: Dates): {
  readonly from: string | null
  readonly to: string | null
} {
  const [first, last] = [dayOfDate(from), dayOfDate(to)]
  const isUnknown = (text: string, day: number | null): boolean => text !== '' && day === null
  const isReversed = first !== null && last !== null && last < first
  return {
    from: isUnknown(from, first) ? walletText('records.filter.badDate') : null,
    to: isUnknown(to, last)
      ? walletText('records.filter.badDate')
      : isReversed
        ? walletText('records.filter.order')
        : null,
  }
}

export type RecordsRequest = Omit<RequestOf<'dealRecord.all'>, 'before'>

/** The request of a filter; null if its dates are wrong. The last day is included. */
export function requestOf(filter: RecordsFilter): RecordsRequest | null {
  const problems = dateProblems(filter)
  if (problems.from !== null || problems.to !== null) return null
  const [first, last] = [dayOfDate(filter.from), dayOfDate(filter.to)]
  return {
    ...(filter.type !== null && { type: filter.type }),
    ...(filter.status !== null && { status: filter.status }),
    ...(first !== null && { start: timeOfSiteDay(first) }),
    ...(last !== null && { end: timeOfSiteDay(last + 1) }),
  }
}

export function isFiltered({ type, from, to }: RecordsFilter): boolean {
  return type !== null || from !== '' || to !== ''
}
