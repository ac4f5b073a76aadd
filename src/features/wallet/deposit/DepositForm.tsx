import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { Form } from '#ui/field/Form.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { AmountField } from '../AmountField.tsx'
import { DemoBankHint } from '../demo-bank/DemoBankHint.tsx'
import { orderPath } from '../order/use-orders.ts'
import { LimitLeft } from './DepositLimits.tsx'
import { DepositSummary } from './DepositSummary.tsx'
import { PayTypes } from './PayTypes.tsx'
import { type DepositOptions, rangeText, useDeposit } from './use-deposit.ts'
import styles from './deposit.module.css'

/** S7.67: payment type, amount and summary. A created order leads to its payment. */
export function DepositForm(props: Omit<DepositOptions, 'onCreated'>) {
  const { currency, types, remaining } = props
  const navigate = useNavigate()
  const deposit = useDeposit({
    ...props,
    onCreated: (order, { isMounted }) => isMounted && void navigate(orderPath(order)),
  })
  const { type, isBusy, isUnsettled } = deposit
  const field = useRef<HTMLElement | null>(null)
  const isLocked = isBusy || isUnsettled
  return (
    <Form
      className={styles.form}
      isBusy={isBusy}
      onSubmit={() => {
        if (!deposit.submit()) field.current?.focus()
      }}
    >
      <div className={styles.column}>
        <Panel title={walletText('deposit.form.type')}>
          <PayTypes types={types} currency={currency} value={type.id} isLocked={isLocked} onChange={deposit.choose} />
        </Panel>
        <Panel className={styles.amount}>
          {type.chains.length > 0 && (
            <div className={styles.chains}>
              <Choices
                label={walletText('deposit.info.chain')}
                value={deposit.chain}
                choices={type.chains.map((value) => ({ value, label: value }))}
                onChange={deposit.chooseChain}
                isDisabled={isLocked}
              />
              <p>{walletText('deposit.form.chainHint')}</p>
            </div>
          )}
          <AmountField
            label={walletText('deposit.form.amount')}
            currency={currency}
            value={deposit.text}
            onValueChange={deposit.change}
            error={deposit.error}
            hint={walletText('deposit.form.range', rangeText(type, currency))}
            disabled={isLocked}
            quick={type.quick}
            ref={(element) => {
              field.current = element
            }}
          />
          {remaining !== null && <LimitLeft remaining={remaining} currency={currency} />}
        </Panel>
      </div>
      <div className={styles.side}>
        <DepositSummary deposit={deposit} currency={currency} />
        <DemoBankHint />
      </div>
    </Form>
  )
}
