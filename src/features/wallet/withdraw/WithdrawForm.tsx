import { useAtomValue } from 'jotai'
import { CircleAlert, CreditCard, Landmark, Wallet, Zap } from 'lucide-react'
import { Link } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Amount, useAmountText } from '../Amount.tsx'
import { AmountField } from '../AmountField.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { divided, greatestAmount, obstacle, boundsText, type Terms } from './terms.ts'
import { useWithdrawal, type Way, type WithdrawCalls } from './use-withdrawal.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import styles from './withdraw.module.css'

interface WithdrawFormProps {
  readonly terms: Terms
  readonly calls: WithdrawCalls
  /** Called when the terms may have changed. */
  readonly onChanged: () => void
}

/** A withdrawal from the amount to its order. While the outcome of one is unknown, no other can be made. */
export function WithdrawForm({ terms, calls, onChanged }: WithdrawFormProps) {
  const { currency, accounts, feeRate } = terms
  const { way, account, amount, money, isConfirming, isLocked, ...form } = useWithdrawal(terms, calls, onChanged)
  const isFastOffered = useAtomValue(siteConfigAtom).fastWithdrawSwitch === 1
  return (
    <>
      <Form className={styles.form} isBusy={isLocked} onSubmit={form.proceed}>
        <AccountChoice
          accounts={accounts}
          value={account?.id ?? ''}
          isDisabled={isLocked}
          onChange={form.setAccountId}
        />
        {isFastOffered && <WayChoice value={way} isDisabled={isLocked} onChange={form.setWay} />}
        <AmountField
          {...form.field}
          label={walletText('withdraw.form.amount')}
          currency={currency}
          hint={walletText('withdraw.form.range', { range: boundsText(terms) })}
          disabled={isLocked}
          all={Math.max(0, greatestAmount(terms))}
        />
        <Summary terms={terms} amount={amount} />
        <Obstacle terms={terms} />
        {form.isUnsettled && <Notice text={walletText('withdraw.form.asked')} />}
        {!isConfirming && money.failure && <FormFailure failure={money.failure} />}
        <Button type="submit" kind="primary" size="large" isWide disabled={isLocked || obstacle(terms) !== null}>
          {walletText('withdraw.form.submit')}
        </Button>
      </Form>
      {/* Not inside the form, which would get the submit event of the dialog. */}
      {isConfirming && account !== undefined && amount !== null && (
        <WithdrawDialog
          account={account}
          way={walletText(way === 'fast' ? 'withdraw.form.fast' : 'withdraw.form.normal')}
          currency={currency}
          amount={amount}
          net={divided(amount, feeRate).net}
          money={money}
          onSubmit={form.submit}
          onClose={form.close}
        />
      )}
    </>
  )
}

interface AccountChoiceProps {
  readonly accounts: Terms['accounts']
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (id: string) => void
}

function AccountChoice({ accounts, value, isDisabled, onChange }: AccountChoiceProps) {
  const currency = accounts[0]?.kind === 'usdt' ? 'USDT' : 'CNY'
  return (
    <ChoiceCards
      label={walletText('withdraw.form.to')}
      aside={<Link to={`/app/wallet/cards?currency=${currency}`}>{walletText('withdraw.form.manage')}</Link>}
      value={value}
      disabled={isDisabled}
      options={accounts.map(({ id, name, masked, kind }) => ({
        value: id,
        title: name,
        note: masked,
        icon: kind === 'bank' ? <CreditCard size={20} aria-hidden="true" /> : <Wallet size={20} aria-hidden="true" />,
      }))}
      onChange={onChange}
    />
  )
}

interface WayChoiceProps {
  readonly value: Way
  readonly isDisabled: boolean
  readonly onChange: (way: Way) => void
}

function WayChoice({ value, isDisabled, onChange }: WayChoiceProps) {
  return (
    <ChoiceCards
      label={walletText('withdraw.form.kind')}
      value={value}
      disabled={isDisabled}
      options={[
        {
          value: 'normal',
          title: walletText('withdraw.form.normal'),
          note: walletText('withdraw.form.normalText'),
          icon: <Landmark size={20} aria-hidden="true" />,
        },
        {
          value: 'fast',
          title: walletText('withdraw.form.fast'),
          note: walletText('withdraw.form.fastText'),
          icon: <Zap size={20} aria-hidden="true" />,
        },
      ]}
      onChange={onChange}
    />
  )
}

/** Fee, net amount and what remains; dashes while there is no amount. */
function Summary({ terms, amount }: { readonly terms: Terms; readonly amount: number | null }) {
  const { currency, feeRate, available } = terms
  // Nothing is promised for an amount that is not there.
  const isPossible = amount !== null && amount <= available
  const { fee, net } = isPossible ? divided(amount, feeRate) : { fee: null, net: null }
  const rest = isPossible ? available - amount : null
  return (
    <Facts layout="plate" isLive>
      <Fact
        name={
          feeRate === 0 ? walletText('withdraw.form.fee') : walletText('withdraw.form.feeRate', { rate: feeRate / 100 })
        }
      >
        <Amount value={fee} currency={currency} isInFull />
      </Fact>
      <Fact name={walletText('withdraw.form.net')} isLead>
        <Amount value={net} currency={currency} isInFull />
      </Fact>
      <Fact name={walletText('withdraw.form.rest')}>
        <Amount value={rest} currency={currency} />
      </Fact>
    </Facts>
  )
}

/** Why nothing can be withdrawn, with the amount that is missing. */
function Obstacle({ terms }: { readonly terms: Terms }) {
  const amountText = useAmountText()
  const { currency, turnoverLeft, min } = terms
  switch (obstacle(terms)) {
    case 'turnover':
      return (
        <Notice
          text={walletText('withdraw.problem.turnover', { left: amountText({ value: turnoverLeft, currency }) })}
        />
      )
    case 'little':
      return <Notice text={walletText('withdraw.problem.little', { limit: formatMoney(min, CURRENCIES[currency]) })} />
    case 'dailyNone':
      return <Notice text={walletText('withdraw.problem.dailyNone')} />
    case null:
      return null
  }
}

function Notice({ text }: { readonly text: string }) {
  return (
    <p className={styles.notice}>
      <CircleAlert size={20} aria-hidden="true" />
      {text}
    </p>
  )
}
