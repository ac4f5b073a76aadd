import type { ReactNode } from 'react'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { gameText } from '#messages/zh/game.ts'
import { formatMoney } from '#lib/format.ts'
import { Button } from '#ui/button/Button.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import styles from './GameBar.module.css'

const SECOND = 1_000

interface GameBarProps {
  readonly currency: SettleCurrency
  /** Balance at the venue in minor units; null while it is unknown. */
  readonly balance: number | null
  /** When the visit began, epoch milliseconds. */
  readonly startedAt: number
  /** Payouts minus stakes of this visit, minor units. */
  readonly net: number
  /** Demo play: no money, no transfer. */
  readonly isDemo?: boolean
  readonly isLeaving?: boolean
  readonly onTransfer?: () => void
  /** Leaves the game; the caller recovers the balance first. */
  readonly onExit: () => void
  /** Further controls, before the exit. */
  readonly children?: ReactNode
}

/** What stays visible around every game: balance, elapsed time, net position, transfer and exit (Annex I). */
export function GameBar({
  currency,
  balance,
  startedAt,
  net,
  isDemo = false,
  isLeaving = false,
  onTransfer,
  onExit,
  children,
}: GameBarProps) {
  const now = useNow(Date.now, SECOND)
  const unit = CURRENCIES[currency]
  return (
    <section className={styles.bar} aria-label={gameText('bar.label')}>
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>{gameText(isDemo ? 'bar.demoBalance' : 'bar.balance')}</dt>
          <dd data-balance={balance ?? undefined}>{balance === null ? '—' : formatMoney(balance, unit)}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{gameText('bar.elapsed')}</dt>
          <dd>{elapsedText(now - startedAt)}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{gameText('bar.net')}</dt>
          <dd>{formatMoney(net, unit, true)}</dd>
        </div>
      </dl>
      <div className={styles.acts}>
        {children}
        {!isDemo && onTransfer && (
          <Button size="small" onClick={onTransfer}>
            {gameText('bar.transfer')}
          </Button>
        )}
        <Button size="small" isLoading={isLeaving} onClick={onExit}>
          {gameText(isDemo ? 'bar.exitDemo' : 'bar.exit')}
        </Button>
      </div>
    </section>
  )
}

/** 12:05, or 1:12:05 from an hour. */
function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND))
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}
