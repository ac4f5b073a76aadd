import { classNames } from '#lib/class-names.ts'
import { formatCompact, formatCount } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './Coin.module.css'

export function CoinIcon({ size = 18 }: { readonly size?: number }) {
  return <img className={styles.icon} src="/art/coin.svg" width={size} height={size} alt="" draggable={false} />
}

interface CoinProps {
  /** Whole coins. */
  readonly amount: number
  readonly size?: number
}

/** An amount of coins: icon and number. */
export function Coin({ amount, size = 18 }: CoinProps) {
  return (
    <span className={styles.coin}>
      <CoinIcon size={size} />
      <b>{formatCount(amount)}</b>
      <span className="visually-hidden">{commonText('coin.unit')}</span>
    </span>
  )
}

interface CoinBalanceProps {
  /** Whole coins; null while unknown. */
  readonly amount: number | null
  /** `full` adds 金币 · 演示资金; `compact` has it for screen readers only. */
  readonly form?: 'full' | 'compact'
  readonly className?: string | undefined
}

/** From this amount on, small phones show a short form. */
const LONG_AMOUNT = 10_000_000

/** The member's balance with 演示资金. Has the public hook `data-balance`. */
export function CoinBalance({ amount, form = 'full', className }: CoinBalanceProps) {
  const isLong = amount !== null && amount >= LONG_AMOUNT
  const note = `${commonText('coin.unit')} · ${commonText('coin.demo')}`
  return (
    <span className={classNames(styles.coin, styles[form], className)} data-balance={amount ?? undefined}>
      <CoinIcon size={form === 'full' ? 20 : 18} />
      <span className="visually-hidden">{commonText('coin.balance')}</span>
      <b className={isLong ? styles.whole : undefined}>{amount === null ? '—' : formatCount(amount)}</b>
      {isLong && (
        <b className={styles.short} aria-hidden="true">
          {formatCompact(amount)}
        </b>
      )}
      <small className={form === 'full' ? styles.note : 'visually-hidden'}>{note}</small>
    </span>
  )
}
