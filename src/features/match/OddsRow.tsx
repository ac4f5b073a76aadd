import { useAtomValue } from 'jotai'
import type { MatchOdds } from '#protocol/room/feed.ts'
import { venueNameOf } from '#protocol/rules/venue.ts'
import { formatOdds } from '#lib/format.ts'
import { hasHalves } from '#lib/match/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import { matchDetailAtom, matchNowAtom } from '#state/room/room-match.ts'
import { lazyPart } from '#ui/state/lazy-part.tsx'
import type { OddsPriceProps } from './OddsPrice.tsx'
import styles from './OddsRow.module.css'

const MOVES = { up: roomText('match.oddsUp'), down: roomText('match.oddsDown'), same: '' } as const

/** The odds of the match, which a press adds to the slip. Below them the venue (S3.37) and the delay. */
export function OddsRow({ venue }: { readonly venue: string }) {
  const odds = useAtomValue(matchNowAtom)?.odds
  if (!odds) return null
  const { suspended: isSuspended } = odds
  return (
    <div className={styles.odds}>
      <div className={styles.label}>
        <b>{roomText('match.odds')}</b>
        <small>{roomText('match.oddsVenue', { venue: venueNameOf(venue) })}</small>
        <small>
          {isSuspended ? roomText('match.suspended') : roomText('match.oddsDelay', { seconds: odds.delaySeconds })}
        </small>
      </div>
      <fieldset className={styles.cells} aria-label={roomText('match.odds')}>
        <Price outcome="home" label={roomText('match.home')} line={odds.home} isSuspended={isSuspended} />
        {odds.draw && (
          <Price outcome="draw" label={roomText('match.draw')} line={odds.draw} isSuspended={isSuspended} />
        )}
        <Price outcome="away" label={roomText('match.away')} line={odds.away} isSuspended={isSuspended} />
      </fieldset>
    </div>
  )
}

interface PriceProps {
  readonly outcome: 'home' | 'draw' | 'away'
  readonly label: string
  readonly line: MatchOdds['home']
  readonly isSuspended: boolean
}

const plainCell = ({ children }: Pick<OddsPriceProps, 'children'>) => <span className={styles.cell}>{children}</span>

const OddsPrice = lazyPart<OddsPriceProps>(async () => (await import('./OddsPrice.tsx')).OddsPrice, {
  Waiting: plainCell,
  Missing: plainCell,
  isDeferred: true,
})

function Price(props: PriceProps) {
  const match = useAtomValue(matchDetailAtom)?.match
  const { kind } = match ?? {}
  if (!match || !kind || !hasHalves(kind)) return <span className={styles.cell}>{figureOf(props)}</span>
  const { outcome, line, isSuspended } = props
  return (
    <OddsPrice match={match} sport={kind} outcome={outcome} line={line} isSuspended={isSuspended}>
      {figureOf(props)}
    </OddsPrice>
  )
}

/** The direction is shown by an arrow and a colour, without flashing. */
function figureOf({ label, line, isSuspended }: PriceProps) {
  return (
    <>
      <span className={styles.name} aria-hidden="true">
        {label}
      </span>
      <span className={styles.figure} data-move={isSuspended ? undefined : line.move}>
        {isSuspended ? '—' : formatOdds(line.value)}
        <span className="visually-hidden">{isSuspended ? roomText('match.suspended') : MOVES[line.move]}</span>
      </span>
    </>
  )
}
