import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { commonText } from '#messages/zh/common.ts'

interface CurrencyLabels {
  /** 人民币, 泰达币. */
  readonly currency: string
  /** ¥, ₮. */
  readonly symbol: string
  /** Payout account: 银行卡 or USDT 地址 (S3.27). */
  readonly account: string
  /** Its number: 卡号 or 地址. */
  readonly accountNumber: string
  readonly accountAdd: string
  readonly accountLimit: string
}

/** S3.25-S3.27: the labels of a currency. Sites in CNY use bank cards, sites in USDT use addresses. */
export function currencyLabels(currency: SettleCurrency): CurrencyLabels {
  const { chName, symbols } = CURRENCIES[currency]
  return {
    currency: chName,
    symbol: symbols,
    account: commonText(`money.${currency}.account`),
    accountNumber: commonText(`money.${currency}.accountNumber`),
    accountAdd: commonText(`money.${currency}.accountAdd`),
    accountLimit: commonText(`money.${currency}.accountLimit`),
  }
}
