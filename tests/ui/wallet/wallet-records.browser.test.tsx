import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RecordPage, RecordsPage, StatementPage } from '#app/pages/wallet/RecordsPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { DealRecord, WalletOrder } from '#protocol/endpoints/wallet.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import { sessionAtom } from '#state/session/session.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { venue } from '../egame/egame-fixtures.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { serveResponsible } from '../support/responsible-fixtures.ts'
import { eachOnMemberScreen } from '../support/security-fixtures.ts'

const ROUTES = [
  { path: '/app/wallet/records', Component: RecordsPage },
  { path: '/app/wallet/records/:orderNo', Component: RecordPage },
  { path: '/app/wallet/statement', Component: StatementPage },
]
const PAGE = 20
const ORDERS: readonly WalletOrder[] = Array.from({ length: 45 }, (_, index) => ({
  orderNo: `${index % 2 === 0 ? 'D' : 'W'}261127${String(1_000_000_000 + index)}`,
  kind: index % 2 === 0 ? ('deposit' as const) : ('withdraw' as const),
  status: index % 2 === 0 ? '3' : '1',
  currency: 'CNY' as const,
  amount: 100_00 + index,
  fee: index === 1 ? 1_50 : 0,
  channel: 'demo-bank',
  account: index % 2 === 0 ? '' : '招商银行 ****1234',
  pay: null,
  proofs: [],
  createdAt: NOON - index * MINUTE_MS,
  updatedAt: NOON - index * MINUTE_MS,
  expireAt: null,
}))
const RECORDS: readonly DealRecord[] = ORDERS.map(({ kind, orderNo, amount, ...order }) => {
  const { status, currency, fee, account, createdAt, updatedAt } = order
  const change = kind === 'deposit' ? amount : 0
  return { id: orderNo, type: kind, orderNo, status, currency, amount, change, fee, account, createdAt, updatedAt }
})
const [FIRST, SECOND] = ORDERS as [WalletOrder, WalletOrder]

const DETAIL: DataOf<'dealRecord.detail'> = {
  order: SECOND,
  events: [
    { from: null, to: '0', event: 'create', actor: 'member', note: '', at: NOON - 60_000 },
    { from: '0', to: '1', event: 'review', actor: 'system', note: '等待人工审核', at: NOON - 30_000 },
  ],
  postings: [
    { type: 'reserve', account: 'main', amount: -100_01, balanceAfter: 899_99, text: '', at: NOON - 60_000 },
    { type: 'reserve', account: 'locked', amount: 100_01, balanceAfter: 100_01, text: '', at: NOON - 60_000 },
  ],
}

function list({ type, before }: RequestOf<'dealRecord.all'>): DataOf<'dealRecord.all'> {
  const fitting = RECORDS.filter((record) => type === undefined || record.type === type)
  const start = before === undefined ? 0 : fitting.findIndex(({ id }) => id === before) + 1
  return { list: fitting.slice(start, start + PAGE), hasMore: start + PAGE < fitting.length }
}

let mounted: MountedRoutes
const open = (path = '/app/wallet/records') => {
  mounted = mountRoutes(ROUTES, path)
}
const requests = () => transport.calls.filter(({ name }) => name === 'dealRecord.all').map(({ params }) => params)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rows = () => document.querySelectorAll('[data-record]').length

eachOnMemberScreen(() => mounted)
beforeEach(() => {
  serveResponsible()
  store.set(uiPreferencesAtom, { hidesAmounts: false })
  Object.assign(transport.responses, {
    'dealRecord.all': (params) => success(list(params)),
    'dealRecord.detail': ({ orderNo }) =>
      orderNo === SECOND.orderNo ? success(DETAIL) : failure(CODES.NOT_FOUND, '内容不存在'),
  } satisfies typeof transport.responses)
})

