import { CURRENCIES, type RewardCurrency } from '#protocol/currency.ts'
import { commonText } from '#messages/zh/common.ts'
import { formatCount, formatMoneyInFull } from './format.ts'

/** An amount in minor units: money with its sign, coins and points with their unit. */
export function rewardText(amount: number, currency: RewardCurrency): string {
  if (currency === 'COIN') return `${formatCount(amount)} ${commonText('coin.unit')}`
  if (currency === 'POINT') return `${formatCount(amount)} ${commonText('points.unit')}`
  return formatMoneyInFull(amount, CURRENCIES[currency])
}
