import type { SettleCurrency } from '#protocol/currency.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { gamesText } from '#messages/zh/games.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Amount } from '../Amount.tsx'
import records from '../records/records.module.css'

type Kind = 'stake' | 'raise' | 'return' | 'payout' | 'pool' | 'settlement' | 'correction' | 'cash-out' | 'cancellation'

interface PostingsProps {
  readonly postings: readonly { readonly at: number; readonly kind: Kind; readonly change: number }[]
  readonly currency: SettleCurrency
}

/** What a bet or a round changed in the balance, with the sum. */
export function Postings({ postings, currency }: PostingsProps) {
  const total = postings.reduce((sum, { change }) => sum + change, 0)
  return (
    <Panel title={gamesText('postings.title')}>
      {postings.length === 0 ? (
        <p className={records.note}>{gamesText('postings.none')}</p>
      ) : (
        <>
          <ul className={records.postings} aria-label={gamesText('postings.title')}>
            {postings.map(({ at, kind, change }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- postings are only added at the end
              <li key={index}>
                <span>
                  {gamesText(`posting.${kind}`)}
                  <small>{siteDateTimeOf(at)}</small>
                </span>
                <b>
                  <Amount value={change} currency={currency} withPlus isInFull />
                </b>
              </li>
            ))}
          </ul>
          <div className={records.total}>
            {gamesText('postings.total')}
            <b>
              <Amount value={total} currency={currency} withPlus isInFull />
            </b>
          </div>
        </>
      )}
    </Panel>
  )
}
