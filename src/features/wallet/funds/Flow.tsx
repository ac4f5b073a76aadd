import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import type { SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Amount } from '../Amount.tsx'
import styles from './Flow.module.css'

interface FlowEnd {
  readonly name: string
  /** Balance in minor units; null while unknown. */
  readonly balance: number | null
  readonly currency: SettleCurrency
}

interface FlowProps {
  readonly from: FlowEnd
  readonly to: FlowEnd
  readonly isLocked?: boolean
  /** Adds a button that swaps both. */
  readonly onSwap?: () => void
}

/** Where money goes from and to, with both balances. */
export function Flow({ from, to, isLocked = false, onSwap }: FlowProps) {
  return (
    <div className={styles.flow}>
      <End label={walletText('funds.flow.from')} end={from} />
      <span className={styles.middle}>
        {onSwap ? (
          <IconButton
            label={walletText('funds.flow.swap')}
            icon={<ArrowLeftRight size={20} />}
            className={styles.swap}
            disabled={isLocked}
            onClick={onSwap}
          />
        ) : (
          <ArrowRight size={20} aria-hidden="true" />
        )}
      </span>
      <End label={walletText('funds.flow.to')} end={to} />
    </div>
  )
}

function End({ label, end: { name, balance, currency } }: { readonly label: string; readonly end: FlowEnd }) {
  return (
    <div className={styles.end}>
      <span className={styles.label}>{label}</span>
      <b className={styles.name}>{name}</b>
      <span className={styles.balance}>
        <Amount value={balance} currency={currency} />
      </span>
    </div>
  )
}
