import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { marketRoomOf, SPORTS_ROOM } from '#protocol/room/kinds.ts'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import { type MarketKey, marketId } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { formatOdds } from '#lib/format.ts'
import { joinRoom } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import type { PriceSource, PriceState } from '#ui/PriceButton.tsx'
import { createFeedPump } from '../feed/feed-pump.ts'

/*
 * The markets that the page knows. They change hundreds of times per second and each has a few readers, so a reader
 * subscribes to one market, and no component renders when the price of another one changes.
 */

/** Values by key. A listener is called after its value has changed. */
class Observed<Value> {
  readonly #values = new Map<string, Value>()
  readonly #listeners = new Map<string, Set<() => void>>()

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  keys(): string[] {
    return [...this.#values.keys()]
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value)
    for (const listener of this.#listeners.get(key) ?? []) listener()
  }

  /** Returns the function that ends the subscription. */
  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }
}

const markets = new Observed<Market>()

/** The newest known version of a market; null if it is unknown. */
export function marketOf(id: string): Market | null {
  return markets.get(id) ?? null
}

/** Takes versions of markets from a call or a room. Older ones than the known are ignored. */
export function takeMarkets(list: readonly Market[]): void {
  for (const market of list) {
    const id = marketId(market)
    if ((markets.get(id)?.version ?? 0) < market.version) markets.set(id, market)
  }
}

/** A market, or null. Renders again with each version. */
export function useMarket(id: string): Market | null {
  const subscribe = useCallback((listener: () => void) => markets.subscribe(id, listener), [id])
  return useSyncExternalStore(subscribe, () => marketOf(id))
}

/** The price of a selection for its button. */
export function priceSource(key: MarketKey, outcome: string): PriceSource {
  const id = marketId(key)
  return {
    subscribe: (listener) => markets.subscribe(id, listener),
    read: () => priceOf(marketOf(id), outcome),
  }
}

const UNKNOWN: PriceState = { price: 0, text: '', move: 'same', state: 'closed' }

function priceOf(market: Market | null, outcome: string): PriceState {
  const selection = market?.selections.find((one) => one.outcome === outcome)
  if (!market || !selection) return UNKNOWN
  return { price: selection.price, text: formatOdds(selection.price), move: selection.move, state: market.state }
}

const NONE: readonly string[] = []

/** The markets that a pseudo-room offers, by match. */
export class MarketLists {
  readonly #ids = new Observed<readonly string[]>()
  #isFollowed = false

  /** Ids of the offered markets of a match, in no order. */
  of(matchId: string): readonly string[] {
    return this.#ids.get(matchId) ?? NONE
  }

  subscribe(matchId: string, listener: () => void): () => void {
    return this.#ids.subscribe(matchId, listener)
  }

  /** Markets of a match from a call. The room is newer while it is followed. */
  take(matchId: string, list: readonly Market[]): void {
    takeMarkets(list)
    if (this.#isFollowed && this.#ids.get(matchId) !== undefined) return
    this.#set(matchId, new Set(list.filter(({ state }) => state !== 'closed').map(marketId)))
  }

  /**
   * The room starts or restarts with this state.
   *
   * @param isWhole a market of a match that is missing is closed; false if the room has the main markets only
   */
  restart(list: readonly Market[], isWhole: boolean): void {
    this.#isFollowed = true
    takeMarkets(list)
    const ids = new Map<string, Set<string>>(this.#ids.keys().map((matchId) => [matchId, new Set()]))
    for (const market of list) ids.set(market.matchId, (ids.get(market.matchId) ?? new Set()).add(marketId(market)))
    for (const [matchId, offered] of ids) {
      if (isWhole) closeMissing(this.of(matchId), offered)
      this.#set(matchId, offered)
    }
  }

  apply(changes: readonly RoomChange[]): void {
    const changed = new Map<string, Set<string>>()
    for (const change of changes) {
      if (change.kind !== 'market') continue
      const { market, removed } = change.data
      takeMarkets([market])
      const ids = changed.get(market.matchId) ?? new Set(this.of(market.matchId))
      changed.set(market.matchId, ids)
      if (removed === true || market.state === 'closed') ids.delete(marketId(market))
      else ids.add(marketId(market))
    }
    for (const [matchId, ids] of changed) this.#set(matchId, ids)
  }

  /** The room is not followed any more. */
  stop(): void {
    this.#isFollowed = false
  }

  #set(matchId: string, ids: ReadonlySet<string>): void {
    const known = this.#ids.get(matchId)
    if (known?.length === ids.size && known.every((id) => ids.has(id))) return
    this.#ids.set(matchId, [...ids])
  }
}

/** Closes markets that are not offered any more. An entry with the same version corrects it. */
function closeMissing(known: readonly string[], offered: ReadonlySet<string>): void {
  for (const id of known) {
    const market = markets.get(id)
    if (market && !offered.has(id)) markets.set(id, { ...market, version: market.version - 1, state: 'closed' })
  }
}

/** Main markets of all matches. */
export const boardLists = new MarketLists()
/** All markets of the matches whose pages were opened. */
export const matchLists = new MarketLists()

export function useMarketIds(lists: MarketLists, matchId: string): readonly string[] {
  const subscribe = useCallback((listener: () => void) => lists.subscribe(matchId, listener), [lists, matchId])
  return useSyncExternalStore(subscribe, () => lists.of(matchId))
}

/** Follows the main markets of all matches while the component is mounted. */
export function useBoardRoom(): void {
  useEffect(() => followMarkets(SPORTS_ROOM, boardLists, false), [])
}

/** Follows all markets of a match while the component is mounted; null = not yet. */
export function useMatchMarketsRoom(matchId: string | null): void {
  useEffect(() => (matchId === null ? undefined : followMarkets(marketRoomOf(matchId), matchLists, true)), [matchId])
}

/** Joins a pseudo-room of markets. Returns the function that leaves it. */
export function followMarkets(
  chatRoomNo: string,
  lists: MarketLists,
  isWhole: boolean,
  join: typeof joinRoom = joinRoom,
): () => void {
  let hasEntered = false
  let early: FeedMessage[] = []
  let handle: RoomHandle | null = null
  const pump = createFeedPump(
    (messages) => {
      for (const message of messages) {
        if (message.type === 'reset') lists.restart(message.snapshot.markets, isWhole)
        else lists.apply(message.changes)
      }
    },
    (lastSeq, batches) => handle?.applied(lastSeq, batches),
  )
  handle = join(chatRoomNo, {
    // Messages can arrive before the response that the room is open. They wait for its snapshot.
    onMessage: (message) => (hasEntered ? pump.push(message) : void early.push(message)),
    onEntered: ({ snapshot }) => {
      hasEntered = true
      lists.restart(snapshot.markets, isWhole)
      early.forEach((message) => pump.push(message))
      early = []
    },
    // The page then shows what its calls return.
    onFailure: () => lists.stop(),
  })
  return () => {
    pump.stop()
    lists.stop()
    handle?.leave()
  }
}
