import { type Draw, seededDraw, shuffle } from '../games/draw.ts'
import type { RedRainRule } from './red-rain.ts'

/* Apart from the rule, because hash functions are no part of the first load of pages. */

/**
 * The amounts of the packets of a round, in the order in which members get them. Each is between `min` and `max`, their sum
 * is exact, and no position is better than another: the shares are shuffled.
 */
function dividedPackets({ roundAmount, packets, min, max }: RedRainRule, draw: Draw): number[] {
  const room = max - min
  let rest = roundAmount - packets * min
  const shares = Array.from({ length: packets }, (_, index) => {
    const left = packets - index
    // What the later packets cannot hold is in this one.
    const least = Math.max(0, rest - (left - 1) * room)
    // At most twice the mean of what is left, so that the first shares do not take everything.
    const most = Math.max(least, Math.min(room, rest, Math.floor((2 * rest) / left)))
    const share = least + draw.below(most - least + 1)
    rest -= share
    return min + share
  })
  return shuffle(shares, draw)
}

/** The packets of a round by its published seed. All members share the draw, so its id is in the place of their seed. */
export function packetsOfRound(rule: RedRainRule, roundId: string, seed: string): number[] {
  return dividedPackets(rule, seededDraw({ server: seed, member: roundId, nonce: 0 }))
}
