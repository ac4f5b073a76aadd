import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import { type BetSport, type MarketKey, selectionId } from '#protocol/sports/market-keys.ts'
import { marketLabel, selectionLabel, type TeamNames } from '#lib/match/market-labels.ts'
import { commonText } from '#messages/zh/common.ts'
import { isSelectedAtom, toggleSelectionAtom } from '../slip/slip-atoms.ts'
import { priceSource } from './markets.ts'

/** The match of a selection. */
interface SelectionMatch extends TeamNames {
  readonly sport: BetSport
}

/** What the button of a selection needs: its changing price, and its place in the slip. */
export function useSelection({ sport, home, away }: SelectionMatch, market: MarketKey, outcome: string) {
  const { matchId, kind, line } = market
  const id = selectionId(market, outcome)
  const isSelected = useAtomValue(isSelectedAtom(id))
  const toggle = useSetAtom(toggleSelectionAtom)
  const source = useMemo(() => priceSource({ matchId, kind, line }, outcome), [matchId, kind, line, outcome])
  const labels = useMemo(
    () => ({
      match: commonText('match.versus', { home, away }),
      market: marketLabel(sport, { kind, line }),
      pick: selectionLabel({ kind, line }, outcome, { home, away }),
    }),
    [sport, home, away, kind, line, outcome],
  )
  const onPress = useCallback(
    (price: number) => {
      toggle({ id, price, ...labels })
    },
    [toggle, id, labels],
  )
  return { source, isSelected, onPress, name: `${labels.market} ${labels.pick}` }
}
