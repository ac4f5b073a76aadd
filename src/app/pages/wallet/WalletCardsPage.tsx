import { useAtomValue } from 'jotai'
import { walletText } from '#messages/zh/wallet.ts'
import { AddressPanel, CardPanel, PasswordNeeded } from '#features/wallet/cards/AccountPanels.tsx'
import { useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { useLikelyMemberId } from '#state/data/use-member-data.ts'
import { useSecurity } from '#state/session/security.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { SecurityStates } from '../account/SecurityStates.tsx'
import { WalletFrame } from './WalletFrame.tsx'
import styles from './cards.module.css'

/** `/app/wallet/cards`: bank cards and USDT addresses of the member; those of the page's currency first. */
export function WalletCardsPage() {
  const userId = useLikelyMemberId()
  return (
    <WalletFrame title={walletText('cards.page.title')} lead={walletText('cards.page.lead')} isEarly>
      {/* Keyed by member, so that no data of the previous member remains. */}
      <Accounts key={userId} />
    </WalletFrame>
  )
}

function Accounts() {
  const security = useSecurity()
  const [currency] = useWalletCurrency()
  const { data } = security
  const isPasswordMissing = useAtomValue(entrancesAtom).withdrawPassword && data?.hasWithdrawPassword === false
  if (data === null) return <SecurityStates security={security} />
  const panels = [<CardPanel key="CNY" security={data} />, <AddressPanel key="USDT" security={data} />]
  return (
    <>
      {isPasswordMissing && <PasswordNeeded />}
      <div className={styles.columns}>{currency === 'CNY' ? panels : panels.toReversed()}</div>
    </>
  )
}
