import { useEffect, useEffectEvent, useState } from 'react'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Failure } from '#protocol/result.ts'
import { amountProblem, amountText, minorUnits } from '#protocol/rules/amount.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { type DoneCall, useMoneyCall } from '#state/data/use-money-call.ts'
import { useAmountText } from '../Amount.tsx'

export type PayType = DataOf<'payType.list'>['list'][number]

/** The limits of one deposit, for a message. */
export function rangeText(
  { min, max }: PayType,
  currency: SettleCurrency,
): { readonly min: string; readonly max: string } {
  return { min: formatMoney(min, CURRENCIES[currency]), max: formatMoney(max, CURRENCIES[currency]) }
}

export interface DepositOptions {
  readonly currency: SettleCurrency
  /** At least one. */
  readonly types: readonly [PayType, ...PayType[]]
  /** What the deposit limits of the member leave, in minor units of CNY; null without one. */
  readonly remaining: number | null
  readonly onCreated: (order: WalletOrder, done: Pick<DoneCall<unknown>, 'isMounted'>) => void
  /** The server has refused the order. */
  readonly onRefused: (failure: Failure) => void
}

export interface Deposit {
  readonly type: PayType
  readonly choose: (id: string) => void
  /** The chain that is paid on; empty for a type without chains. */
  readonly chain: string
  readonly chooseChain: (chain: string) => void
  readonly text: string
  readonly change: (text: string) => void
  /** Minor units; null while the text is no amount. */
  readonly amount: number | null
  readonly error: string | null
  /** Returns false, and shows the error, if the amount cannot be sent. */
  readonly submit: () => boolean
  readonly isBusy: boolean
  /** The outcome of the call is unknown. It can only be repeated as it was. */
  readonly isUnsettled: boolean
  readonly failure: Failure | null
}

function typeOfChain(types: readonly PayType[], chain?: string): PayType | undefined {
  return chain === undefined ? undefined : types.find(({ chains }) => chains.includes(chain))
}

/** State of the form of a deposit. The rules are checked here for early messages, and by the server. */
export function useDeposit({ currency, types, remaining, onCreated, onRefused }: DepositOptions): Deposit {
  const amountOf = useAmountText()
  const { decimals } = CURRENCIES[currency]
  const [chosen, setChosen] = useState(types[0].id)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [chosenChain, setChain] = useState('')
  const pay = useMoneyCall('pay.create', onCreated)
  const usdtPay = useMoneyCall('usdt.pay', onCreated)
  const wanted = types.find((one) => one.id === (pay.unsettled?.payTypeId ?? chosen)) ?? types[0]
  const type = typeOfChain(types, usdtPay.unsettled?.chain) ?? wanted
  const { clear, isBusy, unsettled, failure } = type.chains.length > 0 ? usdtPay : pay
  const chain = usdtPay.unsettled?.chain ?? type.chains.find((one) => one === chosenChain) ?? type.chains[0] ?? ''
  const text = unsettled ? amountText(unsettled.amount, decimals) : typed
  const amount = amountProblem(text) === null ? minorUnits(text, decimals) : null

  const refuse = useEffectEvent(onRefused)
  const isUnsettled = unsettled !== null
  useEffect(() => {
    if (failure !== null && !isUnsettled) refuse(failure)
  }, [failure, isUnsettled])

  const problem = (): string | null => {
    if (amount === null) return amountProblem(text)
    if (amount < type.min || amount > type.max) return walletText('deposit.form.outOfRange', rangeText(type, currency))
    // The server values USDT.
    const isOver = currency === 'CNY' && remaining !== null && amount > remaining
    return isOver ? walletText('deposit.limit.over', { amount: amountOf({ value: remaining, currency }) }) : null
  }
  return {
    type,
    choose: (next) => {
      setChosen(next)
      setError(null)
    },
    chain,
    chooseChain: setChain,
    text,
    change: (next) => {
      setTyped(next)
      setError(null)
      clear()
    },
    amount,
    error,
    submit: () => {
      const found = isUnsettled ? null : problem()
      setError(found)
      if (found !== null) return false
      if (chain === '') void pay.send({ payTypeId: type.id, amount: amount ?? 0 })
      else void usdtPay.send({ chain, amount: amount ?? 0 })
      return true
    },
    isBusy,
    isUnsettled,
    failure,
  }
}
