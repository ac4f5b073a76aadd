import { siteDateOf } from '#protocol/time.ts'
import { periodStart } from '#protocol/wallet/limits.ts'
import { walletText } from '#messages/zh/wallet.ts'

/** Months on offer; older ones are opened by their URL. */
const OFFERED = 13

const monthOf = (time: number): string => siteDateOf(time).slice(0, 7)

/** The current month of the site and the ones before it, newest first, as `YYYY-MM`. */
export function recentMonths(now: number): string[] {
  const months: string[] = []
  for (let time = periodStart('month', now); months.length < OFFERED; time = periodStart('month', time - 1)) {
    months.push(monthOf(time))
  }
  return months
}

/** The month of a URL; the current one if it is none, or in the future. */
export function readMonth(text: string | null, now: number): string {
  const current = monthOf(now)
  return text !== null && /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text) && text <= current ? text : current
}

/** 2026 年 11 月. */
export function monthName(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return walletText('records.statement.monthName', { year, month: Number(number) })
}
