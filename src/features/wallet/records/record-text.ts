import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import { ORDER_KINDS, type OrderKind } from '#protocol/wallet/order-states.ts'
import { RECORD_TYPES, type RecordType } from '#protocol/wallet/records.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { kindText, statusText } from '../order/order-texts.ts'

/** The kind of order of a record; null for a posting or a fee. */
export function orderKindOf(type: string): OrderKind | null {
  return ORDER_KINDS.find((kind) => kind === type) ?? null
}

/** 存款, 货币兑换, 利息, … Types that this version does not know are 其他变动. */
export function recordTypeText(type: string): string {
  const known: RecordType = RECORD_TYPES.find((one) => one === type) ?? 'other'
  const kind = orderKindOf(known)
  return kind === null ? walletText(`records.line.${known as Exclude<RecordType, OrderKind>}`) : kindText(kind)
}

/** The status of an order. Postings and fees are booked. */
export function recordStatusText({ type, status }: Pick<DealRecord, 'type' | 'status'>): string {
  const kind = orderKindOf(type)
  return kind === null ? walletText('records.list.booked') : statusText(kind, status)
}

/** The number of the order; of a posting the id of the ledger, which both records of a conversion share. */
export function numberText({ id, orderNo }: Pick<DealRecord, 'id' | 'orderNo'>): string {
  return orderNo === '' ? id.slice(0, id.indexOf(':')) : orderNo
}
