import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { amountText } from '#protocol/rules/amount.ts'
import { groupsOfFour } from '#protocol/rules/wallet.ts'
import { wdt } from '#lib/messages/wallet-deposit.ts'
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
    <Panel title={wdt('info.title')} aside={<HideAmounts />}>
      <div className={styles.instructions}>
        <dl className={styles.rows}>
          <CopyRow name={wdt('info.amount')} copy={amountText(amount, CURRENCIES[currency].decimals)} isStrong>
            <Amount value={amount} currency={currency} />
          </CopyRow>
          {bankName !== '' && (
            <CopyRow name={wdt(isAddress ? 'info.chain' : 'info.bank')} copy={isAddress ? null : bankName}>
              {bankName}
            </CopyRow>
          )}
          {rate !== undefined && (
            <CopyRow name={wdt('info.rate')} copy={null} note={wdt('info.rateNote')}>
              {rateText(rate)}
            </CopyRow>
          )}
          {holder !== '' && (
            <CopyRow name={wdt('info.holder')} copy={holder}>
              {holder}
            </CopyRow>
          )}
          {number !== '' && (
            <CopyRow name={wdt(isAddress ? 'info.address' : 'info.account')} copy={number}>
              {groupsOfFour(number)}
            </CopyRow>
          )}
          {reference !== '' && (
            <CopyRow name={wdt('info.reference')} copy={reference} note={wdt('info.referenceNote')}>
              {reference}
            </CopyRow>
          )}
        </dl>
        {qr !== '' && (
          <figure className={styles.qr}>
            <QrCode text={qr} size={QR_SIZE} label={wdt('info.qr')} />
            <figcaption>{wdt('info.qrNote')}</figcaption>
          </figure>
        )}
      </div>
    </Panel>
  )
}
