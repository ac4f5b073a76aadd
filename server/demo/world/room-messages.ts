import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { EntryData, MatchEvent } from '#protocol/room/feed.ts'

/** The rules of conduct of a room. */
export function conductRule(kind: ContentKind): string {
  return kind === 'esports' ? '聊比赛不聊人' : '聊球不聊人'
}

/** The chat message about an event, with its minute. Esports have kills instead of goals. */
export function announcement(kind: ContentKind, event: MatchEvent): EntryData['system'] {
  const { type, minute, text } = event
  return { text: `${minute}′ ${type === 'goal' && kind === 'football' ? '进球！' : ''}${text}`, event }
}
