import { useEffect } from 'react'
import { marketRoomOf, SPORTS_ROOM } from '#protocol/room/kinds.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { joinRoom } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { boardLists, matchLists, type MarketScope } from './markets.ts'

/** Follows the main markets of all matches while the component is mounted. */
export function useBoardRoom(): void {
  useEffect(() => followMarkets(null), [])
}

/** Follows all markets of these matches while the component is mounted. */
export function useMatchMarketsRooms(matchIds: readonly string[]): void {
  const key = JSON.stringify([...new Set(matchIds)].toSorted())
  useEffect(() => {
    const stops = (JSON.parse(key) as string[]).map((matchId) => followMarkets(matchId))
    return () => stops.forEach((stop) => stop())
  }, [key])
}

interface Following {
  /** Components that follow the room. */
  users: number
  readonly leave: () => void
}

/** The rooms that are followed: a page and the slip beside it share them. */
const followed = new Map<MarketScope, Following>()

/** Follows a pseudo-room of markets. Returns the function that ends it; the last one leaves the room. */
function followMarkets(scope: MarketScope): () => void {
  const following = followed.get(scope) ?? { users: 0, leave: enterMarkets(scope) }
  followed.set(scope, following)
  following.users += 1
  return () => {
    following.users -= 1
    if (following.users > 0) return
    followed.delete(scope)
    following.leave()
  }
}

/**
 * Joins a pseudo-room of markets. Returns the function that leaves it. A batch is applied when it arrives: it changes no
 * list, buttons write their prices together (`#ui/button/price-writer.ts`), and a frame of its own would cost more than it does.
 */
function enterMarkets(scope: MarketScope): () => void {
  const lists = scope === null ? boardLists : matchLists
  let hasEntered = false
  let early: FeedMessage[] = []
  let handle: RoomHandle | null = null
  const take = (message: FeedMessage) => {
    if (message.type === 'reset') {
      lists.restart(message.snapshot.markets, scope)
      return
    }
    lists.apply(message.changes, scope)
    handle?.applied(message.lastSeq, 1)
  }
  handle = joinRoom(scope === null ? SPORTS_ROOM : marketRoomOf(scope), {
    // Messages can arrive before the response that the room is open. They wait for its snapshot.
    onMessage: (message) => (hasEntered ? take(message) : void early.push(message)),
    onEntered: ({ snapshot }) => {
      hasEntered = true
      lists.restart(snapshot.markets, scope)
      early.forEach(take)
      early = []
    },
    // The page then shows what its calls return.
    onFailure: () => lists.stop(scope),
  })
  return () => {
    lists.stop(scope)
    handle?.leave()
  }
}
