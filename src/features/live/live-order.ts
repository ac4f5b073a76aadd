import type { MatchGroups, MatchSummary } from './match-stage.ts'
import { groupMatches } from './match-stage.ts'

/** Order of the matches in play: most watched first, or first kick-off first. */
export const LIVE_ORDERS = ['heat', 'time'] as const
export type LiveOrder = (typeof LIVE_ORDERS)[number]

/** Leagues of the matches, those with most matches first. */
export function leaguesOf(matches: readonly MatchSummary[]): string[] {
  const counts = new Map<string, number>()
  for (const { league } of matches) {
    if (league !== '') counts.set(league, (counts.get(league) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([league]) => league)
}

/** Groups the matches of a league (all if `league` is empty or has none) in an order. Coming matches stay by time. */
export function orderedGroups(matches: readonly MatchSummary[], league: string, order: LiveOrder): MatchGroups {
  const own = matches.filter((match) => match.league === league)
  const groups = groupMatches(league !== '' && own.length > 0 ? own : matches)
  if (order === 'heat') return groups
  return { ...groups, inPlay: groups.inPlay.toSorted((one, other) => one.start_time - other.start_time) }
}
