import { scoreText } from '#protocol/rules/match.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { isInPlay, matchClockText } from '#lib/match-clock.ts'
import { ht } from '#lib/messages/home.ts'
import { t } from '#lib/messages/common.ts'

/** State of the match in the lead banner: 北港联 2 : 1 南屿 · 下半场 67′. */
export function leadDescription(match: MatchView, now: number): string {
  const teams = { home: match.team1, away: match.team2 }
  if (match.kind === 'anchor') return match.room_info.title
  if (match.clock.phase === 'before') return `${t('match.versus', teams)} · ${formatKickoff(match.start_time, now)}`
  const score = ht('banner.score', { ...teams, score: scoreText(match.homeScore, match.guestScore) })
  return `${score} · ${matchClockText(match.clock, now, match.kind)}`
}

/** Number of viewers, 8,600 人在看; '' before and after the match. */
export function leadViewers({ clock, viewers }: Pick<MatchView, 'clock' | 'viewers'>): string | undefined {
  return isInPlay(clock) && viewers > 0 ? t('live.viewers', { count: formatCount(viewers) }) : undefined
}
