import { CURRENCIES } from '#protocol/currency.ts'
import { dayOfDate, timeOfSiteDay } from '#protocol/time.ts'
import { formatClock, formatCompact, formatDate, formatMoney } from '#lib/format.ts'
import { serverNow } from '#transport/client.ts'

const FEN_PER_YUAN = 100
const PPM_PER_HUNDREDTH_OF_PERCENT = 100

/** Minor units of CNY in short: ¥5 万. */
export const yuanText = (amount: number): string => `¥${formatCompact(Math.floor(amount / FEN_PER_YUAN))}`

/** Minor units of CNY: ¥1,234.00. */
export const cnyText = (amount: number): string => formatMoney(amount, CURRENCIES.CNY)

/** Parts per million as a percentage with two decimals: 2800 → 0.28%. */
export function percentText(ppm: number): string {
  const hundredths = Math.round(ppm / PPM_PER_HUNDREDTH_OF_PERCENT)
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`
}

export const dateText = (time: number): string => formatDate(time, serverNow())

/** A date of the site, `2026-11-29`: 11 月 29 日. */
export const dayText = (date: string): string => dateText(timeOfSiteDay(dayOfDate(date) ?? 0))

export const dateTimeText = (time: number): string => `${dateText(time)} ${formatClock(time)}`
