/** A falling red packet: its centre in CSS pixels, its turn in radians and its scale. */
export interface Drop {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly scale: number
}

export interface RainSize {
  readonly width: number
  readonly height: number
}

export const PACKET_WIDTH = 44
export const PACKET_HEIGHT = 56
/** Larger than the packet: the least size of a target for a finger. */
const REACH = 30
const DROPS_PER_PIXEL = 1 / 26
const FALL_MS = 2_800
/** The first packets appear spread over this time, so that not all members press at once. */
const SPREAD_MS = 3_000

/** Packets on the screen `ms` after the rain began. Page and worker compute the same ones. */
export function dropsAt(ms: number, { width, height }: RainSize): Drop[] {
  const count = Math.max(8, Math.round(width * DROPS_PER_PIXEL))
  return Array.from({ length: count }, (_, index): Drop | null => {
    const fallMs = FALL_MS * (0.8 + 0.5 * noise(index, 1))
    const age = ms - noise(index, 2) * SPREAD_MS
    if (age < 0) return null
    const round = Math.floor(age / fallMs)
    const share = age / fallMs - round
    const sway = Math.sin(age / 500 + index) * 10
    return {
      x: PACKET_WIDTH / 2 + noise(index, 3 + round) * Math.max(0, width - PACKET_WIDTH) + sway,
      y: -PACKET_HEIGHT + share * (height + 2 * PACKET_HEIGHT),
      turn: Math.sin(age / 700 + index * 2) * 0.35,
      scale: 0.85 + 0.35 * noise(index, 4),
    }
  }).filter((drop) => drop !== null)
}

/** The packet at a point; -1 if there is none. */
export function dropAt(drops: readonly Drop[], x: number, y: number): number {
  return drops.findLastIndex((drop) => Math.hypot(drop.x - x, drop.y - y) <= REACH * drop.scale)
}

/** A number from 0 to 1 that looks random, the same for the same arguments. */
function noise(index: number, salt: number): number {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43_758.5453
  return value - Math.floor(value)
}