describe('the list', () => {
  it('S7.75 shows the orders in words and loads more near the end, once each', async () => {
    open()
    await expect.element(page.getByRole('link', { name: /存款.*¥100.00.*已到账/ }).first()).toBeVisible()
    await expect.element(page.getByText('演示资金', { exact: true })).toBeVisible()
    await expect.poll(rows).toBeGreaterThanOrEqual(PAGE)
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.poll(rows).toBeGreaterThanOrEqual(2 * PAGE)
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.element(page.getByText('共 45 条，已全部显示')).toBeInTheDocument()
    expect(requests()).toEqual([{}, { before: ORDERS[19]?.orderNo }, { before: ORDERS[39]?.orderNo }])
    window.scrollTo(0, 0)
  })

  it('S7.75 keeps the filter in the URL and asks for whole days of the site', async () => {
    open('/app/wallet/records?type=withdraw&status=1&siteId=5015')
    await expect.element(page.getByLabelText('类型')).toHaveValue('withdraw')
    await expect.element(page.getByLabelText('状态')).toHaveValue('1')
    await expect.poll(requests).toEqual([{ type: 'withdraw', status: '1' }])
    await page.getByLabelText('类型').selectOptions('deposit')
    await expect.element(page.getByLabelText('状态')).toHaveValue('')
    await page.getByLabelText('开始日期').fill('2026-11-01')
    const { search } = mounted.router.state.location
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      siteId: '5015',
      type: 'deposit',
      from: '2026-11-01',
    })
    await expect.poll(() => requests().at(-1)).toEqual({ type: 'deposit', start: Date.UTC(2026, 9, 31, 16) })
    await userEvent.click(button('清除筛选'))
    await expect.poll(() => mounted.router.state.location.search).toBe('?siteId=5015')
  })

  it('explains dates that are wrong, without a request', async () => {
    open('/app/wallet/records?from=2026-11-02&to=2026-11-01')
    await expect.element(page.getByLabelText('结束日期')).toHaveAccessibleDescription('结束日期早于开始日期')
    await expect.element(button('导出 CSV')).toBeDisabled()
    expect(requests()).toEqual([])
  })

  it('says 暂无记录, or that nothing matches', async () => {
    transport.responses['dealRecord.all'] = () => success({ list: [], hasMore: false })
    open()
    await expect.element(page.getByRole('heading', { name: '暂无记录' })).toBeVisible()
    await page.getByLabelText('类型').selectOptions('transferIn')
    await expect.element(page.getByRole('heading', { name: '没有符合条件的记录' })).toBeVisible()
  })

  it('shows a failed load with 重试, and keeps the list if a later page fails', async () => {
    transport.responses['dealRecord.all'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-9' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/交易记录加载失败服务异常.*追踪号 t-9/)
    transport.responses['dealRecord.all'] = (params) =>
      params.before === undefined ? success(list(params)) : failure(CODES.INTERNAL_ERROR, '服务异常')
    await userEvent.click(button('重试'))
    await expect.poll(rows).toBe(PAGE)
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.element(page.getByText('后面的记录加载失败')).toBeInTheDocument()
    expect(rows()).toBe(PAGE)
    transport.responses['dealRecord.all'] = (params) => success(list(params))
    await userEvent.click(button('重试'))
    await expect.poll(rows).toBeGreaterThanOrEqual(2 * PAGE)
    window.scrollTo(0, 0)
  })

  it('is there at once when Back leads to it', async () => {
    open()
    await expect.poll(rows).toBeGreaterThanOrEqual(PAGE)
    await mounted.router.navigate(`/app/wallet/records/${SECOND.orderNo}`)
    await expect.element(page.getByRole('heading', { name: '资金去向' })).toBeVisible()
    transport.responses['dealRecord.all'] = () => new Promise(() => undefined)
    await mounted.router.navigate(-1)
    await expect.poll(rows).toBeGreaterThanOrEqual(PAGE)
  })

  it('hides the amounts on request, and says that an export does not', async () => {
    open()
    await userEvent.click(button('隐藏金额'))
    await expect.element(page.getByRole('link', { name: /存款.*金额已隐藏.*已到账/ }).first()).toBeVisible()
    expect(document.body.textContent).not.toContain('¥100.00')
    await expect.element(page.getByText('按当前筛选导出，文件中的金额不隐藏')).toBeVisible()
    await userEvent.click(button('显示金额'))
  })
})

