/** The pages of the wallet in one file, because each lazy page costs bytes of the shell and members go between them. */
export { DepositPage } from '../DepositPage.tsx'
export { PaymentPage } from '../PaymentPage.tsx'
export { WalletCardsPage } from '../WalletCardsPage.tsx'
export { WalletInterestPage } from '../WalletInterestPage.tsx'
export { WalletPage } from '../WalletPage.tsx'
export { WalletTransferPage } from '../WalletTransferPage.tsx'
export { WalletUsdtPage } from '../WalletUsdtPage.tsx'
export { WithdrawOrderPage, WithdrawPage } from '../WithdrawPage.tsx'
