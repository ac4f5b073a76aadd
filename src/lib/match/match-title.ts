import type { MatchView } from '#protocol/views/match-list.ts'
import { commonText } from '#messages/zh/common.ts'

export type TitledMatch = Pick<MatchView, 'kind' | 'team1' | 'team2'> & {
  readonly room_info: Pick<MatchView['room_info'], 'title'>
}

/** 北港联 对 南屿, or the title of a talk show. */
export function matchTitle(match: TitledMatch): string {
  return match.kind === 'anchor'
    ? match.room_info.title
    : commonText('match.versus', { home: match.team1, away: match.team2 })
}
