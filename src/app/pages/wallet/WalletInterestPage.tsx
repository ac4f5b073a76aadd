import { InterestDesk } from '#features/wallet/funds/interest/InterestDesk.tsx'
import { useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { walletText } from '#messages/zh/wallet.ts'
import { useLikelyMemberId } from '#state/data/use-member-data.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/wallet/interest`: the interest wallet (S1.15, E.6). */
export function WalletInterestPage() {
  const userId = useLikelyMemberId()
  const [currency, setCurrency] = useWalletCurrency()
  return (
    <WalletFrame title={walletText('funds.interest.title')} lead={walletText('funds.interest.lead')} isEarly>
      {/* Keyed by member, so that no data of the previous member remains. */}
      <InterestDesk key={userId} currency={currency} onCurrency={setCurrency} />
    </WalletFrame>
  )
}
