import { CircleCheck } from 'lucide-react'
import { formatClockInFull } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
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
        {walletText('funds.usdt.done')}
      </output>
      <Facts
        rows={[
          [walletText('funds.usdt.paid'), <Amount key="paid" value={amount} currency={from} isInFull />],
          [walletText('funds.usdt.received'), <Amount key="received" value={receive} currency={to} isInFull />],
          [walletText('funds.usdt.rate'), rateText(rate)],
          [walletText('funds.usdt.at'), formatClockInFull(at)],
          [walletText('funds.usdt.balanceCny'), <Amount key="cny" value={balances.CNY} currency="CNY" isInFull />],
          [walletText('funds.usdt.balanceUsdt'), <Amount key="usdt" value={balances.USDT} currency="USDT" isInFull />],
        ]}
      />
      <Button size="large" isWide onClick={onAgain}>
        {walletText('funds.usdt.again')}
      </Button>
    </div>
  )
}
