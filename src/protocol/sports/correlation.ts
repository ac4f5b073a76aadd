import { marketId, parseSelectionId } from './market-keys.ts'

/** Why two selections cannot be in one 串关: their results depend on each other. */
const CORRELATIONS = ['same-selection', 'same-market', 'same-match'] as const
export type Correlation = (typeof CORRELATIONS)[number]

/** A selection that cannot be combined with an other of the same bet. */
interface CorrelatedSelection {
  readonly selection: string
  /** The first other one that it depends on. */
  readonly other: string
  readonly reason: Correlation
}

/** Why two selections cannot be combined; null if they can. Unknown ids depend on nothing. */
export function correlationOf(one: string, other: string): Correlation | null {
  if (one === other) return 'same-selection'
  const [first, second] = [parseSelectionId(one), parseSelectionId(other)]
  if (!first || !second || first.matchId !== second.matchId) return null
  return marketId(first) === marketId(second) ? 'same-market' : 'same-match'
}

/** The selections of a bet that cannot be combined, in their order. */
export function correlatedSelections(selections: readonly string[]): CorrelatedSelection[] {
  return selections.flatMap((selection, index) => {
    const found = selections.flatMap((other, at) => {
      const reason = at === index ? null : correlationOf(selection, other)
      return reason ? [{ selection, other, reason }] : []
    })
    // The closest relation explains most.
    const [closest] = found.toSorted((a, b) => CORRELATIONS.indexOf(a.reason) - CORRELATIONS.indexOf(b.reason))
    return closest ? [closest] : []
  })
}
