import { page } from 'vitest/browser'
import { afterEach, beforeEach } from 'vitest'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import { memberRate, SPREAD_PPM } from '#protocol/wallet/conversion.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'
import type { Mounted } from './mount.tsx'
import { MEMBER } from './room-fixtures.ts'

type Balances = DataOf<'balance.list'>

/** Venues of all states. IMTY has money although it is under maintenance. */
export const BALANCES: Readonly<Record<SettleCurrency, Balances>> = {
  CNY: {
    currency: 'CNY',
    center: 500_000,
    locked: 0,
    venues: [
      { venueEnName: 'YBTY', venueChName: '看台体育', balance: 12_345, status: 0, isDisplay: 1 },
      { venueEnName: 'IMTY', venueChName: '海湾体育', balance: 700, status: 1, isDisplay: 1 },
      { venueEnName: 'YBDJ', venueChName: '看台电竞', balance: 0, status: 0, isDisplay: 1 },
      { venueEnName: 'YBZR', venueChName: '看台真人', balance: 0, status: 2, isDisplay: 1 },
    ],
  },
  USDT: {
    currency: 'USDT',
    center: 300_123_456,
    locked: 0,
    venues: [
      { venueEnName: 'YBTY', venueChName: '看台体育', balance: 5_432_109, status: 0, isDisplay: 1 },
      { venueEnName: 'YBDJ', venueChName: '看台电竞', balance: 0, status: 0, isDisplay: 1 },
    ],
  },
}

let lastNumber = 0

/** A transfer of the member. */
export function transferOrder(fields: Partial<WalletOrder>): WalletOrder {
  lastNumber += 1
  return {
    orderNo: `T261121${String(lastNumber).padStart(10, '0')}`,
    kind: 'transferIn',
    status: '1',
    currency: 'CNY',
    amount: 10_000,
    fee: 0,
    channel: 'YBTY',
    account: '',
    pay: null,
    proofs: [],
    createdAt: NOON + lastNumber,
    updatedAt: NOON + lastNumber,
    expireAt: null,
    ...fields,
  }
}

/** The outcome of a money call is unknown, and the worker looks for it. */
export const lost = (idempotencyKey = '') =>
  failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey } })

export const INTEREST: DataOf<'interest.info'> = {
  currency: 'CNY',
  principal: 1_234_567,
  balance: 500_000,
  dailyPpm: 55,
  carriedMicro: 421_000,
  yesterday: 67,
  total: 1_820,
  min: 100,
  nextAccrualAt: NOON + DAY_MS / 2,
  series: Array.from({ length: 30 }, (_, index) => ({
    date: siteDateOf(NOON - (30 - index) * DAY_MS),
    amount: index < 3 ? 0 : 40 + ((index * 7) % 30),
    principal: index < 3 ? 0 : 1_000_000 + index * 1_000,
  })),
}

/** A rate of the demo source. */
export function rateOf(rate: number, at = transport.now - 4_000): DataOf<'usdt.rate'> {
  const prices = { rate, ask: memberRate('CNY', rate), bid: memberRate('USDT', rate), spreadPpm: SPREAD_PPM }
  return { ...prices, source: 'demo', at, maxAgeMs: 60_000 }
}

/** Signs in and answers the reads of the pages. */
function serveFunds(): void {
  transport.now = NOON
  transport.calls.length = 0
  transport.repeated.length = 0
  transport.storedCalls = []
  transport.responses = {
    'balance.list': ({ currency }) => success(BALANCES[currency]),
    'dealRecord.list': () => success({ list: [], hasMore: false }),
    'usdt.rate': () => success(rateOf(72_000)),
    'usdt.records': () => success({ list: [], hasMore: false }),
    'virtualCurrency.list': () =>
      success({
        list: [{ id: 'u-1', chain: 'TRC20', alias: '冷钱包', last4: 'x8Ab', isDefault: true, createdAt: NOON }],
        max: 3,
      }),
    'interest.info': ({ currency }) => success({ ...INTEREST, currency }),
    'interest.records': () =>
      success({
        list: [
          { id: 'r-2', type: 'interest', amount: 67, balanceAfter: 1_234_567, at: NOON - 1, date: '2026-11-20' },
          { id: 'r-1', type: 'to', amount: 1_234_500, balanceAfter: 1_234_500, at: NOON - DAY_MS, date: '' },
        ],
        hasMore: false,
      }),
  }
  store.set(cachedResponsesAtom, new Map())
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
}

/** Serves a member before each test, and removes the screen after it. */
export function eachOnFundScreen(screen: () => Mounted): void {
  beforeEach(async () => {
    await page.viewport(1280, 800)
    serveFunds()
  })
  afterEach(() => {
    screen().unmount()
    transport.responses = {}
    store.set(sessionAtom, null)
  })
}

/** Parameters of the calls of an endpoint. */
export const named = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
export const keysOf = (name: string) => transport.calls.filter((call) => call.name === name).map(({ key }) => key)
