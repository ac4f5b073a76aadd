import { TransferDesk } from '#features/wallet/funds/transfer/TransferDesk.tsx'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { usePlayStop } from '#state/session/play-stop.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/wallet/transfer`: between centre and venues, and recovery of all venues (E.5). */
export function WalletTransferPage() {
  return (
    <WalletFrame title={walletText('funds.transfer.title')} lead={walletText('funds.transfer.lead')}>
      <Transfers />
    </WalletFrame>
  )
}

/** Members whom an exclusion or a limit stops can transfer to the centre only (I9, I10). */
function Transfers() {
  const [currency, setCurrency] = useWalletCurrency()
  const stop = usePlayStop('transfer')
  return (
    <>
      {stop && <StopNote stop={stop} action="transfer" hasLink />}
      <TransferDesk isStopped={stop !== null} currency={currency} onCurrency={setCurrency} />
    </>
  )
}
