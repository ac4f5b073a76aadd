import type { SettleCurrency } from '#protocol/currency.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useAmountText } from '../../Amount.tsx'
import { AmountField } from '../../AmountField.tsx'
import { kindText } from '../../order/order-texts.ts'
import { Flow } from '../Flow.tsx'
import funds from '../funds.module.css'
import { Unsettled } from '../Unsettled.tsx'
import { sentField } from '../use-amount.ts'
import type { Balances } from '../../use-balances.ts'
import type { TransferFormState } from './use-transfer-form.ts'
import { VenueChoice } from './VenueChoice.tsx'

interface TransferFormProps {
  readonly form: TransferFormState
  /** Nothing can be transferred into venues now. */
  readonly isStopped: boolean
  readonly currency: SettleCurrency
  readonly balances: Balances
}

/** The form of a transfer between the centre and a venue (E.5). */
export function TransferForm({ form, isStopped, currency, balances }: TransferFormProps) {
  const { money, venue, options, amount } = form
  const { direction, isLocked, unsettled } = money
  const center = { name: walletText('funds.transfer.center'), balance: balances.center, currency }
  const other = {
    name: venue?.venueChName ?? walletText('funds.transfer.aVenue'),
    balance: venue?.balance ?? null,
    currency,
  }
  const isIn = direction === 'in'
  return (
    <Form className={funds.form} isBusy={isLocked} onSubmit={form.submit}>
      <Flow from={isIn ? center : other} to={isIn ? other : center} isLocked={isLocked} onSwap={form.swap} />
      <VenueChoice
        currency={currency}
        options={options}
        chosen={venue?.venueEnName ?? null}
        error={form.venueError}
        isLocked={isLocked}
        onChoose={form.choose}
      />
      <AmountField
        {...sentField(amount, money)}
        label={walletText('funds.amount.label')}
        currency={currency}
        disabled={isLocked}
      />
      {money.failure && <FormFailure failure={money.failure} />}
      {unsettled === null ? (
        <Button type="submit" kind="primary" size="large" isWide isLoading={money.isBusy} disabled={isIn && isStopped}>
          {kindText(isIn ? 'transferIn' : 'transferOut')}
        </Button>
      ) : (
        <UnsettledTransfer money={money} unsettled={unsettled} venues={balances.venues} />
      )}
    </Form>
  )
}

interface UnsettledTransferProps {
  readonly money: TransferFormState['money']
  readonly unsettled: RequestOf<'transfer.in'>
  readonly venues: Balances['venues']
}

function UnsettledTransfer({ money, unsettled, venues }: UnsettledTransferProps) {
  const textOf = useAmountText()
  const { venueEnName, amount: value, currency } = unsettled
  const venue = venues.find((one) => one.venueEnName === venueEnName)?.venueChName ?? venueEnName
  return (
    <Unsettled
      text={walletText(money.direction === 'in' ? 'funds.transfer.sentIn' : 'funds.transfer.sentOut', {
        venue,
        amount: textOf({ value, currency, isInFull: true }),
      })}
      isBusy={money.isBusy}
      onRepeat={money.repeat}
    />
  )
}
