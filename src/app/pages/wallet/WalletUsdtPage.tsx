import { useAtomValue } from 'jotai'
import { UsdtDesk } from '#features/wallet/funds/usdt/UsdtDesk.tsx'
import { walletText } from '#messages/zh/wallet.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/wallet/usdt`: rate, conversion and addresses (S1.14). */
export function WalletUsdtPage() {
  const userId = useAtomValue(memberAtom)?.userId
  const isOn = useAtomValue(siteConfigAtom).usdtWalletSwitch === 1
  return (
    <WalletFrame title={walletText('funds.usdt.title')} lead={walletText('funds.usdt.lead')}>
      {isOn ? (
        // Keyed by member, so that no data of the previous member remains.
        <UsdtDesk key={userId} />
      ) : (
        <EmptyState
          level={2}
          title={walletText('funds.usdt.off')}
          text={walletText('funds.usdt.offText')}
          scene="closed"
        />
      )}
    </WalletFrame>
  )
}
