import { walletText } from '#messages/zh/wallet.ts'
import { DepositView } from '#features/wallet/deposit/DepositView.tsx'
import { CurrencyChoice, useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/wallet/deposit`: creates a deposit order (S7.66, S7.67). */
export function DepositPage() {
  return (
    <WalletFrame title={walletText('deposit.form.title')} lead={walletText('deposit.form.lead')} isEarly>
      <Deposit />
    </WalletFrame>
  )
}

function Deposit() {
  const [currency, setCurrency] = useWalletCurrency()
  return (
    <>
      <CurrencyChoice currency={currency} onChange={setCurrency} />
      <DepositView key={currency} currency={currency} />
    </>
  )
}
