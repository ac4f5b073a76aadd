import { useAtomValue } from 'jotai'
import type { MatchOdds } from '#protocol/room/feed.ts'
import { venueNameOf } from '#protocol/rules/venue.ts'
import { formatOdds } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import styles from './OddsRow.module.css'

const MOVES = { up: roomText('match.oddsUp'), down: roomText('match.oddsDown'), same: '' } as const

/** The odds of the match as figures: there is no bet slip. Below them the venue (S3.37) and the delay. */
export function OddsRow({ venue }: { readonly venue: string }) {
  const odds = useAtomValue(matchNowAtom)?.odds
  if (!odds) return null
  return (
    <div className={styles.odds}>
      <div className={styles.label}>
        <b>{roomText('match.odds')}</b>
        <small>{roomText('match.oddsVenue', { venue: venueNameOf(venue) })}</small>
        <small>
          {odds.suspended ? roomText('match.suspended') : roomText('match.oddsDelay', { seconds: odds.delaySeconds })}
        </small>
      </div>
      <dl className={styles.cells} aria-label={roomText('match.odds')}>
        <Cell label={roomText('match.home')} line={odds.home} isSuspended={odds.suspended} />
        {odds.draw && <Cell label={roomText('match.draw')} line={odds.draw} isSuspended={odds.suspended} />}
        <Cell label={roomText('match.away')} line={odds.away} isSuspended={odds.suspended} />
      </dl>
    </div>
  )
}

interface CellProps {
  readonly label: string
  readonly line: MatchOdds['home']
  readonly isSuspended: boolean
}

/** The direction is shown by an arrow and a colour, without flashing. */
function Cell({ label, line, isSuspended }: CellProps) {
  return (
    <div className={styles.cell}>
      <dt>{label}</dt>
      <dd data-move={isSuspended ? undefined : line.move}>
        {isSuspended ? '—' : formatOdds(line.value)}
        {!isSuspended && <span className="visually-hidden">{MOVES[line.move]}</span>}
      </dd>
    </div>
  )
}
