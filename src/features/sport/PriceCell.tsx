import { memo } from 'react'
import { type BetSport, lineLabel, type MarketKind } from '#protocol/sports/market-keys.ts'
import { outcomeLabel, selectionLabel } from '#lib/match/market-labels.ts'
import { useSelection } from '#state/sports/use-selection.ts'
import { PriceButton } from '#ui/button/PriceButton.tsx'

interface PriceCellProps {
  readonly sport: BetSport
  readonly home: string
  readonly away: string
  readonly matchId: string
  readonly kind: MarketKind
  readonly line: number
  readonly outcome: string
  /** `board`: the row names the team, so its label is the line alone. */
  readonly label: 'board' | 'whole'
}

/** The price of a selection. A press adds it to the slip or removes it. */
export const PriceCell = memo(function PriceCell(props: PriceCellProps) {
  const { sport, home, away, matchId, kind, line, outcome, label } = props
  const { source, isSelected, onPress, name } = useSelection({ sport, home, away }, { matchId, kind, line }, outcome)
  return (
    <PriceButton
      source={source}
      label={label === 'board' ? boardLabel(kind, line, outcome) : selectionLabel({ kind, line }, outcome)}
      name={name}
      isSelected={isSelected}
      onPress={onPress}
    />
  )
})

function boardLabel(kind: MarketKind, line: number, outcome: string): string {
  if (kind === 'winner') return outcomeLabel(outcome)
  return kind === 'handicap' ? lineLabel({ kind, line }, outcome) : selectionLabel({ kind, line }, outcome)
}
