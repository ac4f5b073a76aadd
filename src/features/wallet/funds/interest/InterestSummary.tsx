import { useAtomValue } from 'jotai'
import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { siteDayOf } from '#protocol/time.ts'
import { accrualTime, interestOfDay } from '#protocol/wallet/interest.ts'
import { formatKickoff, formatMoney, formatMoneyInFull } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { serverNow } from '#transport/client.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Amount } from '../../Amount.tsx'
import styles from './interest.module.css'

export type InterestInfo = DataOf<'interest.info'>

/** Days of the year of an annual rate. */
const YEAR_DAYS = 365
/** Principal of the example, in units of the currency. */
const EXAMPLE = 1_000

/** A rate in parts per million as percent with four decimals: 55 → `0.0055%`. */
export function percentText(ppm: number): string {
  const digits = String(ppm).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}%`
}

/** A daily rate for 365 days without compounding, with two decimals, truncated: 55 → `2.00%`. */
export function annualText(dailyPpm: number): string {
  return `${percentText(dailyPpm * YEAR_DAYS).slice(0, -3)}%`
}

/** Principal, interest and rate, when the next interest is paid, and what is carried to it (E.6). */
export function InterestSummary({ info }: { readonly info: InterestInfo }) {
  const { currency, principal, yesterday, total, dailyPpm } = info
  return (
    <>
      <div className={styles.summary}>
        <p className={styles.principal}>
          <span>{walletText('funds.interest.principal')}</span>
          <b>
            <Amount value={principal} currency={currency} isInFull />
          </b>
        </p>
        <Facts className={styles.figures}>
          <Fact name={walletText('funds.interest.yesterday')}>
            <Amount value={yesterday} currency={currency} isInFull withPlus />
          </Fact>
          <Fact name={walletText('funds.interest.total')}>
            <Amount value={total} currency={currency} isInFull withPlus />
          </Fact>
          <Fact name={walletText('funds.interest.daily')}>{percentText(dailyPpm)}</Fact>
        </Facts>
      </div>
      <Notes info={info} />
    </>
  )
}

function Notes({ info }: { readonly info: InterestInfo }) {
  const { currency, principal, dailyPpm, carriedMicro, nextAccrualAt } = info
  const unit = CURRENCIES[currency]
  const { hidesAmounts } = useAtomValue(uiPreferencesAtom)
  const now = serverNow()
  const first = formatKickoff(accrualTime(siteDayOf(now) + 1), now)
  const example = interestOfDay(EXAMPLE * 10 ** unit.decimals, dailyPpm, 0)
  const finest = { ...unit, decimals: unit.decimals + 6 }
  return (
    <ul className={styles.notes}>
      {principal === 0 ? (
        <li>
          {walletText('funds.interest.example', {
            principal: formatMoney(EXAMPLE * 10 ** unit.decimals, unit),
            interest: formatMoneyInFull(example.paid, unit),
          })}
        </li>
      ) : (
        <li>{walletText('funds.interest.next', { time: formatKickoff(nextAccrualAt, now) })}</li>
      )}
      {principal > 0 && carriedMicro > 0 && !hidesAmounts && (
        <li>
          {walletText('funds.interest.carried', {
            unit: formatMoneyInFull(1, unit),
            carried: formatMoneyInFull(carriedMicro, finest),
          })}
        </li>
      )}
      <li>{walletText('funds.interest.firstDay', { time: first })}</li>
      <li>{walletText('funds.interest.rateNote', { annual: annualText(dailyPpm) })}</li>
    </ul>
  )
}
