import { useAtom, useAtomValue } from 'jotai'
import { Eye, EyeOff } from 'lucide-react'
import { CURRENCIES, type CurrencyCode } from '#protocol/currency.ts'
import { formatMoney, formatMoneyInFull } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

export interface AmountProps {
  /** Minor units; null while unknown. */
  readonly value: number | null
  readonly currency: CurrencyCode
  readonly withPlus?: boolean
  /** All decimals of the currency, for detail pages. */
  readonly isInFull?: boolean
}

/** The text of an amount, for sentences. Dots if the member hides amounts. */
export function useAmountText(): (props: AmountProps) => string {
  const { hidesAmounts } = useAtomValue(uiPreferencesAtom)
  return ({ value, currency, withPlus, isInFull }) => {
    if (value === null) return '—'
    if (hidesAmounts) return '••••'
    return isInFull
      ? formatMoneyInFull(value, CURRENCIES[currency], withPlus)
      : formatMoney(value, CURRENCIES[currency], withPlus)
  }
}

/** An amount of the wallet; see {@link useAmountText}. */
export function Amount(props: AmountProps) {
  const { hidesAmounts } = useAtomValue(uiPreferencesAtom)
  const text = useAmountText()(props)
  if (!hidesAmounts || props.value === null) return text
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{walletText('amount.hidden')}</span>
    </>
  )
}

/** The switch that hides all amounts of the wallet in this browser. */
export function HideAmounts() {
  const [{ hidesAmounts }, change] = useAtom(uiPreferencesAtom)
  return (
    <IconButton
      size="small"
      label={walletText(hidesAmounts ? 'amount.show' : 'amount.hide')}
      icon={hidesAmounts ? <EyeOff size={20} /> : <Eye size={20} />}
      onClick={() => change({ hidesAmounts: !hidesAmounts })}
    />
  )
}
