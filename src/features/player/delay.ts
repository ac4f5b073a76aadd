import type { PlayerStats } from '#state/room/player-stats.ts'

/** Behind this many seconds the delay becomes a way back to the live edge. */
const FAR_BEHIND_S = 10

export interface Delay {
  /** Whole seconds behind the source; null when nobody measures them, as with FLV and the browser's own player. */
  readonly seconds: number | null
  /** Far behind for certain: what has come and is not shown yet is a part of every delay, measured or not. */
  readonly isFarBehind: boolean
}

/** What the bar may say about the delay of the picture. Pure. */
export function delayOf(stats: Pick<PlayerStats, 'latencySeconds' | 'isLatencyKnown' | 'bufferSeconds'>): Delay {
  const { latencySeconds, isLatencyKnown, bufferSeconds } = stats
  return {
    seconds: isLatencyKnown ? Math.max(1, Math.round(latencySeconds)) : null,
    isFarBehind: (isLatencyKnown ? latencySeconds : bufferSeconds) > FAR_BEHIND_S,
  }
}
