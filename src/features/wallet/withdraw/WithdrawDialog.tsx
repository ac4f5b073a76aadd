import { Link } from 'react-router-dom'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { walletText } from '#messages/zh/wallet.ts'
import type { MoneyCall } from '#state/data/use-money-call.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Spinner } from '#ui/button/Spinner.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Amount } from '../Amount.tsx'
import { PasswordDialog, type WithdrawSecret } from '../cards/PasswordDialog.tsx'
import type { Terms } from './terms.ts'
import styles from './withdraw.module.css'

interface WithdrawDialogProps {
  readonly account: Terms['accounts'][number]
  /** 普通提款, 极速提款. */
  readonly way: string
  readonly currency: SettleCurrency
  readonly amount: number
  readonly net: number
  readonly money: MoneyCall<RequestOf<'withdraw.create'>>
  readonly onSubmit: (secret: WithdrawSecret) => void
  readonly onClose: () => void
}

/**
 * Confirms a withdrawal, with the withdrawal password if the site asks for it. A call with an unknown outcome is not repeated, because nothing
 * stores the password; the dialog waits for the outcome instead.
 */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { account, way, currency, amount, net, money, onSubmit, onClose } = props
  if (money.unsettled !== null) {
    return <UnknownDialog onClose={onClose} />
  }
  return (
    <PasswordDialog
      title={walletText('withdraw.confirm.title')}
      action={walletText('withdraw.confirm.submit')}
      isBusy={money.isBusy}
      failure={money.failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Facts layout="plate">
        <Fact name={walletText('withdraw.form.to')}>{`${account.name} ${account.masked}`}</Fact>
        <Fact name={walletText('withdraw.form.kind')}>{way}</Fact>
        <Fact name={walletText('withdraw.confirm.amount')}>
          <Amount value={amount} currency={currency} isInFull />
        </Fact>
        <Fact name={walletText('withdraw.confirm.net')} isLead>
          <Amount value={net} currency={currency} isInFull />
        </Fact>
      </Facts>
    </PasswordDialog>
  )
}

function UnknownDialog({ onClose }: Pick<WithdrawDialogProps, 'onClose'>) {
  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={walletText('withdraw.confirm.unknownTitle')}
      description={walletText('withdraw.confirm.unknown')}
      actions={
        <Link className={buttonClass({ kind: 'outline', size: 'small' })} to="/app/wallet/records?type=withdraw">
          {walletText('withdraw.confirm.records')}
        </Link>
      }
    >
      <Spinner className={styles.spinner} />
    </Dialog>
  )
}
