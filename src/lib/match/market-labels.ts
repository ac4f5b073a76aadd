import { type BetSport, lineLabel, type MarketKey, type MarketKind } from '#protocol/sports/market-keys.ts'
import { marketsText } from '#messages/zh/markets.ts'

/** Names of the teams of a match. */
export interface TeamNames {
  readonly home: string
  readonly away: string
}

type Market = Pick<MarketKey, 'kind' | 'line'>

/** Name of a kind of markets: 让球, 让分, 波胆. Name of a group of the match page and of a column of the board. */
export function marketKindLabel(sport: BetSport, kind: MarketKind): string {
  switch (kind) {
    case 'winner':
      return sport === 'esports' ? marketsText('market.winner.esports') : marketsText('market.winner')
    case 'handicap':
    case 'period-winner':
      return sport === 'football' ? marketsText(`market.${kind}`) : marketsText(`market.${kind}.${sport}`)
    case 'total':
      return sport === 'basketball' ? marketsText('market.total.basketball') : marketsText('market.total')
    default:
      return marketsText(`market.${kind}`)
  }
}

/** Name of a market: 让球, 第 2 节独赢, 下一球：第 3 球. The line of 让球 and 大小 is part of their selections. */
export function marketLabel(sport: BetSport, { kind, line }: Market): string {
  if (kind === 'next-goal') return marketsText('nextGoal', { number: line })
  if (kind === 'period-winner' && sport !== 'football') return marketsText(`period.${sport}`, { number: line })
  return marketKindLabel(sport, kind)
}

/** Name of an outcome without its line: 主, 大, 1-0. */
export function outcomeLabel(outcome: string): string {
  switch (outcome) {
    case 'home':
    case 'draw':
    case 'away':
    case 'over':
    case 'under':
    case 'odd':
    case 'even':
    case 'yes':
    case 'no':
    case 'none':
    case 'other':
      return marketsText(`outcome.${outcome}`)
    default:
      return outcome
  }
}

/** Name of a selection: 主 -0.5/1, 大 2.5/3, 单, 1-0. With team names: 海港城 -0.5/1, 海港城, 平局. */
export function selectionLabel(market: Market, outcome: string, teams?: TeamNames): string {
  const line = lineLabel(market, outcome)
  const name = (teams && teamLabel(outcome, teams)) ?? outcomeLabel(outcome)
  return line === '' ? name : marketsText('withLine', { outcome: name, line })
}

function teamLabel(outcome: string, { home, away }: TeamNames): string | null {
  if (outcome === 'home') return home
  if (outcome === 'away') return away
  return outcome === 'draw' ? marketsText('drawResult') : null
}
