import { HOUR_MS, MINUTE_MS, SITE_UTC_OFFSET_MS } from '#protocol/time.ts'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { commonText } from '#messages/zh/common.ts'

dayjs.extend(utc)

/** Groups digits by three. Not with Intl, whose first formatter takes 20 ms. */
const grouped = (whole: string): string => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** A whole number with grouped thousands: 12680 → `12,680`. */
export function formatCount(value: number): string {
  return grouped(String(Math.trunc(value)))
}

/** `10000| 万`: units of large numbers depend on the language. */
function unitOf(text: string): { readonly size: number; readonly sign: string } {
  const [size = '', sign = ''] = text.split('|')
  return { size: Number(size), sign }
}

/** A short number of people, truncated: 9999 → `9,999`, 86999 → `8.6 万`, 123456789 → `1.2 亿`. */
export function formatCompact(value: number): string {
  if (value < 10_000) return formatCount(value)
  const [large, small] = [unitOf(commonText('number.largeUnit')), unitOf(commonText('number.smallUnit'))]
  const { size, sign } = value < large.size ? small : large
  const tenths = Math.floor(value / (size / 10))
  return `${tenths >= 1000 ? formatCount(Math.floor(tenths / 10)) : tenths / 10}${sign}`
}

/** Properties of a currency used for formatting. */
interface MoneyUnit {
  readonly symbols: string
  /** Decimals of one minor unit: CNY 2, USDT 6, coins 0. */
  readonly decimals: number
}

/**
 * Formats integer minor units, truncated to two decimals, with sign and symbol (settled 8): 120000 of CNY →
 * `¥1,200.00`, -1 of CNY → `−¥0.01`, 86429999 of USDT → `₮86.42`. Coins are whole. `withPlus` shows a plus sign.
 */
export function formatMoney(amount: number, unit: MoneyUnit, withPlus = false): string {
  const minor = BigInt(Math.abs(Math.trunc(amount)))
  const shown = Math.min(unit.decimals, 2)
  const cut = minor / 10n ** BigInt(unit.decimals - shown)
  const scale = 10n ** BigInt(shown)
  const whole = grouped(String(cut / scale))
  const fraction = shown === 0 ? '' : `.${String(cut % scale).padStart(shown, '0')}`
  const sign = amount < 0 ? '−' : withPlus && amount > 0 ? '+' : ''
  return `${sign}${unit.symbols}${whole}${fraction}`
}

/** All decimals of an amount, for detail pages: 86429999 of USDT → `₮86.429999`. `withPlus` shows a plus sign. */
export function formatMoneyInFull(amount: number, unit: MoneyUnit, withPlus = false): string {
  const digits = String(Math.abs(Math.trunc(amount))).padStart(unit.decimals + 1, '0')
  const cut = digits.length - unit.decimals
  const fraction = unit.decimals === 0 ? '' : `.${digits.slice(cut)}`
  const sign = amount < 0 ? '−' : withPlus && amount > 0 ? '+' : ''
  return `${sign}${unit.symbols}${grouped(digits.slice(0, cut))}${fraction}`
}

/** Odds in thousandths, truncated to two decimals: 1620 → `1.62`. */
export function formatOdds(thousandths: number): string {
  const hundredths = Math.floor(thousandths / 10)
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** A count for a badge, at most 99 by default, then `99+`. */
export function formatBadge(count: number, max = 99): string {
  return count > max ? `${max}+` : String(count)
}

const shanghai = (time: number) => dayjs.utc(time).utcOffset(SITE_UTC_OFFSET_MS / MINUTE_MS)

/** Calendar days from `now` to `time` in Shanghai; negative for earlier days. */
function daysFrom(now: number, time: number): number {
  return shanghai(time).startOf('day').diff(shanghai(now).startOf('day'), 'day')
}

/** Clock time in Shanghai, `HH:mm`, of epoch milliseconds. */
export function formatClock(time: number): string {
  return shanghai(time).format('HH:mm')
}

/** Clock time in Shanghai with seconds, `HH:mm:ss`. */
export function formatClockInFull(time: number): string {
  return shanghai(time).format('HH:mm:ss')
}

/** The date in Shanghai: `11 月 21 日`, with the year if it differs from that of `now`. */
export function formatDate(time: number, now: number): string {
  const date = shanghai(time)
  const parts = { month: date.month() + 1, day: date.date(), year: date.year() }
  return parts.year === shanghai(now).year() ? commonText('time.date', parts) : commonText('time.dateYear', parts)
}

const WEEKDAYS = ['weekday.0', 'weekday.1', 'weekday.2', 'weekday.3', 'weekday.4', 'weekday.5', 'weekday.6'] as const

/** The weekday in Shanghai, 周一 to 周日. */
export function formatWeekday(time: number): string {
  return commonText(WEEKDAYS[shanghai(time).day()] ?? 'weekday.0')
}

/** Relative time: 刚刚, N 分钟前, N 小时前, 昨天 HH:mm, then the date. */
export function formatAgo(time: number, now: number): string {
  const age = Math.max(0, now - time)
  if (age < MINUTE_MS) return commonText('time.now')
  if (age < HOUR_MS) return commonText('time.minutes', { count: Math.floor(age / MINUTE_MS) })
  const days = daysFrom(now, time)
  if (days === 0) return commonText('time.hours', { count: Math.floor(age / HOUR_MS) })
  if (days === -1) return commonText('time.yesterday', { clock: formatClock(time) })
  return formatDate(time, now)
}

/**
 * Start time of a match: 今天 15:00, 今晚 21:30 (from 18:00), 明天, 后天, then the date with the time. A past time has the
 * year if it differs from that of `now`.
 */
export function formatKickoff(time: number, now: number): string {
  const date = shanghai(time)
  const clock = formatClock(time)
  switch (daysFrom(now, time)) {
    case 0:
      return date.hour() >= 18 ? commonText('time.tonight', { clock }) : commonText('time.today', { clock })
    case 1:
      return commonText('time.tomorrow', { clock })
    case 2:
      return commonText('time.dayAfter', { clock })
    default:
      if (time < now) return `${formatDate(time, now)} ${clock}`
      return commonText('time.dateClock', { month: date.month() + 1, day: date.date(), clock })
  }
}

const EVENING_BEGINS = 18
const NIGHT_ENDS = 6

/** True if `time` belongs to the current or next evening of `now`: 18:00 to 06:00 in Shanghai. */
export function isTonight(time: number, now: number): boolean {
  const day = shanghai(now).hour() < NIGHT_ENDS ? shanghai(now).subtract(1, 'day') : shanghai(now)
  const begin = day.startOf('day').add(EVENING_BEGINS, 'hour')
  return time >= begin.valueOf() && time < begin.add(24 - EVENING_BEGINS + NIGHT_ENDS, 'hour').valueOf()
}
