/** Money on the wire is a safe integer of minor units with the currency beside it (settled 8). */
export type CurrencyCode = 'CNY' | 'USDT' | 'COIN'
/** Settlement currency of a site (S1.4). Coins are not. */
export type SettleCurrency = Exclude<CurrencyCode, 'COIN'>

/** What activities can pay. Points are a currency of the ledger only (decision 218). */
export type RewardCurrency = CurrencyCode | 'POINT'

/** S3.25 currency record, with the number of decimals of one minor unit. */
export interface Currency {
  readonly name: string
  readonly chName: string
  readonly code: CurrencyCode
  readonly symbols: string
  readonly decimals: number
}

export const CURRENCIES: Readonly<Record<CurrencyCode, Currency>> = {
  CNY: { name: 'CNY', chName: '人民币', code: 'CNY', symbols: '¥', decimals: 2 },
  USDT: { name: 'USDT', chName: '泰达币', code: 'USDT', symbols: '₮', decimals: 6 },
  COIN: { name: 'COIN', chName: '金币', code: 'COIN', symbols: '', decimals: 0 },
}
