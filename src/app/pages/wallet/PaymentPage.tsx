import { useParams } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { PaymentView } from '#features/wallet/payment/PaymentView.tsx'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/wallet/deposit/:orderNo`: the payment of a deposit order. */
export function PaymentPage() {
  const { orderNo = '' } = useParams()
  return (
    <WalletFrame title={walletText('deposit.pay.title')} lead={walletText('deposit.pay.lead')}>
      <PaymentView key={orderNo} orderNo={orderNo} />
    </WalletFrame>
  )
}
