import type { EntryData } from '#protocol/room/feed.ts'
import type { MatchRoom } from './match-room.ts'
import type { Random } from './random.ts'

/** A bet of the crowd on the full-time result at current odds; null without odds. */
export function betOf(room: MatchRoom, random: Random): EntryData['order'] | null {
  const { fixture, state } = room
  if (!state.odds) return null
  const picks = [
    { itemName: `${fixture.home.name} 胜`, odds: state.odds.home.value, teamLogo: fixture.home.crest },
    { itemName: `${fixture.away.name} 胜`, odds: state.odds.away.value, teamLogo: fixture.away.crest },
    ...(state.odds.draw ? [{ itemName: '平局', odds: state.odds.draw.value, teamLogo: fixture.home.crest }] : []),
  ]
  const { itemName, odds, teamLogo } = random.pick(picks)
  return {
    message: { categoryName: '全场独赢', itemName, score: `${state.homeScore}:${state.guestScore}`, teamLogo },
    odds,
  }
}
