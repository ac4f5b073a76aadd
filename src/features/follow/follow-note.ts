import { scoreText } from '#protocol/rules/match.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { formatKickoff } from '#lib/format.ts'
import { isInPlay, matchClockShort } from '#lib/match-clock.ts'
import { matchTitle } from '#lib/match-title.ts'
import { ft } from '#lib/messages/follow.ts'
import type { Follow } from '#state/session/follows.ts'

/** What a team or an anchor does now or next, as text. */
export function followNote({ kind }: Pick<Follow, 'kind'>, match: MatchView | null, now: number): string {
  if (match === null) return ft('seats.none')
  const title = matchTitle(match)
  if (!isInPlay(match.clock)) return ft('seats.coming', { when: formatKickoff(match.start_time, now), title })
  if (kind === 'anchor') return ft(match.kind === 'anchor' ? 'seats.hosting' : 'seats.talking', { title })
  return ft('seats.playing', {
    home: match.team1,
    away: match.team2,
    score: scoreText(match.homeScore, match.guestScore),
    clock: matchClockShort(match.clock, now, match.kind),
  })
}
