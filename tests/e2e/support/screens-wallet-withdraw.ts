import type { Screen } from './screen.ts'

const ORDER = '/app/wallet/withdraw/:orderNo'

/** Withdrawal, its order, bank cards and USDT addresses. */
export const WALLET_WITHDRAW_SCREENS: readonly Screen[] = [
  { name: 'wallet-withdraw', route: '/app/wallet/withdraw', shows: 'dl', isMember: true },
  {
    name: 'wallet-withdraw-usdt',
    route: '/app/wallet/withdraw',
    address: '/app/wallet/withdraw?currency=USDT',
    shows: 'dl',
    isMember: true,
  },
  {
    name: 'wallet-withdraw-missing',
    route: ORDER,
    address: '/app/wallet/withdraw/W0000000000000000',
    shows: 'a[href^="/app/wallet/records"]',
    isMember: true,
  },
  { name: 'wallet-cards', route: '/app/wallet/cards', shows: 'main section h2', isMember: true },
]