describe('the export', () => {
  /** The files that were saved. */
  const saved = () => {
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'about:blank#saved'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    return blobs
  }

  it('S7.75 has all pages of the filter, with the real amounts', async () => {
    const blobs = saved()
    store.set(uiPreferencesAtom, { hidesAmounts: true })
    open('/app/wallet/records?type=deposit')
    await expect.poll(rows).toBe(PAGE)
    await userEvent.click(button('导出 CSV'))
    await expect.poll(() => blobs).toHaveLength(1)
    const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 23)
    expect(lines[1]).toContain(`"${FIRST.orderNo}","存款","已到账","CNY","100.00","0.00","100.00"`)
    vi.restoreAllMocks()
  })

  it('S7.75 shows its progress and can be cancelled', async () => {
    const blobs = saved()
    open()
    await expect.poll(rows).toBeGreaterThanOrEqual(PAGE)
    let isFirst = true
    transport.responses['dealRecord.all'] = (params) => {
      if (!isFirst) return new Promise(() => undefined)
      isFirst = false
      return success(list(params))
    }
    await userEvent.click(button('导出 CSV'))
    await expect.element(page.getByText('已读取 20 条')).toBeVisible()
    await userEvent.click(button('取消导出'))
    await expect.element(button('导出 CSV')).toBeEnabled()
    expect(blobs).toEqual([])
    vi.restoreAllMocks()
  })
})

describe('postings', () => {
  const id = '0192f3a0-1111-7abc-8def-0123456789ab'
  const posting = { orderNo: '', status: '', fee: 0, account: '', createdAt: NOON, updatedAt: NOON } as const
  const POSTINGS: readonly DealRecord[] = [
    { ...posting, id: `${id}:USDT`, type: 'convert', currency: 'USDT', amount: 13_820_000, change: 13_820_000 },
    { ...posting, id: `${id}:CNY`, type: 'convert', currency: 'CNY', amount: 100_00, change: -100_00 },
    { ...posting, id: `${id}:COIN`, type: 'gift', currency: 'COIN', amount: 5, change: -5 },
    { ...posting, id: `${id}:CNY:fee`, type: 'fee', orderNo: FIRST.orderNo, currency: 'CNY', amount: 20, change: -20 },
  ]
  beforeEach(() => {
    transport.responses['dealRecord.all'] = () => success({ list: [...POSTINGS], hasMore: false })
  })

  it('S7.75 conversions, gifts and fees are rows with sign and currency; a fee leads to its order', async () => {
    open('/app/wallet/records?type=convert')
    await expect.element(page.getByLabelText('类型')).toHaveValue('convert')
    await expect.element(page.getByLabelText('状态')).toBeDisabled()
    expect(requests()).toEqual([{ type: 'convert' }])
    const list = page.getByRole('list', { name: '交易明细' })
    await expect.element(list).toHaveTextContent(/货币兑换\+₮13.82已入账.*货币兑换−¥100.00.*送礼−5 金币/)
    await expect
      .element(page.getByRole('link', { name: /手续费.*−¥0.20/ }))
      .toHaveAttribute('href', `/app/wallet/records/${FIRST.orderNo}`)
    await expect.element(page.getByRole('link', { name: /货币兑换/ })).not.toBeInTheDocument()
  })

  it('Annex I statement: lists what was booked in the month', async () => {
    open('/app/wallet/statement?month=2026-10')
    await expect.element(page.getByRole('row', { name: /货币兑换.*−¥100.00/ })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /送礼.*−5 金币/ })).toBeVisible()
    expect(requests()).toEqual([{ by: 'posted', start: NOON - 30 * DAY_MS, end: NOON + 1 }])
  })
})

