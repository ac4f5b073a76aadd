import type { SettleCurrency } from '../currency.ts'
import { seededDraw, type Seeds } from './draw.ts'

/*
 * Bonus pools fill by a share of each stake. A round gets the whole pool with a probability that is proportional to its
 * first stake. The pool is paid beside the paytable of the game, so the stated return of a game does not contain it.
 */

/** The part of each stake that fills the pool, in millionths: 0.5 %. */
export const POOL_SHARE = 5_000

/** Smallest amount in minor units that the draw tells apart: 0.01 of the currency. */
const UNITS: Readonly<Record<SettleCurrency, number>> = { CNY: 1, USDT: 10_000 }

/** A round with a first stake of S minor units gets the pool with the probability S / chance: ¥100,000, 14,000 USDT. */
export const POOL_CHANCE: Readonly<Record<SettleCurrency, number>> = { CNY: 100_000_00, USDT: 14_000_000_000 }

/** Whether a round gets the pool, by a draw of its own: that of the round with `pool:` before the seed of the member. */
export function hitsPool({ server, member, nonce }: Seeds, currency: SettleCurrency, stake: number): boolean {
  const unit = UNITS[currency]
  const draw = seededDraw({ server, member: `pool:${member}`, nonce })
  return draw.below(POOL_CHANCE[currency] / unit) < Math.floor(stake / unit)
}
