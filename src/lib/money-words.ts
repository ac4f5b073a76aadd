import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { mt } from './text/money.ts'

/** How a site speaks of its money. */
export interface MoneyWords {
  /** 人民币, 泰达币. */
  readonly currency: string
  /** ¥, ₮. */
  readonly symbol: string
  /** Where money is paid out to: 银行卡 or USDT 地址 (S3.27). */
  readonly account: string
  /** What is typed in of it: 卡号 or 地址. */
  readonly accountNumber: string
  readonly accountAdd: string
  readonly accountLimit: string
}

/** S3.25-S3.27: the words for a currency. Where sites in CNY have bank cards, sites in USDT have USDT addresses. */
export function moneyWords(currency: SettleCurrency): MoneyWords {
  const { chName, symbols } = CURRENCIES[currency]
  return {
    currency: chName,
    symbol: symbols,
    account: mt(`${currency}.account`),
    accountNumber: mt(`${currency}.accountNumber`),
    accountAdd: mt(`${currency}.accountAdd`),
    accountLimit: mt(`${currency}.accountLimit`),
  }
}
