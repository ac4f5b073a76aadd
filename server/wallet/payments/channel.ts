import type { DataOf } from '#protocol/endpoints/table.ts'
import { offeredChains } from '#protocol/rules/site-offers.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { PaymentAdapter } from './adapter.ts'
import type { VenueWallet } from '../venues/venue.ts'

export type Currency = 'CNY' | 'USDT'
export type PayType = DataOf<'payType.list'>['list'][number] & { readonly currency: Currency }

/** An account that a withdrawal can go to. Only masked numbers leave the server. */
export interface PayoutAccount {
  readonly id: string
  readonly name: string
  readonly masked: string
  readonly kind: 'bank' | 'usdt'
  readonly currency: Currency
}

/** Payout accounts of members, the default first. */
export interface PayoutAccounts {
  listOf(memberId: string, currency: Currency): Promise<readonly PayoutAccount[]>
  find(memberId: string, id: string): Promise<PayoutAccount | null>
}

interface WithdrawRules {
  readonly min: number
  readonly max: number
  /** Sum of a member's withdrawals per site day. */
  readonly perDay: number
  /** In 1/10,000 of the amount. */
  readonly feeRate: number
}

/** Everything outside of the ledger that orders need. Demo mode has one; production needs an adapter of the operator. */
export interface Channel {
  readonly adapter: PaymentAdapter
  readonly venues: VenueWallet
  readonly accounts: PayoutAccounts
  readonly payTypes: readonly PayType[]
}

/**
 * The payment types that a site offers. Speed deposits need their switch; USDT needs the wallet and a chain of the site
 * (Annex C.4).
 */
export function offeredPayTypes(
  payTypes: readonly PayType[],
  site: Pick<SiteConfig, 'speedDepositSwitch' | 'usdtWalletSwitch' | 'usdtChains'>,
): PayType[] {
  return payTypes.flatMap((type) => {
    if (type.kind === 'speed') return site.speedDepositSwitch === 1 ? [type] : []
    if (type.kind !== 'usdt') return [type]
    const chains = type.chains.filter((chain) => offeredChains(site).includes(chain))
    return chains.length > 0 ? [{ ...type, chains }] : []
  })
}

const yuan = (value: number): number => value * 100
const usdt = (value: number): number => value * 1_000_000

export const WITHDRAW_RULES: Readonly<Record<Currency, WithdrawRules>> = {
  CNY: { min: yuan(100), max: yuan(50_000), perDay: yuan(200_000), feeRate: 0 },
  USDT: { min: usdt(10), max: usdt(10_000), perDay: usdt(50_000), feeRate: 10 },
}

/** Banks of the list of D.4. */
export const BANKS = [
  { bankCode: 'ICBC', bankName: '中国工商银行' },
  { bankCode: 'ABC', bankName: '中国农业银行' },
  { bankCode: 'BOC', bankName: '中国银行' },
  { bankCode: 'CCB', bankName: '中国建设银行' },
  { bankCode: 'BCM', bankName: '交通银行' },
  { bankCode: 'CMB', bankName: '招商银行' },
  { bankCode: 'PSBC', bankName: '中国邮政储蓄银行' },
  { bankCode: 'CIB', bankName: '兴业银行' },
] as const

export const DEMO_PAY_TYPES: readonly PayType[] = [
  {
    id: 'demo-bank',
    name: '银行转账',
    kind: 'bank',
    currency: 'CNY',
    min: yuan(10),
    max: yuan(50_000),
    quick: [yuan(100), yuan(500), yuan(1_000), yuan(5_000)],
    feeRate: 0,
    chains: [],
  },
  {
    id: 'demo-qr',
    name: '扫码支付',
    kind: 'qr',
    currency: 'CNY',
    min: yuan(10),
    max: yuan(5_000),
    quick: [yuan(50), yuan(100), yuan(300), yuan(1_000)],
    feeRate: 20,
    chains: [],
  },
  {
    id: 'demo-speed',
    name: '极速存款',
    kind: 'speed',
    currency: 'CNY',
    min: yuan(100),
    max: yuan(20_000),
    quick: [yuan(100), yuan(500), yuan(1_000), yuan(2_000)],
    feeRate: 0,
    chains: [],
  },
  {
    id: 'demo-usdt',
    name: 'USDT 转账',
    kind: 'usdt',
    currency: 'USDT',
    min: usdt(10),
    max: usdt(50_000),
    quick: [usdt(50), usdt(100), usdt(500), usdt(1_000)],
    feeRate: 0,
    chains: ['TRC20', 'ERC20'],
  },
]
