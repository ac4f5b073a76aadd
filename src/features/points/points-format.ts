import { type PointsItemId, POINTS_ITEMS, type Reward, rewardIn } from '#protocol/club/points.ts'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { formatClock, formatCount, formatDate, formatMoneyInFull } from '#lib/format.ts'
import { pointsText } from '#messages/zh/points.ts'
import { serverNow } from '#transport/client.ts'

/** 20 金币, ¥5.00 红利, 50 积分. */
export function rewardText({ currency, amount }: Reward): string {
  if (currency === 'COIN') return pointsText('reward.coins', { amount: formatCount(amount) })
  if (currency === 'POINT') return pointsText('reward.points', { amount: formatCount(amount) })
  return pointsText('reward.money', { amount: formatMoneyInFull(amount, CURRENCIES[currency]) })
}

/** What an item gives, by its id. */
export function itemText(id: PointsItemId, currency: SettleCurrency): string {
  const item = POINTS_ITEMS.find((one) => one.id === id)
  return item ? rewardText(rewardIn(item.gives, currency)) : pointsText('records.other')
}

/** 12 月 4 日 10:20. */
export const momentText = (time: number): string => `${formatDate(time, serverNow())} ${formatClock(time)}`

const DECIMALS = 4

/** Weight of a prize as a percentage, without trailing zeros: 0.01%, 25%. */
export function chanceText(weight: number, numbers: number): string {
  return `${Number(((weight / numbers) * 100).toFixed(DECIMALS))}%`
}
