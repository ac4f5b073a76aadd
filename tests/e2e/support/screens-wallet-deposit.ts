import type { Screen } from './screen.ts'

const isMember = true

/** Wallet and the demo bank. */
export const WALLET_DEPOSIT_SCREENS: readonly Screen[] = [
  { name: 'wallet', route: '/app/wallet', shows: 'main dl, main b:has-text("¥")', isMember },
  {
    name: 'wallet-usdt',
    route: '/app/wallet',
    address: '/app/wallet?currency=USDT',
    shows: 'main b:has-text("₮")',
    isMember,
  },
  { name: 'demo-bank', route: '/dev/bank', shows: 'input[type="radio"]', isMember },
]
