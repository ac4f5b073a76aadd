import { type RefCallback, type RefObject, useRef, useState } from 'react'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { amountProblem, enteredAmount } from '#protocol/rules/amount.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import type { TwoWayCall } from './two-way.ts'

interface AmountLimits {
  /** What is there, in minor units; null while unknown. */
  readonly all: number | null
  readonly min: number
  readonly max?: number
  /** All of it can be taken although it is less than `min`. */
  readonly takesRest?: boolean
}

export interface AmountEntry {
  /** Properties of the field. */
  readonly field: {
    readonly ref: RefCallback<HTMLElement>
    readonly value: string
    readonly error: string | null
    readonly all: number | null
    readonly onValueChange: (value: string) => void
  }
  /** Minor units of a valid text, else null. */
  readonly amount: number | null
  /** Returns the amount; null after it has shown the problem and focused the field. */
  readonly check: () => number | null
  readonly clear: () => void
}

/** Text and problem of an amount field. */
interface Entry {
  readonly text: string
  readonly error: string | null
  readonly setError: (error: string | null) => void
  readonly type: (text: string) => void
  readonly clear: () => void
  readonly element: RefObject<HTMLElement | null>
}

export function useEntry(): Entry {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const element = useRef<HTMLElement>(null)
  const type = (next: string) => {
    setText(next)
    setError(null)
  }
  return { text, error, setError, type, clear: () => type(''), element }
}

/** The amount of an entry within limits, in minor units. */
export function amountEntry(entry: Entry, currency: SettleCurrency, limits: AmountLimits): AmountEntry {
  const { text, error, setError, type, clear, element } = entry
  const problem = problemOf(text, currency, limits)
  const amount = problem === null ? enteredAmount(text, CURRENCIES[currency].decimals, limits.all ?? 0) : null
  return {
    field: {
      ref: (next) => {
        element.current = next
      },
      value: text,
      error,
      all: limits.all,
      onValueChange: type,
    },
    amount,
    check: () => {
      setError(problem)
      if (problem !== null) element.current?.focus()
      return amount
    },
    clear,
  }
}

/** Properties of the field of an amount that `money` sends. Typing clears a refusal. */
export function sentField(
  { field }: AmountEntry,
  money: Pick<TwoWayCall<unknown>, 'amountProblem' | 'clear'>,
): AmountEntry['field'] {
  return {
    ...field,
    error: money.amountProblem ?? field.error,
    onValueChange: (text) => {
      field.onValueChange(text)
      money.clear()
    },
  }
}

function problemOf(text: string, currency: SettleCurrency, limits: AmountLimits): string | null {
  const { all, min, max = Number.POSITIVE_INFINITY, takesRest = false } = limits
  const unit = CURRENCIES[currency]
  const amount = enteredAmount(text, unit.decimals, all ?? 0)
  const isAll = all !== null && all > 0 && amount === all
  const wrong = isAll ? null : amountProblem(text)
  if (wrong !== null) return text === '' ? walletText('funds.amount.empty') : wrong
  if (amount < min && !(isAll && takesRest)) return walletText('funds.amount.min', { min: formatMoney(min, unit) })
  if (amount > max) return walletText('funds.amount.max', { max: formatMoney(max, unit) })
  return all !== null && amount > all ? walletText('funds.amount.more') : null
}
