import type { Screen } from './screen.ts'
import { press } from './screen.ts'

const RESPONSIBLE = {
  route: '/app/responsible',
  shows: 'button:has-text("开始休息")',
  isMember: true,
}

/** Records and statement of the wallet, the tools of responsible play, and coins. */
export const WALLET_RECORDS_SCREENS: readonly Screen[] = [
  { name: 'wallet-records', route: '/app/wallet/records', shows: 'main ul li', isMember: true },
  {
    name: 'wallet-records-no-hit',
    route: '/app/wallet/records',
    address: '/app/wallet/records?type=withdraw&to=2020-01-01',
    shows: 'h3:has-text("没有符合条件的记录")',
    isMember: true,
  },
  {
    name: 'wallet-records-bad-dates',
    route: '/app/wallet/records',
    address: '/app/wallet/records?from=2026-11-02&to=2026-11-01',
    shows: 'h3:has-text("日期范围有误")',
    isMember: true,
  },
  {
    name: 'wallet-record-unknown',
    route: '/app/wallet/records/:orderNo',
    address: '/app/wallet/records/D2611270000000000',
    shows: 'h2:has-text("没有这笔交易")',
    isMember: true,
  },
  { name: 'wallet-statement', route: '/app/wallet/statement', shows: 'h2:has-text("当月交易")', isMember: true },
  { name: 'game-records', route: '/app/records/games', shows: 'h3:has-text("暂无记录")', isMember: true },
  {
    name: 'game-record-unknown',
    route: '/app/records/games/:betId',
    address: '/app/records/games/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10',
    shows: 'h2:has-text("没有这一注")',
    isMember: true,
  },
  {
    name: 'round-record-unknown',
    route: '/app/records/games/:venue/:roundId',
    address: '/app/records/games/YBZR/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10',
    shows: 'h2:has-text("没有这一局")',
    isMember: true,
  },
  { name: 'coins', route: '/app/coins', shows: 'button:has-text("领取")', isMember: true },
  { name: 'responsible-member', ...RESPONSIBLE },
  {
    name: 'responsible-limit',
    ...RESPONSIBLE,
    act: press('button', /^(设置|修改)每月存款限额$/),
    layer: '[role="dialog"]',
  },
  { name: 'responsible-break', ...RESPONSIBLE, act: press('button', '开始休息'), layer: '[role="alertdialog"]' },
  { name: 'responsible-exclude', ...RESPONSIBLE, act: press('button', '开始自我排除'), layer: '[role="dialog"]' },
  { name: 'responsible-test', ...RESPONSIBLE, act: press('button', '开始自测') },
]
