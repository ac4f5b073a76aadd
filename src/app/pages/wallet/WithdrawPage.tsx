import { useParams } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { OrderScreen } from '#features/wallet/withdraw/OrderScreen.tsx'
import { WithdrawScreen } from '#features/wallet/withdraw/WithdrawScreen.tsx'
import { useLikelyMemberId } from '#state/data/use-member-data.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/wallet/withdraw`: a withdrawal to a card or address of the member. */
export function WithdrawPage() {
  const userId = useLikelyMemberId()
  return (
    <WalletFrame title={walletText('withdraw.page.title')} lead={walletText('withdraw.page.lead')} isEarly>
      {/* Keyed by member, so that no data of the previous member remains. */}
      <WithdrawScreen key={userId} />
    </WalletFrame>
  )
}

/** `/app/wallet/withdraw/:orderNo`: one withdrawal. */
export function WithdrawOrderPage() {
  const { orderNo = '' } = useParams()
  const back = { to: '/app/wallet/withdraw', text: walletText('withdraw.order.back') }
  return (
    <WalletFrame title={walletText('withdraw.order.title')} lead={walletText('withdraw.order.lead')} back={back}>
      <OrderScreen key={orderNo} orderNo={orderNo} />
    </WalletFrame>
  )
}
