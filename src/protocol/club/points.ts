import type { RewardCurrency, SettleCurrency } from '../currency.ts'
import { inCurrency } from './grades.ts'
import { type RebateDay, rebateDays, type RebateInput } from './rebates.ts'

/** Points of the club (S7.86): earned by settled turnover, spent on rewards and draws. Whole numbers. */

/** Settled turnover of a day that earns one point, in minor units of CNY. */
export const POINT_TURNOVER = 10_00
const POINTS_PPM = 1_000_000 / POINT_TURNOVER

/** Points of a site day, as a rebate of one point for each {@link POINT_TURNOVER}. */
export type PointDay = RebateDay

/**
 * The points of one member for the days `from` to `to`, by the rule of rebates: a written day never changes, and a
 * resettlement corrects the next day. `turnover` is in minor units of CNY.
 */
export function pointDays(input: Omit<RebateInput, 'ppmOn'>): PointDay[] {
  return rebateDays({ ...input, ppmOn: () => POINTS_PPM })
}

/** What a member gets. Minor units. */
export interface Reward {
  readonly currency: RewardCurrency
  readonly amount: number
}

/** What points can be exchanged for: coins, or money in minor units of CNY. */
export interface PointsItem {
  readonly id: PointsItemId
  /** Price in points. */
  readonly points: number
  readonly gives: { readonly currency: 'COIN' | 'CNY'; readonly amount: number }
  /** Items of all members per site day. */
  readonly stock: number
  /** Items of one member per site day. */
  readonly limit: number
}

export const POINTS_ITEM_IDS = ['coins-20', 'coins-100', 'coins-500', 'bonus-5', 'bonus-20', 'bonus-88'] as const
export type PointsItemId = (typeof POINTS_ITEM_IDS)[number]

export const POINTS_ITEMS: readonly PointsItem[] = [
  { id: 'coins-20', points: 100, gives: { currency: 'COIN', amount: 20 }, stock: 1_000, limit: 5 },
  { id: 'coins-100', points: 450, gives: { currency: 'COIN', amount: 100 }, stock: 300, limit: 3 },
  { id: 'coins-500', points: 2_000, gives: { currency: 'COIN', amount: 500 }, stock: 60, limit: 1 },
  { id: 'bonus-5', points: 500, gives: { currency: 'CNY', amount: 5_00 }, stock: 200, limit: 2 },
  { id: 'bonus-20', points: 1_900, gives: { currency: 'CNY', amount: 20_00 }, stock: 50, limit: 1 },
  { id: 'bonus-88', points: 8_000, gives: { currency: 'CNY', amount: 88_00 }, stock: 10, limit: 1 },
]

/** A reward in the currency of the member. Coins and points are the same for everybody. */
export function rewardIn(gives: Reward, currency: SettleCurrency): Reward {
  return gives.currency === 'CNY' ? { currency, amount: inCurrency(gives.amount, currency) } : gives
}

/** Why an exchange or a draw is not possible now; null if it is. */
export type PointsObstacle = 'sold-out' | 'limit' | 'points' | null

/** The one order of these reasons, for server and page. `left` is null without a stock. */
export function pointsObstacle({
  points,
  balance,
  left,
  used,
  limit,
}: {
  readonly points: number
  readonly balance: number
  readonly left: number | null
  readonly used: number
  readonly limit: number
}): PointsObstacle {
  if (left === 0) return 'sold-out'
  if (used >= limit) return 'limit'
  return balance < points ? 'points' : null
}
