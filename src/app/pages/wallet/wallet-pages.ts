/**
 * The pages of the wallet in one file, because each lazy page costs bytes of the shell and members go between them. The
 * home page is a file of its own, because it opens first and needs no dialogs.
 */
export { CoinShopPage } from '../account/CoinShopPage.tsx'
export { DepositPage } from './DepositPage.tsx'
export { BetPage, GameRecordsPage, RoundPage } from './GameRecordsPage.tsx'
export { PaymentPage } from './PaymentPage.tsx'
export { RecordPage, RecordsPage, StatementPage } from './RecordsPage.tsx'
export { WalletCardsPage } from './WalletCardsPage.tsx'
export { WalletInterestPage } from './WalletInterestPage.tsx'
export { WalletTransferPage } from './WalletTransferPage.tsx'
export { WalletUsdtPage } from './WalletUsdtPage.tsx'
export { WithdrawOrderPage, WithdrawPage } from './WithdrawPage.tsx'
