import type { MatchEvent } from '#protocol/room/feed.ts'
import type { PlayKind } from '#lib/match/match-clock.ts'
import { playHalfMinutes } from '#lib/match/match-clock.ts'
import type { MatchNow } from '#state/room/room-match.ts'
import { eventTime } from './play-time.ts'

/** An event on the timeline. */
interface MatchMark {
  readonly id: string
  readonly variant: 'goal' | 'yellow' | 'red'
  readonly side: MatchEvent['side']
  /** 0 to 100. */
  readonly percent: number
  /** Such as 45+2′. */
  readonly time: string
  readonly text: string
}

/** Length of the match in minutes; null for a talk show, which has no timeline. */
export function matchMinutes(kind: PlayKind): number | null {
  const minutes = playHalfMinutes(kind) * 2
  return Number.isFinite(minutes) ? minutes : null
}

const VARIANTS = { goal: 'goal', 'yellow-card': 'yellow', 'red-card': 'red' } as const

/** Goals and cards with their positions. Whistles and substitutions are in the list only. Added time is at the end. */
export function matchMarks(kind: PlayKind, events: readonly MatchEvent[], minutes: number): MatchMark[] {
  return events.flatMap((event) => {
    const { id, type, side, minute, text } = event
    if (type !== 'goal' && type !== 'yellow-card' && type !== 'red-card') return []
    const percent = Math.min(100, (minute / minutes) * 100)
    return [{ id, variant: VARIANTS[type], side, time: eventTime(event, kind), text, percent }]
  })
}

/** Whether the score contains goals without an event. Points of basketball are never events. */
export function isMissingGoals(
  kind: PlayKind,
  { events, homeScore, guestScore }: Pick<MatchNow, 'events' | 'homeScore' | 'guestScore'>,
): boolean {
  return kind !== 'basketball' && homeScore + guestScore > events.filter(({ type }) => type === 'goal').length
}
