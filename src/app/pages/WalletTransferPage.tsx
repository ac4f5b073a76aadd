import { TransferDesk } from '#features/wallet/funds/transfer/TransferDesk.tsx'
import { ExclusionNote, useExclusion } from '#features/wallet/responsible/ExclusionNote.tsx'
import { useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { wf } from '#lib/messages/wallet-funds.ts'
import { WalletFrame } from './wallet/WalletFrame.tsx'

/** `/app/wallet/transfer`: between centre and venues, and recovery of all venues (E.5). */
export function WalletTransferPage() {
  return (
    <WalletFrame title={wf('transfer.title')} lead={wf('transfer.lead')}>
      <Transfers />
    </WalletFrame>
  )
}

/** Excluded members can transfer to the centre only (I10). */
function Transfers() {
  const [currency, setCurrency] = useWalletCurrency()
  const exclusion = useExclusion()
  return (
    <>
      {exclusion && <ExclusionNote exclusion={exclusion} hasLink />}
      <TransferDesk currency={currency} onCurrency={setCurrency} />
    </>
  )
}
