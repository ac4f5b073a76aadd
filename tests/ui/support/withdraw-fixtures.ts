import type { OrderDetail } from '#features/wallet/order/use-order.ts'
import type { Terms } from '#features/wallet/withdraw/terms.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { NOON } from './feed-fixtures.ts'

export const PAYOUT_ACCOUNTS: Readonly<Record<SettleCurrency, Terms['accounts']>> = {
  CNY: [
    { id: 'card-1', name: '招商银行', masked: '**** 1111', kind: 'bank' },
    { id: 'card-2', name: '中国工商银行', masked: '**** 2222', kind: 'bank' },
  ],
  USDT: [{ id: 'address-1', name: 'TRC20', masked: '****Lj6t', kind: 'usdt' }],
}

export const TERMS: Readonly<Record<SettleCurrency, Terms>> = {
  CNY: {
    currency: 'CNY',
    available: 300_000,
    turnoverLeft: 0,
    feeRate: 0,
    min: 10_000,
    max: 5_000_000,
    dailyLeft: 20_000_000,
    hasWithdrawPassword: true,
    accounts: PAYOUT_ACCOUNTS.CNY,
  },
  USDT: {
    currency: 'USDT',
    available: 1_500_000_000,
    turnoverLeft: 0,
    feeRate: 10,
    min: 10_000_000,
    max: 10_000_000_000,
    dailyLeft: 50_000_000_000,
    hasWithdrawPassword: true,
    accounts: PAYOUT_ACCOUNTS.USDT,
  },
}

/** A withdrawal of ¥500.00 in a state. */
export function orderOf(
  kind: 'fastWithdraw' | 'withdraw',
  status: string,
  more: Partial<WalletOrder> = {},
): WalletOrder {
  return {
    orderNo: kind === 'withdraw' ? 'W2611270000000001' : 'P2611270000000001',
    kind,
    status,
    currency: 'CNY',
    amount: 50_000,
    fee: 100,
    channel: 'bank',
    account: '招商银行 **** 1111',
    pay: null,
    proofs: [],
    createdAt: NOON - 60_000,
    updatedAt: NOON,
    expireAt: kind === 'withdraw' ? null : NOON + 1_800_000,
    ...more,
  }
}

type Event = OrderDetail['events'][number]

/** An order with its creation, `events` after it, and the postings of `effects` after the reservation. */
export function detailOf(
  order: WalletOrder,
  events: readonly Partial<Event>[] = [],
  effects: readonly ('release' | 'settle')[] = [],
): OrderDetail {
  const base = { actor: 'system', note: '', at: NOON }
  return {
    order,
    events: [
      { ...base, from: null, to: '0', event: 'create', actor: 'member', at: order.createdAt },
      ...events.map((event) => ({ ...base, from: '0', to: order.status, event: 'review', ...event })),
    ],
    postings: (['reserve', ...effects] as const).map((type) => ({
      type,
      account: 'locked',
      amount: order.amount,
      balanceAfter: order.amount,
      text: '',
      at: order.createdAt,
    })),
  }
}
