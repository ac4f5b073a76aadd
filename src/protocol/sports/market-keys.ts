/*
 * Markets and selections without schemas, so that a room and the slip load no validation library.
 */

/** Sports that bets can be placed on. */
export const BET_SPORTS = ['football', 'basketball', 'esports'] as const
export type BetSport = (typeof BET_SPORTS)[number]

/**
 * Kinds of markets and their outcomes. What `line` of a market means:
 *
 * - `handicap`: quarter points added to the score of the home team (-3 = 让 0.75); in esports to its maps.
 * - `total`: quarter points of both teams together (10 = 大小 2.5).
 * - `next-goal`: number of the goal, from 1.
 * - `period-winner`: number of the quarter or map, from 1; 1 is the first half of football.
 * - all others: 0.
 *
 * `correct-score` has the outcomes `0-0` to `4-4` and `other`.
 */
export const MARKET_OUTCOMES = {
  winner: ['home', 'draw', 'away'],
  handicap: ['home', 'away'],
  total: ['over', 'under'],
  parity: ['odd', 'even'],
  'both-score': ['yes', 'no'],
  'correct-score': [],
  'period-winner': ['home', 'draw', 'away'],
  'next-goal': ['home', 'none', 'away'],
} as const
export type MarketKind = keyof typeof MARKET_OUTCOMES
export const MARKET_KINDS = Object.keys(MARKET_OUTCOMES) as [MarketKind, ...MarketKind[]]

/** Markets of a sport in the order of the match page. The first three are the main markets of the board. */
export const MARKETS_OF: Readonly<Record<BetSport, readonly MarketKind[]>> = {
  football: ['winner', 'handicap', 'total', 'period-winner', 'next-goal', 'both-score', 'parity', 'correct-score'],
  basketball: ['winner', 'handicap', 'total', 'period-winner'],
  esports: ['winner', 'handicap', 'period-winner'],
}

/** The most goals of a team that have an outcome of their own in `correct-score`. */
export const CORRECT_SCORE_MAX = 4

const SCORES = Array.from({ length: (CORRECT_SCORE_MAX + 1) ** 2 }, (_, index) => {
  const [home, away] = [Math.floor(index / (CORRECT_SCORE_MAX + 1)), index % (CORRECT_SCORE_MAX + 1)]
  return `${home}-${away}`
})

/**
 * Outcomes of a market of a sport; empty if the sport does not have this kind. Only football has draws: a tie of the other
 * sports returns the stakes.
 */
export function outcomesOf(sport: BetSport, kind: MarketKind): readonly string[] {
  if (!MARKETS_OF[sport].includes(kind)) return []
  if (kind === 'correct-score') return [...SCORES, 'other']
  return MARKET_OUTCOMES[kind].filter((outcome) => outcome !== 'draw' || sport === 'football')
}

/** Bounds of a price in thousandths. A market with a lower price is suspended; a higher price is lowered to the bound. */
export const MIN_PRICE = 1_010
export const MAX_PRICE = 101_000

/** `<matchId>.<kind>.<line>.<outcome>`, such as `m101.handicap.-3.home`. */
export const SELECTION_ID = /^([A-Za-z0-9-]{1,64})\.([a-z-]{5,13})\.(-?\d{1,4})\.([a-z]{2,5}|[0-4]-[0-4])$/

/** What identifies a market within its match. */
export interface MarketKey {
  readonly matchId: string
  readonly kind: MarketKind
  readonly line: number
}

export function marketId({ matchId, kind, line: at }: MarketKey): string {
  return `${matchId}.${kind}.${at}`
}

export function selectionId(market: MarketKey, chosen: string): string {
  return `${marketId(market)}.${chosen}`
}

/** The parts of a selection id; null if no market kind has such an outcome. */
export function parseSelectionId(id: string): (MarketKey & { readonly outcome: string }) | null {
  const [, matchId = '', name = '', at = '', chosen = ''] = SELECTION_ID.exec(id) ?? []
  const kind = MARKET_KINDS.find((known) => known === name)
  if (!kind || String(Number(at)) !== at) return null
  const known: readonly string[] = MARKET_OUTCOMES[kind]
  const isKnown = kind === 'correct-score' ? chosen === 'other' || chosen.includes('-') : known.includes(chosen)
  return isKnown ? { matchId, kind, line: Number(at), outcome: chosen } : null
}

/** The line from the point of view of an outcome: `-0.5/1`, `+1`, `2.5/3`. Empty for markets without lines. */
export function lineLabel({ kind, line }: Pick<MarketKey, 'kind' | 'line'>, outcome: string): string {
  if (kind === 'total') return quarterText(line)
  if (kind !== 'handicap') return ''
  const points = outcome === 'home' ? line : -line
  const sign = points === 0 ? '' : points < 0 ? '-' : '+'
  return `${sign}${quarterText(Math.abs(points))}`
}

/** Quarter points as halves: 10 → `2.5`, 11 → `2.5/3`. */
function quarterText(quarters: number): string {
  const [low, high] = [Math.floor(quarters / 2) / 2, Math.ceil(quarters / 2) / 2]
  return low === high ? String(low) : `${low}/${high}`
}

/** Points of both teams. */
export type Score = readonly [home: number, away: number]

/** What decides the markets of a match. */
export interface MatchFacts {
  readonly sport: BetSport
  /** `abandoned` and `postponed` matches return the stakes of all markets that are not decided yet. */
  readonly state: 'before' | 'live' | 'ended' | 'abandoned' | 'postponed'
  /**
   * Points in each period that has begun: halves of football, quarters of basketball (points of an extra time count in the
   * last), maps of esports. Periods before the last are over; all are in an ended match. In a break the next period has
   * begun. An ended match with fewer than two has no scores of periods: its only one is the final score.
   */
  readonly periods: readonly Score[]
  /** Football: sides of the goals in their order. */
  readonly goals: readonly ('home' | 'away')[]
}
