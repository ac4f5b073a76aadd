import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { success } from '#protocol/result.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'
import type { Mounted } from './mount.tsx'
import { NO_LIMITS as BEFORE_DEPOSIT } from './responsible-fixtures.ts'
import { MEMBER } from './room-fixtures.ts'
import '#ui/overlay/ToastBoard.tsx'

/** A bank transfer of ¥500.00 that waits for its payment. */
export function depositOrder(more: Partial<WalletOrder> = {}): WalletOrder {
  return {
    orderNo: 'D2611210000000001',
    kind: 'deposit',
    status: '1',
    currency: 'CNY',
    amount: 50_000,
    fee: 0,
    channel: 'demo-bank',
    account: '',
    pay: {
      kind: 'account',
      bankName: '演示银行',
      holder: '看台演示资金',
      account: '6200 0000 0000 0000 005',
      qr: 'demo-bank:D2611210000000001',
      reference: '000001',
    },
    proofs: [],
    createdAt: NOON - MINUTE_MS,
    updatedAt: NOON - MINUTE_MS,
    expireAt: NOON + 29 * MINUTE_MS,
    ...more,
  }
}

/** A member who has set no limit and has deposited before. */
export const NO_LIMITS = { ...BEFORE_DEPOSIT, hasDeposited: true }

const venue = (venueEnName: string, venueChName: string, balance: number, status = 0) => ({
  venueEnName,
  venueChName,
  balance,
  status,
  isDisplay: 1,
})

/** Balances: ¥1,200.00 available, ¥100.00 locked, ¥300.00 of interest, ¥80.00 and ¥20.00 in venues. */
export function serveBalances(): void {
  transport.responses['balance.list'] = ({ currency }) =>
    success({
      currency,
      center: currency === 'CNY' ? 120_000 : 86_429_999,
      locked: currency === 'CNY' ? 10_000 : 0,
      venues: [
        venue('YBTY', '看台体育', currency === 'CNY' ? 8_000 : 0),
        venue('IMTY', '海湾体育', currency === 'CNY' ? 2_000 : 0, 1),
        venue('FBTY', '风帆体育', 0),
      ],
    })
  transport.responses['interest.info'] = ({ currency }) =>
    success({
      currency,
      principal: currency === 'CNY' ? 30_000 : 0,
      balance: 0,
      dailyPpm: 100,
      carriedMicro: 0,
      yesterday: 0,
      total: 0,
      min: 100,
      nextAccrualAt: NOON,
      series: [],
    })
}

/** The orders of the member. The screens of single orders find them too. */
export function serveOrders(...orders: readonly WalletOrder[]): void {
  const find = (orderNo: string) => orders.find((one) => one.orderNo === orderNo)
  transport.responses['dealRecord.list'] = () => success({ list: [...orders], hasMore: false })
  transport.responses['dealRecord.detail'] = ({ orderNo }) => {
    const order = find(orderNo)
    if (!order) return failureOf(CODES.NOT_FOUND)
    const { createdAt: at } = order
    return success({
      order,
      events: [
        { from: null, to: '0', event: 'create', actor: 'member', note: '', at },
        { from: '0', to: '1', event: 'start', actor: 'adapter', note: '', at: at + SECOND_MS },
      ],
      postings: [],
    })
  }
}

function serve(): void {
  transport.now = NOON
  transport.calls.length = 0
  transport.repeated.length = 0
  transport.uploads.length = 0
  transport.responses = {
    'walletType.get': () => success({ type: 'manual' }),
    'responsible.get': () => success(NO_LIMITS),
    'payType.list': ({ currency }) =>
      success({
        list:
          currency === 'USDT'
            ? [
                {
                  id: 'demo-usdt',
                  name: 'USDT 转账',
                  kind: 'usdt',
                  min: 10_000_000,
                  max: 50_000_000_000,
                  quick: [50_000_000],
                  feeRate: 0,
                  chains: ['TRC20', 'ERC20'],
                },
              ]
            : [
                {
                  id: 'demo-bank',
                  name: '银行转账',
                  kind: 'bank',
                  min: 1_000,
                  max: 5_000_000,
                  quick: [10_000, 50_000],
                  feeRate: 0,
                  chains: [],
                },
                {
                  id: 'demo-qr',
                  name: '扫码支付',
                  kind: 'qr',
                  min: 1_000,
                  max: 500_000,
                  quick: [5_000],
                  feeRate: 20,
                  chains: [],
                },
              ],
      }),
  }
  serveBalances()
  serveOrders()
  sessionStorage.clear()
  store.set(cachedResponsesAtom, new Map())
  store.set(siteAtom, { siteId: 5009, skin: 'glow', layout: 'edge', currency: 'CNY', isDemo: true })
  store.set(uiPreferencesAtom, { hidesAmounts: false })
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
}

/** Serves the wallet of a member on a desktop before each test, and removes the screen after it. */
export function eachOnWalletScreen(screen: () => Mounted | undefined): void {
  beforeEach(async () => {
    await page.viewport(1280, 800)
    serve()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    screen()?.unmount()
    transport.responses = {}
    store.set(cachedResponsesAtom, new Map())
    store.set(sessionAtom, null)
  })
}

/** The parameters of the calls with this name. */
export const named = (name: string): unknown[] =>
  transport.calls.filter((call) => call.name === name).map(({ params }) => params)
