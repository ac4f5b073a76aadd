import type { ReactNode } from 'react'
import type { MatchOdds } from '#protocol/room/feed.ts'
import type { BetSport } from '#protocol/sports/market-keys.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { useSelection } from '#state/sports/use-selection.ts'
import styles from './OddsRow.module.css'

export interface OddsPriceProps {
  readonly match: MatchDetail['match']
  readonly sport: BetSport
  readonly outcome: 'home' | 'draw' | 'away'
  readonly line: MatchOdds['home']
  readonly isSuspended: boolean
  /** What the price looks like, also before this button is loaded. */
  readonly children: ReactNode
}

/** A price of the room as a button that adds it to the slip or removes it. Loaded after the room, with the slip's state. */
export function OddsPrice({ match, sport, outcome, line, isSuspended, children }: OddsPriceProps) {
  const { matchId, team1: home, team2: away } = match
  const market = { matchId, kind: 'winner', line: 0 } as const
  const { isSelected, onPress, name } = useSelection({ sport, home, away }, market, outcome)
  return (
    <button
      type="button"
      className={styles.cell}
      aria-pressed={isSelected}
      disabled={isSuspended}
      onClick={() => onPress(line.value)}
    >
      <span className="visually-hidden">{name} </span>
      {children}
    </button>
  )
}
