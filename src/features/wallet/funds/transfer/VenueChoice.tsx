import { useId } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Amount } from '../../Amount.tsx'
import type { Balances } from '../../use-balances.ts'
import styles from './transfer.module.css'

export type Venue = Balances['venues'][number]

export interface VenueOption {
  readonly venue: Venue
  /** Why it cannot be chosen; null if it can. */
  readonly reason: string | null
}

interface VenueChoiceProps {
  readonly currency: SettleCurrency
  readonly options: readonly VenueOption[]
  readonly chosen: string | null
  readonly error: string | null
  readonly isLocked: boolean
  readonly onChoose: (venueEnName: string) => void
}

/** The venue of a transfer. A venue that cannot be chosen says why and keeps its place. */
export function VenueChoice({ currency, options, chosen, error, isLocked, onChoose }: VenueChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.venues}>
      <legend>
        {walletText('funds.transfer.venue')}
        <span className={styles.error} aria-live="polite">
          {error}
        </span>
      </legend>
      <div className={styles.grid}>
        {options.map(({ venue, reason }) => (
          <label key={venue.venueEnName} className={styles.venue}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={venue.venueEnName}
              checked={chosen === venue.venueEnName}
              disabled={isLocked || reason !== null}
              onChange={() => onChoose(venue.venueEnName)}
            />
            <span className={styles.venueName}>{venue.venueChName}</span>
            <span className={styles.venueBalance}>
              <Amount value={venue.balance} currency={currency} />
            </span>
            {reason && <span className={styles.reason}>{reason}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
