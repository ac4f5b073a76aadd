import { useAtomValue } from 'jotai'
import { TransferDesk } from '#features/wallet/funds/transfer/TransferDesk.tsx'
import { useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { wf } from '#lib/messages/wallet-funds.ts'
import { memberAtom } from '#state/session/session.ts'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/wallet/transfer`: between centre and venues, and recovery of all venues (E.5). */
export function WalletTransferPage() {
  const userId = useAtomValue(memberAtom)?.userId
  const [currency, setCurrency] = useWalletCurrency()
  return (
    <WalletFrame title={wf('transfer.title')} lead={wf('transfer.lead')}>
      {/* Keyed by member, so that no data of the previous member remains. */}
      <TransferDesk key={userId} currency={currency} onCurrency={setCurrency} />
    </WalletFrame>
  )
}
