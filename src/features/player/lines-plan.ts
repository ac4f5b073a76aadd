import type { StreamSource } from '#protocol/endpoints/live.ts'
import type { Picture } from './player-state.ts'

/** What the room says: whether there is a picture, and its lines; null while they are not known. */
export interface RoomSays {
  readonly picture: Picture
  readonly lines: readonly StreamSource[] | null
}

/**
 * What new word of the room means for the stream. `nothing`: as before. `renew`: other addresses for what comes, the open
 * one stays. `open`, `close`: the stream.
 */
export type LinesPlan = 'nothing' | 'renew' | 'open' | 'close'

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Pure. `lineId` is the line that plays; it is let go of only when the room has taken it away or changed it. */
export function planLines(before: RoomSays, now: RoomSays, lineId: string | null): LinesPlan {
  if (now.lines === null) return 'nothing'
  const wasLive = before.picture === 'live' && before.lines !== null
  const isLive = now.picture === 'live'
  if (wasLive === isLive && isSame(now.lines, before.lines)) return 'nothing'
  if (!isLive) return 'close'
  const present = before.lines?.find((line) => line.id === lineId)
  const isKept = present !== undefined && now.lines.some((line) => isSame(line, present))
  return wasLive && isKept ? 'renew' : 'open'
}
