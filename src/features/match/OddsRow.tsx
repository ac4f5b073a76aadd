import { useAtomValue } from 'jotai'
import type { MatchOdds } from '#protocol/room/feed.ts'
import { venueNameOf } from '#protocol/rules/venue.ts'
import { formatOdds } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import { Fact, Facts } from '#ui/Facts.tsx'
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
      <Facts className={styles.cells} label={roomText('match.odds')}>
        <Fact name={roomText('match.home')}>
          <Figure line={odds.home} isSuspended={odds.suspended} />
        </Fact>
        {odds.draw && (
          <Fact name={roomText('match.draw')}>
            <Figure line={odds.draw} isSuspended={odds.suspended} />
          </Fact>
        )}
        <Fact name={roomText('match.away')}>
          <Figure line={odds.away} isSuspended={odds.suspended} />
        </Fact>
      </Facts>
    </div>
  )
}

interface FigureProps {
  readonly line: MatchOdds['home']
  readonly isSuspended: boolean
}

/** The direction is shown by an arrow and a colour, without flashing. */
function Figure({ line, isSuspended }: FigureProps) {
  return (
    <span className={styles.figure} data-move={isSuspended ? undefined : line.move}>
      {isSuspended ? '—' : formatOdds(line.value)}
      {!isSuspended && <span className="visually-hidden">{MOVES[line.move]}</span>}
    </span>
  )
}
