import { CircleCheck } from 'lucide-react'
import { formatClockInFull } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { Amount } from '../../Amount.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
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
      <Facts layout="lines">
        <Fact name={walletText('funds.usdt.paid')}>
          <Amount value={amount} currency={from} isInFull />
        </Fact>
        <Fact name={walletText('funds.usdt.received')}>
          <Amount value={receive} currency={to} isInFull />
        </Fact>
        <Fact name={walletText('funds.usdt.rate')}>{rateText(rate)}</Fact>
        <Fact name={walletText('funds.usdt.at')}>{formatClockInFull(at)}</Fact>
        <Fact name={walletText('funds.usdt.balanceCny')}>
          <Amount value={balances.CNY} currency="CNY" isInFull />
        </Fact>
        <Fact name={walletText('funds.usdt.balanceUsdt')}>
          <Amount value={balances.USDT} currency="USDT" isInFull />
        </Fact>
      </Facts>
      <Button size="large" isWide onClick={onAgain}>
        {walletText('funds.usdt.again')}
      </Button>
    </div>
  )
}
