import { CircleCheck } from 'lucide-react'
import { formatClockInFull } from '#lib/format.ts'
import { wf } from '#lib/messages/wallet-funds.ts'
import { Button } from '#ui/Button.tsx'
import { Amount } from '../../Amount.tsx'
import { Facts } from '../Facts.tsx'
import funds from '../funds.module.css'
import { rateText } from './RateLine.tsx'
import type { Converted } from './use-conversion.ts'
import styles from './usdt.module.css'

/** The last step of a conversion: what was taken and received, and both balances. */
export function ConvertedStep({ done, onAgain }: { readonly done: Converted; readonly onAgain: () => void }) {
  const { from, to, amount, receive, rate, balances, at } = done
  return (
    <div className={funds.form}>
      <output className={styles.done}>
        <CircleCheck size={20} aria-hidden="true" />
        {wf('usdt.done')}
      </output>
      <Facts
        rows={[
          [wf('usdt.paid'), <Amount key="paid" value={amount} currency={from} isInFull />],
          [wf('usdt.received'), <Amount key="received" value={receive} currency={to} isInFull />],
          [wf('usdt.rate'), rateText(rate)],
          [wf('usdt.at'), formatClockInFull(at)],
          [wf('usdt.balanceCny'), <Amount key="cny" value={balances.CNY} currency="CNY" isInFull />],
          [wf('usdt.balanceUsdt'), <Amount key="usdt" value={balances.USDT} currency="USDT" isInFull />],
        ]}
      />
      <Button size="large" isWide onClick={onAgain}>
        {wf('usdt.again')}
      </Button>
    </div>
  )
}
