import type { BetSport } from '#protocol/sports/market-keys.ts'
import type { SourceMarket } from '../../matches/match.ts'
import { basketballMarkets } from './basketball.ts'
import { esportsMarkets } from './esports.ts'
import { footballMarkets } from './football.ts'
import type { PriceInput } from './price-input.ts'

const MODELS: Readonly<Record<BetSport, (input: PriceInput) => SourceMarket[]>> = {
  football: footballMarkets,
  basketball: basketballMarkets,
  esports: esportsMarkets,
}

/** The markets of a match that has not ended, in the order of `MARKETS_OF`, priced from one joint distribution. */
export function marketsOf(input: PriceInput): SourceMarket[] {
  const markets = MODELS[input.sport](input)
  return input.isSuspended ? markets.map((market) => ({ ...market, isSuspended: true })) : markets
}
