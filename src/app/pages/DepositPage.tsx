import { wdt } from '#lib/messages/wallet-deposit.ts'
import { DepositView } from '#features/wallet/deposit/DepositView.tsx'
import { CurrencyChoice, useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/wallet/deposit`: creates a deposit order (S7.66, S7.67). */
export function DepositPage() {
  return (
    <WalletFrame title={wdt('form.title')} lead={wdt('form.lead')}>
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
