import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#protocol/currency.ts'
import { currencyLabels } from '#lib/currency-labels.ts'
import { DEPLOYMENTS } from '#protocol/sites.ts'
import {
  formatAgo,
  formatBadge,
  formatClock,
  formatClockInFull,
  formatCompact,
  formatCount,
  formatDate,
  formatKickoff,
  formatMoney,
  formatMoneyInFull,
  formatOdds,
  formatWeekday,
} from '#lib/format.ts'
import { otherDay } from '#lib/match/other-day.ts'

const { CNY, USDT, COIN } = CURRENCIES
/** 21 November 2026, 20:24 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12, 24)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('numbers', () => {
  it('groups thousands and truncates fractions', () => {
    expect(formatCount(12_680)).toBe('12,680')
    expect(formatCount(1_234_567.9)).toBe('1,234,567')
    expect([0, 999, 1_000, -999, -12_680].map(formatCount)).toEqual(['0', '999', '1,000', '-999', '-12,680'])
    expect(formatCount(Number.MAX_SAFE_INTEGER)).toBe('9,007,199,254,740,991')
  })

  it('abbreviates counts with 万 and 亿 without rounding up', () => {
    expect(formatCompact(9999)).toBe('9,999')
    expect(formatCompact(10_000)).toBe('1 万')
    expect(formatCompact(86_999)).toBe('8.6 万')
    expect(formatCompact(12_345_678)).toBe('1,234 万')
    expect(formatCompact(129_999_999)).toBe('1.2 亿')
  })

  it('limits a badge with a plus sign', () => {
    expect(formatBadge(99)).toBe('99')
    expect(formatBadge(100)).toBe('99+')
    expect(formatBadge(1000, 999)).toBe('999+')
  })

  it('formats odds in thousandths with two decimals, truncated', () => {
    expect(formatOdds(1620)).toBe('1.62')
    expect(formatOdds(1999)).toBe('1.99')
    expect(formatOdds(5005)).toBe('5.00')
  })
})

describe('S1.4 S3.25 money (settled 8)', () => {
  it('has sign, symbol and two decimals; coins are integers', () => {
    expect(formatMoney(120_000, CNY)).toBe('¥1,200.00')
    expect(formatMoney(120_000, CNY, true)).toBe('+¥1,200.00')
    expect(formatMoney(-30_000, CNY)).toBe('−¥300.00')
    expect(formatMoney(0, CNY, true)).toBe('¥0.00')
    expect(formatMoney(12_680, COIN)).toBe('12,680')
  })

  it('truncates to two decimals, or shows all decimals in full format', () => {
    expect(formatMoney(86_429_999, USDT)).toBe('₮86.42')
    expect(formatMoneyInFull(86_429_999, USDT)).toBe('₮86.429999')
    expect(formatMoneyInFull(-1, USDT)).toBe('−₮0.000001')
    expect(formatMoneyInFull(5, COIN)).toBe('5')
  })

  it('S3.27 labels bank cards on CNY sites and addresses on USDT sites', () => {
    expect(currencyLabels('CNY')).toMatchObject({
      currency: '人民币',
      symbol: '¥',
      account: '银行卡',
      accountNumber: '卡号',
    })
    expect(currencyLabels('USDT')).toMatchObject({ currency: '泰达币', symbol: '₮', account: 'USDT 地址' })
    expect(Object.values(currencyLabels('USDT')).join()).not.toMatch(/卡|银行|¥/)
    expect(Object.values(currencyLabels('CNY')).join()).not.toMatch(/地址|USDT|₮/)
  })

  it('S3.26 has the symbol of the site and two decimals', () => {
    for (const { settleCurrency } of DEPLOYMENTS) {
      const unit = CURRENCIES[settleCurrency]
      expect(formatMoney(1_234 * 10 ** unit.decimals, unit)).toBe(settleCurrency === 'USDT' ? '₮1,234.00' : '¥1,234.00')
    }
  })

  it('S3.25 can be parsed back: exactly in full format, truncated in short format', () => {
    const amounts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    const minor = (text: string, decimals: number) => {
      const [whole = '', fraction = ''] = text.replace(/[^\d.]/g, '').split('.')
      return BigInt(whole + fraction.padEnd(decimals, '0'))
    }
    fc.assert(
      fc.property(amounts, fc.constantFrom(CNY, USDT, COIN), (amount, unit) => {
        const size = BigInt(Math.abs(amount))
        const short = formatMoney(amount, unit)
        expect(minor(formatMoneyInFull(amount, unit), unit.decimals)).toBe(size)
        const step = 10n ** BigInt(Math.max(0, unit.decimals - 2))
        expect(minor(short, unit.decimals)).toBe((size / step) * step)
        expect(short).toMatch(amount < 0 ? /^−/ : /^[^−]/)
        expect(short).toMatch(unit.decimals === 0 ? /^−?[\d,]+$/ : /^−?[¥₮][\d,]+\.\d{2}$/)
      }),
    )
  })

  it('never exceeds the amount', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(CNY, USDT, COIN), (amount, unit) => {
        const digits = formatMoney(amount, unit).replace(/[^\d]/g, '')
        const shown = BigInt(digits) * 10n ** BigInt(unit.decimals - Math.min(2, unit.decimals))
        const rest = BigInt(amount) - shown
        expect(rest >= 0n && rest < 10n ** BigInt(Math.max(0, unit.decimals - 2))).toBe(true)
      }),
    )
  })
})

describe('time in Asia/Shanghai', () => {
  it('does not depend on the time zone of the machine', () => {
    expect(formatClock(NOW)).toBe('20:24')
    expect(formatClockInFull(NOW + 5000)).toBe('20:24:05')
    expect(formatDate(NOW, NOW)).toBe('11 月 21 日')
    expect(formatWeekday(NOW)).toBe('周六')
  })

  it('includes the year if it is not the current one', () => {
    expect(formatDate(Date.UTC(2025, 11, 31, 16), NOW)).toBe('1 月 1 日')
    expect(formatDate(Date.UTC(2025, 11, 31, 15), NOW)).toBe('2025 年 12 月 31 日')
  })

  it('formats a past time relative to now', () => {
    expect(formatAgo(NOW + 5000, NOW)).toBe('刚刚')
    expect(formatAgo(NOW - 18 * MINUTE, NOW)).toBe('18 分钟前')
    expect(formatAgo(NOW - 3 * HOUR, NOW)).toBe('3 小时前')
    expect(formatAgo(NOW - 21 * HOUR, NOW)).toBe('昨天 23:24')
    expect(formatAgo(NOW - 60 * HOUR, NOW)).toBe('11 月 19 日')
  })

  it('formats the start of a match', () => {
    expect(formatKickoff(NOW - 6 * HOUR, NOW)).toBe('今天 14:24')
    expect(formatKickoff(NOW + 66 * MINUTE, NOW)).toBe('今晚 21:30')
    expect(formatKickoff(NOW + 231 * MINUTE, NOW)).toBe('明天 00:15')
    expect(formatKickoff(NOW + 48 * HOUR, NOW)).toBe('后天 20:24')
    expect(formatKickoff(NOW + 72 * HOUR, NOW)).toBe('11 月 24 日 20:24')
    expect(formatKickoff(NOW + 60 * 24 * HOUR, NOW)).toBe('1 月 20 日 20:24')
  })

  it('names the year of a time in an earlier year', () => {
    expect(formatKickoff(NOW - 365 * 24 * HOUR, NOW)).toBe('2025 年 11 月 21 日 20:24')
    expect(formatKickoff(NOW - 72 * HOUR, NOW)).toBe('11 月 18 日 20:24')
  })

  it('S9.16 includes the date of a match in the list of another day', () => {
    const [evening, night] = [NOW + 66 * MINUTE, NOW + 231 * MINUTE]
    const [tomorrow, nextYear] = [NOW + 24 * HOUR, NOW + 365 * 24 * HOUR]
    expect(otherDay(evening, NOW, NOW)).toBeNull()
    expect(otherDay(night, NOW, NOW)).toBe('明天')
    expect(otherDay(NOW - 21 * HOUR, NOW, NOW)).toBe('11 月 20 日')
    expect(otherDay(night, tomorrow, NOW)).toBeNull()
    expect(otherDay(evening, tomorrow, NOW)).toBe('今晚')
    expect(otherDay(NOW, nextYear, NOW)).not.toBeNull()
  })
})
