import type { Screen } from './screen.ts'
import { press } from './screen.ts'

const screen = (part: string) => ({ route: `/app/wallet/${part}`, shows: 'main form input', isMember: true })

/** Transfers, USDT and the interest wallet. */
export const WALLET_FUNDS_SCREENS: readonly Screen[] = [
  { name: 'wallet-transfer', ...screen('transfer') },
  { name: 'wallet-transfer-refused', ...screen('transfer'), act: press('button', '转入场馆') },
  { name: 'wallet-usdt', ...screen('usdt') },
  { name: 'wallet-usdt-refused', ...screen('usdt'), act: press('button', '获取报价') },
  { name: 'wallet-interest', ...screen('interest') },
  {
    name: 'wallet-interest-usdt',
    ...screen('interest'),
    address: '/app/wallet/interest?currency=USDT',
  },
]
