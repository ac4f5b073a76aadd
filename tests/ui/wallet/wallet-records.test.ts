import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import { siteDateOf } from '#protocol/time.ts'
import { csvText } from '#lib/csv.ts'
import { plainDecimals, recordRows } from '#features/wallet/records/all-records.ts'
import { dateProblems, NO_FILTER, readFilter, requestOf, withFilter } from '#features/wallet/records/records-filter.ts'
import { monthName, readMonth, recentMonths } from '#features/wallet/records/statement-months.ts'
import { withNewest } from '#features/wallet/records/use-records.ts'

/** 2026-11-27 01:00 in Shanghai. */
const NOW = Date.UTC(2026, 10, 26, 17)

const order = (orderNo: string, changed: Partial<DealRecord> = {}): DealRecord => ({
  id: orderNo,
  type: 'deposit',
  orderNo,
  status: '3',
  currency: 'CNY',
  amount: 1_234_50,
  change: 1_234_50,
  fee: 0,
  account: '',
  createdAt: NOW,
  updatedAt: NOW,
  ...changed,
})

/** Reads a CSV text like a spreadsheet. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /"((?:[^"]|"")*)"(,|\r\n)/g
  for (const [, value = '', end] of text.slice(1).matchAll(cells)) {
    rows.at(-1)?.push(value.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('CSV', () => {
  it('S7.75 begins with the mark by which Excel reads Chinese, and reads back', () => {
    const row = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = csvText(rows)
        expect(text.startsWith('\uFEFF')).toBe(true)
        const read = parsed(text).map((cells) => cells.map((cell) => cell.replace(/^'(?=[\s\S])/, '')))
        expect(read).toEqual(rows.map((cells) => cells.map((cell) => cell.replace(/^'(?=[\s\S])/, ''))))
      }),
    )
  })

  it.each(['=1+1', '+1', '-1+1', '-A1', '@SUM(A1)', '\t=1', '\r=1', ' =cmd|x', '＝1', '|x', '%0A'])(
    'S7.75 does not let a spreadsheet run %j',
    (value) => {
      expect(parsed(csvText([[value]]))).toEqual([[`'${value}`]])
    },
  )

  it('S7.75 leaves numbers as numbers, so that a spreadsheet adds up the changes', () => {
    expect(parsed(csvText([['-1', '-117.60', '0.000001', '42']]))).toEqual([['-1', '-117.60', '0.000001', '42']])
  })

  it('S7.75 has the exact amounts of orders and postings, and Chinese names', () => {
    const id = '0192f3a0-1111-7abc-8def-0123456789ab'
    const posting = { orderNo: '', status: '' }
    const [head, ...rows] = recordRows([
      order('D2611270000000001'),
      order('W2611270000000002', {
        type: 'withdraw',
        status: '6',
        currency: 'USDT',
        amount: 1,
        change: 0,
        fee: 10,
        account: '=x',
      }),
      order(`${id}:CNY`, { ...posting, type: 'convert', amount: 720_00, change: -720_00 }),
      order(`${id}:USDT`, { ...posting, type: 'convert', currency: 'USDT', amount: 1, change: 1 }),
      order(`${id}:COIN`, { ...posting, type: 'gift', currency: 'COIN', amount: 5, change: -5 }),
      order(`${id}:CNY:fee`, { type: 'fee', orderNo: 'D2611270000000001', status: '', amount: 20, change: -20 }),
    ])
    expect(head).toEqual(['订单号', '类型', '状态', '币种', '金额', '手续费', '余额变动', '账户', '时间', '更新时间'])
    expect(rows.map((row) => row.slice(0, 8))).toEqual([
      ['D2611270000000001', '存款', '已到账', 'CNY', '1234.50', '0.00', '1234.50', ''],
      ['W2611270000000002', '提款', '已取消', 'USDT', '0.000001', '0.000010', '0.000000', '=x'],
      [id, '货币兑换', '已入账', 'CNY', '720.00', '0.00', '-720.00', ''],
      [id, '货币兑换', '已入账', 'USDT', '0.000001', '0.000000', '0.000001', ''],
      [id, '送礼', '已入账', 'COIN', '5', '0', '-5', ''],
      ['D2611270000000001', '手续费', '已入账', 'CNY', '0.20', '0.00', '-0.20', ''],
    ])
    expect(rows[0]?.[8]).toBe('2026-11-27 01:00:00')
    expect(plainDecimals(-5, 2)).toBe('-0.05')
  })
})

describe('the filter of the records', () => {
  it('S7.75 is kept in the URL', () => {
    const filter = { type: 'withdraw', status: '5', from: '2026-11-01', to: '2026-11-30' } as const
    const search = withFilter(new URLSearchParams('siteId=5015'), filter)
    expect(search.get('siteId')).toBe('5015')
    expect(readFilter(search)).toEqual(filter)
    expect(withFilter(search, NO_FILTER).toString()).toBe('siteId=5015')
  })

  it('S7.75 ignores types and statuses that do not exist', () => {
    expect(readFilter(new URLSearchParams('type=none&status=3'))).toEqual(NO_FILTER)
    expect(readFilter(new URLSearchParams('type=gift&status=3'))).toEqual({ ...NO_FILTER, type: 'gift' })
    expect(readFilter(new URLSearchParams('type=deposit&status=toString'))).toMatchObject({
      type: 'deposit',
      status: null,
    })
    expect(readFilter(new URLSearchParams('status=3'))).toEqual(NO_FILTER)
  })

  it('S9.16 asks for whole days of the site', () => {
    const request = requestOf({ ...NO_FILTER, from: '2026-11-26', to: '2026-11-26' })
    expect(request).toEqual({ start: Date.UTC(2026, 10, 25, 16), end: Date.UTC(2026, 10, 26, 16) })
    expect(requestOf(NO_FILTER)).toEqual({})
  })

  it.each([
    ['2026-02-30', '', { from: '日期不存在', to: null }],
    ['', '<script>', { from: null, to: '日期不存在' }],
    ['2026-11-02', '2026-11-01', { from: null, to: '结束日期早于开始日期' }],
  ])('refuses %s to %s', (from, to, problems) => {
    expect(dateProblems({ ...NO_FILTER, from, to })).toEqual(problems)
    expect(requestOf({ ...NO_FILTER, from, to })).toBeNull()
  })
})

describe('the list', () => {
  it('takes changed and new orders over without losing its end', () => {
    const older = [order('D3'), order('D2', { status: '1' }), order('D1')]
    const newest = [order('D4'), order('D3'), order('D2', { status: '3' })]
    expect(withNewest(older, newest).map(({ orderNo, status }) => [orderNo, status])).toEqual([
      ['D4', '3'],
      ['D3', '3'],
      ['D2', '3'],
      ['D1', '3'],
    ])
  })

  it('begins anew if there may be orders between the old and the new ones', () => {
    expect(withNewest([order('D1')], [order('D9'), order('D8')]).map(({ id }) => id)).toEqual(['D9', 'D8'])
    expect(withNewest([], [])).toEqual([])
  })
})

describe('months', () => {
  it('S9.16 are those of the site, newest first', () => {
    const months = recentMonths(Date.UTC(2026, 10, 30, 17))
    expect(months.slice(0, 3)).toEqual(['2026-12', '2026-11', '2026-10'])
    expect(months).toHaveLength(13)
    expect(months.at(-1)).toBe('2025-12')
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) }), (now) => {
        const all = recentMonths(now)
        expect(all[0]).toBe(siteDateOf(now).slice(0, 7))
        expect(new Set(all).size).toBe(13)
        expect([...all].sort().reverse()).toEqual(all)
      }),
    )
  })

  it('replaces a month that is none, or that has not begun', () => {
    expect(['2026-10', '2026-12', '2026-13', '', null, '1999-01'].map((text) => readMonth(text, NOW))).toEqual([
      '2026-10',
      '2026-11',
      '2026-11',
      '2026-11',
      '2026-11',
      '2026-11',
    ])
    expect(monthName('2026-01')).toBe('2026 年 1 月')
  })
})
