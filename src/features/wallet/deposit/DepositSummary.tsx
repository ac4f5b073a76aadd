import type { SettleCurrency } from '#protocol/currency.ts'
import { feeOf } from '#protocol/rules/amount.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Amount, HideAmounts } from '../Amount.tsx'
import type { Deposit } from './use-deposit.ts'
import styles from './deposit.module.css'

interface DepositSummaryProps {
  readonly deposit: Deposit
  readonly currency: SettleCurrency
}

/** What is paid, taken and credited, and the button that creates the order. */
export function DepositSummary({ deposit, currency }: DepositSummaryProps) {
  const { type, chain, amount, isBusy, isUnsettled, failure } = deposit
  const fee = amount === null ? null : feeOf(amount, type.feeRate)
  const credited = amount === null || fee === null ? null : amount - fee
  return (
    <Panel title={walletText('deposit.form.summary')} aside={<HideAmounts />}>
      <Facts layout="ruled">
        <Fact name={walletText('deposit.form.sumType')}>{chain === '' ? type.name : `${type.name} · ${chain}`}</Fact>
        <Fact name={walletText('deposit.form.sumAmount')}>
          <Amount value={amount} currency={currency} />
        </Fact>
        <Fact name={walletText('deposit.form.sumFee')}>
          <Amount value={fee} currency={currency} />
        </Fact>
        <Fact name={walletText('deposit.form.sumCredited')} isLead>
          <Amount value={credited} currency={currency} />
        </Fact>
      </Facts>
      <div className={styles.submit}>
        {isUnsettled ? (
          <output className={styles.notice}>{walletText('deposit.form.unsettled')}</output>
        ) : (
          failure && <FormFailure failure={failure} />
        )}
        <Button type="submit" kind="primary" size="large" isWide isLoading={isBusy}>
          {walletText(isUnsettled ? 'deposit.form.again' : 'deposit.form.submit')}
        </Button>
      </div>
    </Panel>
  )
}
