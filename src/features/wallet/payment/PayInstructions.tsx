import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { amountText } from '#protocol/rules/amount.ts'
import { groupsOfFour } from '#protocol/rules/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { QrCode } from '#ui/art/QrCode.tsx'
import { CopyIcon } from '#ui/button/CopyButton.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Amount, HideAmounts } from '../Amount.tsx'
import { rateText } from '../funds/usdt/RateLine.tsx'
import styles from './payment.module.css'

const QR_SIZE = 168

interface PayInstructionsProps {
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
        <Facts layout="ruled">
          <Fact name={walletText('deposit.info.amount')} isLead>
            <Amount value={amount} currency={currency} />
            <CopyIcon
              text={amountText(amount, CURRENCIES[currency].decimals)}
              name={walletText('deposit.info.amount')}
            />
          </Fact>
          {bankName !== '' && (
            <Fact name={walletText(isAddress ? 'deposit.info.chain' : 'deposit.info.bank')}>
              {bankName}
              {!isAddress && <CopyIcon text={bankName} name={walletText('deposit.info.bank')} />}
            </Fact>
          )}
          {rate !== undefined && (
            <Fact name={walletText('deposit.info.rate')}>
              {rateText(rate)}
              <small>{walletText('deposit.info.rateNote')}</small>
            </Fact>
          )}
          {holder !== '' && (
            <Fact name={walletText('deposit.info.holder')}>
              {holder} <CopyIcon text={holder} name={walletText('deposit.info.holder')} />
            </Fact>
          )}
          {number !== '' && (
            <Fact name={walletText(isAddress ? 'deposit.info.address' : 'deposit.info.account')}>
              {groupsOfFour(number)}
              <CopyIcon text={number} name={walletText(isAddress ? 'deposit.info.address' : 'deposit.info.account')} />
            </Fact>
          )}
          {reference !== '' && (
            <Fact name={walletText('deposit.info.reference')}>
              <span>
                {reference}
                <small>{walletText('deposit.info.referenceNote')}</small>
              </span>
              <CopyIcon text={reference} name={walletText('deposit.info.reference')} />
            </Fact>
          )}
        </Facts>
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
