import { RefreshCw } from 'lucide-react'
import { RATE_SCALE } from '#protocol/wallet/conversion.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { failureText } from '#lib/failure-text.ts'
import { Button } from '#ui/button/Button.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import type { RateState } from './use-rate.ts'
import styles from './usdt.module.css'

/** A rate with its four decimals, in CNY: 72134 → `7.2134`. */
export function rateNumber(rate: number): string {
  return `${Math.floor(rate / RATE_SCALE)}.${String(rate % RATE_SCALE).padStart(4, '0')}`
}

/** 1 USDT = ¥7.2134 */
export function rateText(rate: number): string {
  return walletText('funds.rate.text', { rate: rateNumber(rate) })
}

/** A spread in percent: 5000 → `0.5%`. */
export function spreadText(ppm: number): string {
  return `${ppm / 10_000}%`
}

/** `demo` is invented; other sources have their own names. */
export function sourceText(source: string): string {
  return source === 'demo' ? walletText('funds.rate.demo') : source
}

/** The current rate, what buying and selling cost, its age and source, and a button that refreshes it. */
export function RateLine({ rate }: { readonly rate: RateState }) {
  const { data, failure, isLoading, isStale, ageMs, retry } = rate
  if (data === null && failure !== null) {
    return (
      <ErrorLine
        message={failureText(failure, walletText('funds.rate.loadFailed'))}
        failure={failure}
        isRetrying={isLoading}
        onRetry={retry}
      />
    )
  }
  if (data === null) {
    return (
      <Loading>
        <Skeleton shape="plate" height="84px" />
      </Loading>
    )
  }
  return (
    <div className={styles.rate} data-stale={isStale || undefined}>
      <div className={styles.rateText}>
        <b>{walletText('funds.rate.mid', { rate: rateText(data.rate) })}</b>
        <p>{walletText('funds.rate.prices', { ask: rateNumber(data.ask), bid: rateNumber(data.bid) })}</p>
        <span>
          {walletText('funds.rate.spread', { spread: spreadText(data.spreadPpm) })}
          {' · '}
          {sourceText(data.source)}
          {' · '}
          {isStale
            ? walletText('funds.rate.stale')
            : walletText('funds.rate.age', { seconds: Math.floor(ageMs / SECOND_MS) })}
        </span>
      </div>
      <Button size="small" icon={<RefreshCw size={16} />} isLoading={isLoading} onClick={retry}>
        {walletText('funds.rate.refresh')}
      </Button>
    </div>
  )
}
