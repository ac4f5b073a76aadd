import type { ContentKind } from '#protocol/endpoints/live.ts'
import { HALF_MINUTES } from '#protocol/rules/match.ts'
import type { EntryData, MatchEvent } from '#protocol/room/feed.ts'

/** The rules of conduct of a room. */
export function conductRule(kind: ContentKind): string {
  return kind === 'esports' ? '聊比赛不聊人' : '聊球不聊人'
}

/** The chat message about an event, with its minute. Esports have kills instead of goals. */
export function announcement(kind: ContentKind, event: MatchEvent): EntryData['system'] {
  const { type, text } = event
  return { text: `${timeOf(kind, event)} ${type === 'goal' && kind === 'football' ? '进球！' : ''}${text}`, event }
}

/** 45+2′; in esports 第2局 12′. */
function timeOf(kind: ContentKind, { minute, added }: MatchEvent): string {
  if (kind !== 'esports') return added === undefined ? `${minute}′` : `${minute}+${added}′`
  const game = minute < HALF_MINUTES.esports ? 1 : 2
  return `第${game}局 ${minute - (game - 1) * HALF_MINUTES.esports}′`
}
