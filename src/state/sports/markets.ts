import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import { type MarketKey, marketId } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import type { PriceSource, PriceState } from '#ui/button/PriceButton.tsx'

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
  for (const market of list) takeMarket(marketId(market), market)
}

function takeMarket(id: string, market: Market): void {
  if ((markets.get(id)?.version ?? 0) < market.version) markets.set(id, market)
}

/** Closes markets that are not offered any more. An entry with the same version corrects it. */
export function closeMarkets(ids: Iterable<string>): void {
  for (const id of ids) {
    const market = markets.get(id)
    if (market && market.state !== 'closed')
      markets.set(id, { ...market, version: market.version - 1, state: 'closed' })
  }
}

/** Renders again with each version of one of these markets. Returns {@link marketOf}. */
export function useMarkets(ids: readonly string[]): typeof marketOf {
  const key = JSON.stringify(ids)
  const wanted = useMemo(() => JSON.parse(key) as string[], [key])
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = wanted.map((id) => markets.subscribe(id, listener))
      return () => stops.forEach((stop) => stop())
    },
    [wanted],
  )
  useSyncExternalStore(subscribe, () => wanted.map((id) => stampOf(marketOf(id))).join(' '))
  return marketOf
}

const stampOf = (market: Market | null) => (market === null ? '-' : `${market.version}${market.state}`)

/** The price of a selection for its button. */
export function priceSource(key: MarketKey, outcome: string): PriceSource {
  const id = marketId(key)
  let last: { readonly market: Market | null; readonly price: PriceState } | null = null
  return {
    subscribe: (listener) => markets.subscribe(id, listener),
    read() {
      // A button reads each version several times.
      const market = marketOf(id)
      if (last?.market !== market) last = { market, price: priceOf(market, outcome) }
      return last.price
    },
  }
}

const UNKNOWN: PriceState = { price: 0, move: 'same', state: 'closed' }

function priceOf(market: Market | null, outcome: string): PriceState {
  const selection = market?.selections.find((one) => one.outcome === outcome)
  if (!market || !selection) return UNKNOWN
  return { price: selection.price, move: selection.move, state: market.state }
}

const NONE: readonly string[] = []

/** The match whose room it is; null for the room of the board, which has the main markets of all matches. */
export type MarketScope = string | null

/** The markets that pseudo-rooms offer, by match. */
class MarketLists {
  readonly #ids = new Observed<readonly string[]>()
  /** The same as sets. */
  readonly #offered = new Map<string, ReadonlySet<string>>()
  /** The rooms that are followed. */
  readonly #followed = new Set<MarketScope>()

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
    const isFollowed = this.#followed.has(null) || this.#followed.has(matchId)
    if (isFollowed && this.#ids.get(matchId) !== undefined) return
    this.#set(matchId, new Set(list.filter(({ state }) => state !== 'closed').map(marketId)))
  }

  /** A room starts or restarts with this state. A market of a match that is missing in the room of the match is closed. */
  restart(list: readonly Market[], scope: MarketScope): void {
    this.#followed.add(scope)
    takeMarkets(list)
    const matches = scope === null ? this.#ids.keys() : [scope]
    const ids = new Map<string, Set<string>>(matches.map((matchId) => [matchId, new Set()]))
    for (const market of list) ids.set(market.matchId, (ids.get(market.matchId) ?? new Set()).add(marketId(market)))
    if (scope !== null) {
      const offered = ids.get(scope)
      closeMarkets(markets.keys().filter((id) => marketOf(id)?.matchId === scope && offered?.has(id) !== true))
    }
    for (const [matchId, offered] of ids) this.#set(matchId, offered)
  }

  apply(changes: readonly RoomChange[], scope: MarketScope): void {
    const changed = new Map<string, Set<string>>()
    for (const change of changes) {
      if (change.kind !== 'market') continue
      const { market, removed } = change.data
      const { matchId } = market
      const id = marketId(market)
      takeMarket(id, market)
      const isOffered = removed !== true && market.state !== 'closed'
      // Most entries change prices only.
      const known = changed.get(matchId) ?? this.#offered.get(matchId)
      if (known?.has(id) !== isOffered) {
        const ids = changed.get(matchId) ?? new Set(known)
        changed.set(matchId, ids)
        if (isOffered) ids.add(id)
        else ids.delete(id)
      }
      // The room of the board has the main markets only: others are still open.
      if (removed === true && scope !== null) closeMarkets([id])
    }
    for (const [matchId, ids] of changed) this.#set(matchId, ids)
  }

  /** A room is not followed any more. */
  stop(scope: MarketScope): void {
    this.#followed.delete(scope)
  }

  #set(matchId: string, ids: ReadonlySet<string>): void {
    const known = this.#offered.get(matchId)
    if (known?.size === ids.size && [...known].every((id) => ids.has(id))) return
    this.#offered.set(matchId, ids)
    this.#ids.set(matchId, [...ids])
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
