import { CURRENCIES, type CurrencyCode } from '#protocol/currency.ts'
import { commonText } from '#messages/zh/common.ts'
import { formatCount, formatMoneyInFull } from './format.ts'

/** An amount in minor units: money with its sign, coins with their unit. */
export function rewardText(amount: number, currency: CurrencyCode): string {
  return currency === 'COIN'
    ? `${formatCount(amount)} ${commonText('coin.unit')}`
    : formatMoneyInFull(amount, CURRENCIES[currency])
}
