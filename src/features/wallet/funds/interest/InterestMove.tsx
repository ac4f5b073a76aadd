import { useState } from 'react'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { useAmountText } from '../../Amount.tsx'
import { AmountField } from '../../AmountField.tsx'
import { Flow } from '../Flow.tsx'
import funds from '../funds.module.css'
import { type Direction, twoWayCall } from '../two-way.ts'
import { Unsettled } from '../Unsettled.tsx'
import { amountEntry, sentField, useEntry } from '../use-amount.ts'
import type { InterestInfo } from './InterestSummary.tsx'

interface InterestMoveOptions {
  readonly currency: SettleCurrency
  /** Null while it is loaded. */
  readonly info: InterestInfo | null
  /** A site that has switched the wallet off takes no more money in. */
  readonly isOpen: boolean
  readonly onMoved: () => void
}

/** State of a transfer to or from the interest wallet. */
function useInterestMove({ currency, info, isOpen, onMoved }: InterestMoveOptions) {
  const [chosen, setDirection] = useState<Direction>('in')
  const entry = useEntry()
  const textOf = useAmountText()
  const done = (key: 'funds.interest.doneTo' | 'funds.interest.doneFrom', amount: number, of: SettleCurrency) => {
    toast({
      text: walletText(key, { amount: textOf({ value: amount, currency: of, isInFull: true }) }),
      tone: 'success',
    })
    entry.clear()
    onMoved()
  }
  const calls = {
    in: useMoneyCall('interest.to', (data, { params }) => done('funds.interest.doneTo', params.amount, data.currency)),
    out: useMoneyCall('interest.from', (data, { params }) =>
      done('funds.interest.doneFrom', params.amount, data.currency),
    ),
  }
  const money = twoWayCall(calls, isOpen ? chosen : 'out')
  const isIn = money.direction === 'in'
  const all = info && (isIn ? info.balance : info.principal)
  const amount = amountEntry(entry, currency, { all, min: info?.min ?? 1, takesRest: !isIn })
  return {
    money,
    amount,
    submit: () => {
      const minor = amount.check()
      if (minor !== null) money.send({ currency, amount: minor })
    },
    turn: (direction: Direction) => {
      if (money.isLocked) return
      setDirection(direction)
      entry.clear()
      money.clear()
    },
  }
}

/** Transfers between the centre and the interest wallet (S7.77). Both can be taken back at once. */
export function InterestMove(props: InterestMoveOptions) {
  const { currency, info, isOpen } = props
  const { money, amount, submit, turn } = useInterestMove(props)
  const { isLocked, unsettled } = money
  const isIn = money.direction === 'in'
  const action = walletText(isIn ? 'funds.interest.to' : 'funds.interest.from')
  const center = { name: walletText('funds.transfer.center'), balance: info?.balance ?? null, currency }
  const wallet = { name: walletText('funds.interest.wallet'), balance: info?.principal ?? null, currency }
  return (
    <Panel title={walletText('funds.interest.move')}>
      <Form className={funds.form} isBusy={isLocked || info === null} onSubmit={submit}>
        {isOpen && (
          <Choices
            label={walletText('funds.interest.direction')}
            value={money.direction}
            choices={[
              { value: 'in', label: walletText('funds.interest.to') },
              { value: 'out', label: walletText('funds.interest.from') },
            ]}
            onChange={turn}
          />
        )}
        <Flow from={isIn ? center : wallet} to={isIn ? wallet : center} />
        <AmountField
          {...sentField(amount, money)}
          label={walletText('funds.amount.label')}
          hint={info ? walletText('funds.interest.least', { min: formatMoney(info.min, CURRENCIES[currency]) }) : ''}
          currency={currency}
          disabled={isLocked}
        />
        {money.failure && <FormFailure failure={money.failure} />}
        {unsettled === null ? (
          <Button type="submit" kind="primary" size="large" isWide isLoading={money.isBusy} disabled={info === null}>
            {action}
          </Button>
        ) : (
          <UnsettledMove money={money} unsettled={unsettled} />
        )}
        <p className={funds.text}>{walletText(isOpen ? 'funds.interest.moveText' : 'funds.interest.offText')}</p>
      </Form>
    </Panel>
  )
}

interface UnsettledMoveProps {
  readonly money: ReturnType<typeof useInterestMove>['money']
  readonly unsettled: { readonly currency: SettleCurrency; readonly amount: number }
}

function UnsettledMove({ money, unsettled: { currency, amount: value } }: UnsettledMoveProps) {
  const amount = useAmountText()({ value, currency, isInFull: true })
  return (
    <Unsettled
      text={walletText(money.direction === 'in' ? 'funds.interest.sentTo' : 'funds.interest.sentFrom', { amount })}
      isBusy={money.isBusy}
      onRepeat={money.repeat}
    />
  )
}
