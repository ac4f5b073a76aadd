import type { MatchDetail } from '#state/room/room-match.ts'
import { roomText } from '#messages/zh/room.ts'

/** Returns the title of a room: 北港联 对 南屿, or the title of a talk. */
export function roomTitle({ match }: MatchDetail): string {
  if (match.kind === 'anchor') return match.room_info.title
  return roomText('room.title', { home: match.team1, away: match.team2 })
}
