import type { BetLeg } from '#protocol/sports/bets.ts'
import { parseSelectionId } from '#protocol/sports/market-keys.ts'
import { commonText } from '#messages/zh/common.ts'
import { slipText } from '#messages/zh/slip.ts'
import { marketLabel, selectionLabel } from './market-labels.ts'

/** What names a leg. */
type NamedLeg = Pick<BetLeg, 'selection'> & { readonly match: Pick<BetLeg['match'], 'sport' | 'home' | 'away'> }

/** Texts of a leg of a placed bet: match, market and selection. */
export function betLegTexts({ selection, match }: NamedLeg) {
  const parsed = parseSelectionId(selection)
  return {
    match: commonText('match.versus', { home: match.home, away: match.away }),
    market: parsed ? marketLabel(match.sport, parsed) : '',
    pick: parsed ? selectionLabel(parsed, parsed.outcome, match) : '',
  }
}

/** The title of a bet: its selection, or 3 串 1. */
export function betTitle({ legs }: { readonly legs: readonly NamedLeg[] }): string {
  const [first] = legs
  return legs.length === 1 && first ? betLegTexts(first).pick : slipText('parlayOf', { count: legs.length })
}
