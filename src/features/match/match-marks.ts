import type { MatchEvent } from '#protocol/room/feed.ts'
import type { PlayKind } from '#lib/match-clock.ts'
import { playHalfMinutes } from '#lib/match-clock.ts'
import type { MatchNow } from '#state/room/room-match.ts'

/** A mark on the match line. */
export interface MatchMark {
  readonly id: string
  readonly look: 'goal' | 'yellow' | 'red'
  readonly side: MatchEvent['side']
  /** 0 to 100. */
  readonly percent: number
  readonly minute: number
  readonly text: string
}

/** Minutes of the whole match, or null for a talk, which has no line. */
export function matchMinutes(kind: PlayKind): number | null {
  const minutes = playHalfMinutes(kind) * 2
  return Number.isFinite(minutes) ? minutes : null
}

const LOOKS = { goal: 'goal', 'yellow-card': 'yellow', 'red-card': 'red' } as const

/** Goals and cards at their places; whistles and substitutions are words only. Minutes of added time stand at the end. */
export function matchMarks(events: readonly MatchEvent[], minutes: number): MatchMark[] {
  return events.flatMap(({ id, type, side, minute, text }) =>
    type === 'goal' || type === 'yellow-card' || type === 'red-card'
      ? [{ id, look: LOOKS[type], side, minute, text, percent: Math.min(100, (minute / minutes) * 100) }]
      : [],
  )
}

/** Whether the score tells of goals that no event is known of. Points of basketball are never events. */
export function isMissingGoals(
  kind: PlayKind,
  { events, homeScore, guestScore }: Pick<MatchNow, 'events' | 'homeScore' | 'guestScore'>,
): boolean {
  return kind !== 'basketball' && homeScore + guestScore > events.filter(({ type }) => type === 'goal').length
}
