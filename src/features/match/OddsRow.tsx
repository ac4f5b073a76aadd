import { useAtomValue } from 'jotai'
import type { MatchOdds } from '#protocol/room/feed.ts'
import type { BetSport } from '#protocol/sports/market-keys.ts'
import { venueNameOf } from '#protocol/rules/venue.ts'
import { formatOdds } from '#lib/format.ts'
import { hasHalves } from '#lib/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import { type MatchDetail, matchDetailAtom, matchNowAtom } from '#state/room/room-match.ts'
import { useSelection } from '#state/sports/use-selection.ts'
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

function Price(props: PriceProps) {
  const match = useAtomValue(matchDetailAtom)?.match
  const { kind } = match ?? {}
  if (!match || !kind || !hasHalves(kind)) return <span className={styles.cell}>{figureOf(props)}</span>
  return <PriceOf {...props} match={match} sport={kind} />
}

interface PriceOfProps extends PriceProps {
  readonly match: MatchDetail['match']
  readonly sport: BetSport
}

function PriceOf({ match, sport, ...props }: PriceOfProps) {
  const { matchId, team1: home, team2: away } = match
  const { isSelected, onPress, name } = useSelection(
    { sport, home, away },
    { matchId, kind: 'winner', line: 0 },
    props.outcome,
  )
  return (
    <button
      type="button"
      className={styles.cell}
      aria-pressed={isSelected}
      disabled={props.isSuspended}
      onClick={() => onPress(props.line.value)}
    >
      <span className="visually-hidden">{name} </span>
      {figureOf(props)}
    </button>
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
