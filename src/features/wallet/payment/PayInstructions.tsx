import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { amountText } from '#protocol/rules/amount.ts'
import { groupsOfFour } from '#protocol/rules/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Panel } from '#ui/Panel.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Amount, HideAmounts } from '../Amount.tsx'
import { rateText } from '../funds/usdt/RateLine.tsx'
import { CopyRow } from './CopyRow.tsx'
import styles from './payment.module.css'

const QR_SIZE = 168

export interface PayInstructionsProps {
  readonly order: WalletOrder
  readonly pay: NonNullable<WalletOrder['pay']>
}

/** How the order is paid: everything can be copied, without the spaces that group it (S5.20, S5.21). */
export function PayInstructions({ order: { amount, currency }, pay }: PayInstructionsProps) {
  const { kind, bankName, holder, account, qr, reference, rate } = pay
  const isAddress = kind === 'address'
  const number = account.replace(/\s/g, '')
  return (
    <Panel title={walletText('deposit.info.title')} aside={<HideAmounts />}>
      <div className={styles.instructions}>
        <dl className={styles.rows}>
          <CopyRow
            name={walletText('deposit.info.amount')}
            copy={amountText(amount, CURRENCIES[currency].decimals)}
            isStrong
          >
            <Amount value={amount} currency={currency} />
          </CopyRow>
          {bankName !== '' && (
            <CopyRow
              name={walletText(isAddress ? 'deposit.info.chain' : 'deposit.info.bank')}
              copy={isAddress ? null : bankName}
            >
              {bankName}
            </CopyRow>
          )}
          {rate !== undefined && (
            <CopyRow name={walletText('deposit.info.rate')} copy={null} note={walletText('deposit.info.rateNote')}>
              {rateText(rate)}
            </CopyRow>
          )}
          {holder !== '' && (
            <CopyRow name={walletText('deposit.info.holder')} copy={holder}>
              {holder}
            </CopyRow>
          )}
          {number !== '' && (
            <CopyRow name={walletText(isAddress ? 'deposit.info.address' : 'deposit.info.account')} copy={number}>
              {groupsOfFour(number)}
            </CopyRow>
          )}
          {reference !== '' && (
            <CopyRow
              name={walletText('deposit.info.reference')}
              copy={reference}
              note={walletText('deposit.info.referenceNote')}
            >
              {reference}
            </CopyRow>
          )}
        </dl>
        {qr !== '' && (
          <figure className={styles.qr}>
            <QrCode text={qr} size={QR_SIZE} label={walletText('deposit.info.qr')} />
            <figcaption>{walletText('deposit.info.qrNote')}</figcaption>
          </figure>
        )}
      </div>
    </Panel>
  )
}
