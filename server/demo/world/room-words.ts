import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { EntryData, MatchEvent } from '#protocol/room/feed.ts'

/** What a room asks of whoever comes, at whatever hour. */
export function houseRule(kind: ContentKind): string {
  return kind === 'esports' ? '聊比赛不聊人' : '聊球不聊人'
}

/** What the chat says of an event; what counts in esports is no goal. */
export function announcement(kind: ContentKind, event: MatchEvent): EntryData['system'] {
  return { text: event.type === 'goal' && kind === 'football' ? `进球！${event.text}` : event.text, event }
}
