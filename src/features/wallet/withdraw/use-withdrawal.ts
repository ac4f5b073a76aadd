import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { amountProblem, minorUnits } from '#protocol/rules/amount.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { type MoneyCall, useMoneyCall } from '#state/data/use-money-call.ts'
import { useAmountText } from '../Amount.tsx'
import type { WithdrawSecret } from '../cards/PasswordDialog.tsx'
import { limitProblem, type Terms } from './terms.ts'

export type Way = 'fast' | 'normal'

/** The money calls of both ways. One outcome that is unknown stops both. */
export interface WithdrawCalls {
  readonly normal: MoneyCall<RequestOf<'withdraw.create'>>
  readonly fast: MoneyCall<RequestOf<'fastWithdraw.create'>>
}

/** The calls of the page, which outlive the form of one currency. A created order is opened. */
export function useWithdrawCalls(): WithdrawCalls {
  const navigate = useNavigate()
  const openOrder = ({ orderNo }: { readonly orderNo: string }, { isMounted }: { readonly isMounted: boolean }) =>
    isMounted && void navigate(`/app/wallet/withdraw/${orderNo}`)
  return { normal: useMoneyCall('withdraw.create', openOrder), fast: useMoneyCall('fastWithdraw.create', openOrder) }
}

/** State of the withdrawal form. `onChanged` is called when the terms may have changed. */
export function useWithdrawal(terms: Terms, { normal, fast }: WithdrawCalls, onChanged: () => void) {
  const { currency, accounts } = terms
  const [way, setWay] = useState<Way>('normal')
  const [accountId, setAccountId] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const field = useRef<HTMLElement>(null)
  const problemText = useProblemText(terms)
  const money = way === 'fast' ? fast : normal
  const account = accounts.find(({ id }) => id === accountId) ?? accounts[0]
  const amount = amountProblem(text) === null ? minorUnits(text, CURRENCIES[currency].decimals) : null
  const isUnsettled = normal.unsettled !== null || fast.unsettled !== null

  const proceed = () => {
    const problem = problemText(text)
    setError(problem)
    money.clear()
    if (problem === null) setConfirming(true)
    else field.current?.focus()
  }
  const submit = async (secret: WithdrawSecret) => {
    if (account === undefined || amount === null || isUnsettled) return
    await money.send({ accountId: account.id, amount, ...secret })
    onChanged()
  }
  const close = () => {
    money.clear()
    setConfirming(false)
  }
  return {
    way,
    setWay,
    account,
    setAccountId,
    amount,
    money,
    isUnsettled,
    isLocked: isUnsettled || normal.isBusy || fast.isBusy,
    isConfirming,
    proceed,
    submit: (secret: WithdrawSecret) => void submit(secret),
    close,
    field: {
      value: text,
      error,
      ref: (element: HTMLElement | null) => {
        field.current = element
      },
      onValueChange: (next: string) => {
        setText(next)
        setError(null)
      },
    },
  }
}

/** The problem of a typed amount by S5.18 and the terms, or null. */
function useProblemText(terms: Terms): (text: string) => string | null {
  const amountText = useAmountText()
  const { currency } = terms
  return (text) => {
    const problem = amountProblem(text)
    if (problem !== null) return problem
    const found = limitProblem(minorUnits(text, CURRENCIES[currency].decimals), terms)
    if (found === null) return null
    const { limit, value } = found
    const isOwn = limit === 'available' || limit === 'daily'
    const shown = isOwn ? amountText({ value, currency }) : formatMoney(value, CURRENCIES[currency])
    return walletText(`withdraw.problem.${limit}`, { limit: shown })
  }
}
