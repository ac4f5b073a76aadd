import { useParams } from 'react-router-dom'
import { wdt } from '#lib/messages/wallet-deposit.ts'
import { PaymentView } from '#features/wallet/payment/PaymentView.tsx'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/wallet/deposit/:orderNo`: the payment of a deposit order. */
export function PaymentPage() {
  const { orderNo = '' } = useParams()
  return (
    <WalletFrame title={wdt('pay.title')} lead={wdt('pay.lead')}>
      <PaymentView key={orderNo} orderNo={orderNo} />
    </WalletFrame>
  )
}
