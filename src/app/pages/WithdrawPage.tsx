import { useAtomValue } from 'jotai'
import { wd } from '#lib/messages/wallet-withdraw.ts'
import { OrderScreen } from '#features/wallet/withdraw/OrderScreen.tsx'
import { WithdrawScreen } from '#features/wallet/withdraw/WithdrawScreen.tsx'
import { memberAtom } from '#state/session/session.ts'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/wallet/withdraw`: a withdrawal to a card or address of the member. */
export function WithdrawPage() {
  const userId = useAtomValue(memberAtom)?.userId
  return (
    <WalletFrame title={wd('page.title')} lead={wd('page.lead')}>
      {/* Keyed by member, so that no data of the previous member remains. */}
      <WithdrawScreen key={userId} />
    </WalletFrame>
  )
}

/** `/app/wallet/withdraw/:orderNo`: one withdrawal. */
export function WithdrawOrderPage() {
  const userId = useAtomValue(memberAtom)?.userId
  const back = { to: '/app/wallet/withdraw', text: wd('order.back') }
  return (
    <WalletFrame title={wd('order.title')} lead={wd('order.lead')} back={back}>
      <OrderScreen key={userId} />
    </WalletFrame>
  )
}