describe('one order', () => {
  it('S7.75 shows what happened and where the money went, in plain words', async () => {
    open(`/app/wallet/records/${SECOND.orderNo}`)
    await expect
      .element(page.getByRole('region', { name: '提款' }))
      .toHaveTextContent(/审核中.*¥100.01.*招商银行 \*\*\*\*1234.*手续费¥1.50/)
    const events = page.getByRole('region', { name: '进度' })
    await expect.element(events).toHaveTextContent(/已提交，金额已冻结.* · 你.*开始审核等待人工审核.* · 系统/)
    const postings = page.getByRole('region', { name: '资金去向' })
    await expect.element(postings).toHaveTextContent(/从中心钱包冻结.*−¥100.01变动后 ¥899.99.*计入冻结金额.*\+¥100.01/)
    await expect.element(postings).toHaveTextContent('对你的资金合计¥0.00')
    await expect
      .element(page.getByRole('link', { name: '去处理这笔交易' }))
      .toHaveAttribute('href', `/app/wallet/withdraw/${SECOND.orderNo}`)
  })

  it('names the venue of a transfer, and shows the code of an unknown one', async () => {
    const posting = { type: 'settle', balanceAfter: 0, text: '', at: NOON } as const
    const postings = ['YBTY', 'YBZR'].map((code) => ({ ...posting, account: `venue:${code}`, amount: 5_00 }))
    transport.responses['dealRecord.detail'] = () => success({ ...DETAIL, postings })
    transport.responses['venue.list'] = () => success({ list: [venue('YBTY', '体育')] })
    open(`/app/wallet/records/${SECOND.orderNo}`)
    const list = page.getByRole('region', { name: '资金去向' })
    await expect.element(list).toHaveTextContent(/存入场馆 体育.*存入场馆 YBZR/)
  })

  it('copies the number', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    open(`/app/wallet/records/${SECOND.orderNo}`)
    await userEvent.click(button('复制订单号'))
    expect(write.mock.calls).toEqual([[SECOND.orderNo]])
    vi.restoreAllMocks()
  })

  it.each(['W2611270000009999', '../../x', 'W1'])('answers for %j as for one that does not exist', async (orderNo) => {
    transport.responses['dealRecord.detail'] = ({ orderNo: asked }) =>
      /^[DWPT]\d{16}$/.test(asked) ? failure(CODES.NOT_FOUND, '内容不存在') : failure(CODES.PARAM_ERROR, '参数错误')
    open(`/app/wallet/records/${encodeURIComponent(orderNo)}`)
    await expect.element(page.getByRole('heading', { name: '没有这笔交易' })).toBeVisible()
  })
})

describe('the monthly statement', () => {
  it('Annex G.5 is that of the current month of the server, also if the clock of the browser is in another one', async () => {
    const session = store.get(sessionAtom)
    store.set(sessionAtom, undefined)
    open('/app/wallet/statement')
    transport.now = NOON + 30 * DAY_MS
    store.set(sessionAtom, session)
    await expect.element(page.getByRole('heading', { name: '2026 年 12 月账单' })).toBeVisible()
    transport.now = NOON
  })

  it('Annex G.5 Annex I statement: adds up, lists the orders of the month, and prints', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    open('/app/wallet/statement?month=2026-10')
    await expect.element(page.getByText('期初 ¥100.00 + 变动 ¥1,435.00 = 期末 ¥1,535.00')).toBeVisible()
    await expect.element(page.getByRole('row').nth(45)).toBeInTheDocument()
    await userEvent.click(button('打印或存为 PDF'))
    expect(print).toHaveBeenCalledOnce()
    await page.getByLabelText('月份').selectOptions('2026-09')
    await expect.poll(() => mounted.router.state.location.search).toBe('?month=2026-09')
    const periods = () =>
      transport.calls.filter(({ name }) => name === 'responsible.statement').map(({ params }) => params)
    await expect.poll(periods).toEqual([{ period: '2026-10' }, { period: '2026-09' }])
    vi.restoreAllMocks()
  })
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each(['/app/wallet/records', `/app/wallet/records/${SECOND.orderNo}`, '/app/wallet/statement'])(
    'has no findings and fits on a phone: %s',
    async (path) => {
      await page.viewport(390, 844)
      open(path)
      wear(skin)
      await expect.element(page.getByText(/¥100.0[01]/).first()).toBeVisible()
      if (path.endsWith('statement')) await expect.element(page.getByRole('table')).toBeInTheDocument()
      await frames(3)
      await animationsEnded()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      expect(await findingsOfScreen()).toEqual([])
    },
  )
})
