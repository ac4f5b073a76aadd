import type { NavigateFunction } from 'react-router-dom'
import { isInPlay } from '#lib/match/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import { roomPath } from '#lib/room-path.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

/** A shorter movement is a tap. */
const MIN_SWIPE_PX = 64
/** Swipes from the edge of the screen are gestures of the browser. */
const EDGE_PX = 24

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The direction of a swipe: 1 to the next room (to the left), -1 to the previous one, 0 for anything else. Pure.
 *
 * @param width of the window, in pixels like the points
 */
export function swipeDirection(from: Point, to: Point, width: number): -1 | 0 | 1 {
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (from.x < EDGE_PX || from.x > width - EDGE_PX) return 0
  if (Math.abs(across) < MIN_SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return 0
  return across < 0 ? 1 : -1
}

/** The room after (1) or before (-1) a room in the list, around its ends; null if there is no other. Pure. */
export function neighbour(rooms: readonly string[], room: string, direction: -1 | 1): string | null {
  const others = rooms.filter((other) => other !== room)
  const index = rooms.indexOf(room)
  if (others.length === 0) return null
  if (index < 0) return (direction > 0 ? others[0] : others.at(-1)) ?? null
  return rooms[(index + direction + rooms.length) % rooms.length] ?? null
}

/**
 * Goes to the next or previous live room of the same kind. Back returns to the screen before the rooms. `signal` is
 * aborted when the viewer leaves the room.
 */
export async function goToNeighbour(
  { eid, kind }: MatchDetail['match'],
  direction: -1 | 1,
  navigate: NavigateFunction,
  signal: AbortSignal,
): Promise<void> {
  const response = await call('live.popularList', { kind, size: 20, page: 1 }, { signal })
  if (signal.aborted) return
  if (!response.ok) return void toast({ text: response.message, tone: 'warn' })
  const rooms = response.data.list.filter((match) => match.eid === eid || isInPlay(match.clock))
  const next = neighbour(
    rooms.map((match) => match.eid),
    eid,
    direction,
  )
  if (next === null) return void toast({ text: roomText('room.noOther') })
  await navigate(roomPath(next), { replace: true })
}
