import { useAtomValue } from 'jotai'
import { UsdtDesk } from '#features/wallet/funds/usdt/UsdtDesk.tsx'
import { wf } from '#lib/messages/wallet-funds.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/wallet/usdt`: rate, conversion and addresses (S1.14). */
export function WalletUsdtPage() {
  const userId = useAtomValue(memberAtom)?.userId
  const isOn = useAtomValue(siteConfigAtom).usdtWalletSwitch === 1
  return (
    <WalletFrame title={wf('usdt.title')} lead={wf('usdt.lead')}>
      {isOn ? (
        // Keyed by member, so that no data of the previous member remains.
        <UsdtDesk key={userId} />
      ) : (
        <EmptyState level={2} title={wf('usdt.off')} text={wf('usdt.offText')} scene="closed" />
      )}
    </WalletFrame>
  )
}
