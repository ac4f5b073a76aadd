import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { CONVERSION_LIMITS, convert, memberRate, SPREAD_PPM } from '#protocol/wallet/conversion.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { AmountField } from '../../AmountField.tsx'
import { useAmountText } from '../../Amount.tsx'
import { Flow } from '../Flow.tsx'
import funds from '../funds.module.css'
import { amountEntry, useEntry } from '../use-amount.ts'
import { type Conversion, otherCurrency } from './use-conversion.ts'
import { spreadText } from './RateLine.tsx'
import type { RateState } from './use-rate.ts'

interface ConvertFormProps {
  readonly from: SettleCurrency
  readonly onSwap: () => void
  /** Available amounts; null while unknown. */
  readonly available: Readonly<Record<SettleCurrency, number | null>>
  readonly rate: RateState
  readonly conversion: Conversion
}

/** The first step of a conversion: direction and amount. A stale rate has to be refreshed before. */
export function ConvertForm({ from, onSwap, available, rate, conversion }: ConvertFormProps) {
  const to = otherCurrency(from)
  const { isQuoting, failure } = conversion
  const amount = amountEntry(useEntry(), from, { all: available[from], ...CONVERSION_LIMITS[from] })
  const estimate = useEstimate(from, amount.amount, rate)
  const ask = () => {
    const minor = amount.check()
    if (minor !== null) void conversion.ask(from, minor)
  }
  const end = (currency: SettleCurrency) => {
    return { name: CURRENCIES[currency].chName, balance: available[currency], currency }
  }
  return (
    <Form className={funds.form} isBusy={isQuoting} onSubmit={rate.isStale ? rate.retry : ask}>
      <Flow from={end(from)} to={end(to)} isLocked={isQuoting} onSwap={onSwap} />
      <AmountField
        {...amount.field}
        label={walletText('funds.usdt.amount')}
        hint={estimate}
        currency={from}
        disabled={isQuoting}
      />
      {failure && <FormFailure failure={failure} />}
      {rate.isStale ? (
        <Button type="submit" kind="primary" size="large" isWide isLoading={rate.isLoading}>
          {walletText('funds.usdt.refreshFirst')}
        </Button>
      ) : (
        <Button type="submit" kind="primary" size="large" isWide isLoading={isQuoting} disabled={rate.data === null}>
          {walletText('funds.usdt.quote')}
        </Button>
      )}
      <p className={funds.text}>
        {walletText('funds.usdt.quoteText', { spread: spreadText(rate.data?.spreadPpm ?? SPREAD_PPM) })}
      </p>
    </Form>
  )
}

/** About what the amount yields at the current rate and spread; the limits while there is none. */
function useEstimate(from: SettleCurrency, amount: number | null, { data, isStale }: RateState): string {
  const textOf = useAmountText()
  const to = otherCurrency(from)
  if (data === null || isStale || amount === null) {
    const { min, max } = CONVERSION_LIMITS[from]
    return walletText('funds.usdt.limits', {
      min: formatMoney(min, CURRENCIES[from]),
      max: formatMoney(max, CURRENCIES[from]),
    })
  }
  return walletText('funds.usdt.estimate', {
    amount: textOf({ value: convert(from, amount, memberRate(from, data.rate)).receive, currency: to }),
  })
}
