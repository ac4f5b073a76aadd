import { MATCH_EVENTS_MAX } from '../constants.ts'
import type { TableState } from '../games/tables/table-state.ts'
import type { EntryData, MarqueeItem, MatchEvent, RoomSetup, RoomStatus } from '../room/feed.ts'
import type { ChangeKind } from '../room/kinds.ts'
import { marketId } from '../sports/market-keys.ts'
import type { Market } from '../sports/markets.ts'
import { isMarqueeItemOver } from './marquee.ts'
import { setupOf } from './speaking.ts'

/*
 * The state of a room as the fold of its log. Server and page use the same function, so a viewer who joins late (snapshot
 * and later entries) sees the same state as one who was there from the start.
 */

/** State that follows from the entries of a room. With title, administrators and the own mute it is the snapshot. */
export interface RoomState extends Omit<RoomStatus, 'event' | 'odds'> {
  /** Viewers at the last status; the server's snapshots have its own count instead. */
  readonly viewers: number
  /** Sorted by match time. At most {@link MATCH_EVENTS_MAX}; beyond it the earliest are removed. */
  readonly events: readonly MatchEvent[]
  readonly odds: RoomStatus['odds'] | null
  readonly pinned: string | null
  readonly setup: RoomSetup
  /** At most {@link MAX_MARQUEE_ITEMS}; beyond it the oldest are removed. */
  readonly marquee: readonly MarqueeItem[]
  /** Of a pseudo-room of markets: those that are offered. Empty in other rooms. */
  readonly markets: readonly Market[]
  /** The live table of the room; of the hall all tables. Empty in other rooms. */
  readonly tables: readonly TableState[]
}

/** An entry that changes the state of its room. `at` is the time of the entry, epoch milliseconds. */
export type RoomChange = {
  [Kind in ChangeKind]: { readonly kind: Kind; readonly at: number; readonly data: EntryData[Kind] }
}[ChangeKind]

export const MAX_MARQUEE_ITEMS = 50

/**
 * The state after an entry. Unchanged lists, and the state if nothing changed, keep their identity. Entries that were
 * applied before may be applied again from any of them on: the result is the same.
 */
export function stateAfter<State extends RoomState>(state: State, change: RoomChange): State {
  switch (change.kind) {
    case 'status':
      return afterStatus(state, change.data)
    case 'system':
      return afterEvent(state, change.data.event)
    case 'marquee':
      return { ...state, marquee: marqueeAfter(state.marquee, change.data, change.at) }
    case 'pin':
      return { ...state, pinned: change.data.text }
    case 'setup':
      return { ...state, setup: setupOf(change.data) }
    case 'market':
      return afterMarket(state, change.data)
    case 'table':
      return afterTable(state, change.data.table)
  }
}

function afterStatus<State extends RoomState>(state: State, { event, ...fields }: EntryData['status']): State {
  // A clock in phase `before` starts a new match and clears the events of the last one.
  const isNewMatch = fields.clock?.phase === 'before' && state.events.length > 0
  return afterEvent({ ...state, ...fields, ...(isNewMatch && { events: [] }) }, event)
}

/** A corrected event has the id of the event that it replaces. */
function afterEvent<State extends RoomState>(state: State, event: MatchEvent | undefined): State {
  if (event === undefined || state.events.some((known) => isSameEvent(known, event))) return state
  const events = new Map(state.events.map((known) => [known.id, known]))
  events.set(event.id, event)
  return { ...state, events: [...events.values()].sort(byMatchTime).slice(-MATCH_EVENTS_MAX) }
}

/** All fields. The schema would load the validator in pages. */
const EVENT_FIELDS = Object.keys({
  id: true,
  type: true,
  side: true,
  minute: true,
  added: true,
  text: true,
  homeScore: true,
  awayScore: true,
  players: true,
} satisfies Record<keyof MatchEvent, true>) as (keyof MatchEvent)[]

function isSameEvent(one: MatchEvent, other: MatchEvent): boolean {
  return (
    one.id === other.id && EVENT_FIELDS.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
  )
}

function byMatchTime(one: MatchEvent, other: MatchEvent): number {
  return one.minute - other.minute || (one.added ?? 0) - (other.added ?? 0)
}

/** An end removes only items with a time window (S4.27); later ones stay. */
function marqueeAfter(items: readonly MarqueeItem[], { item, removed }: EntryData['marquee'], at: number) {
  const next = new Map(items.filter((known) => !isMarqueeItemOver(known, at)).map((known) => [known.id, known]))
  if (removed === true) next.delete(item.id)
  else next.set(item.id, item)
  return [...next.values()].slice(-MAX_MARQUEE_ITEMS)
}

/** The newest version of a market wins. Closed and removed markets leave the state. */
function afterMarket<State extends RoomState>(state: State, { market, removed }: EntryData['market']): State {
  const id = marketId(market)
  const index = state.markets.findIndex((known) => marketId(known) === id)
  const known = state.markets[index]
  if (known && known.version > market.version) return state
  const isOffered = removed !== true && market.state !== 'closed'
  if (!isOffered) return known ? { ...state, markets: state.markets.filter((one) => one !== known) } : state
  if (known?.version === market.version) return state
  return { ...state, markets: known ? state.markets.with(index, market) : [...state.markets, market] }
}

/** The newest version of a table wins. */
function afterTable<State extends RoomState>(state: State, table: TableState): State {
  const index = state.tables.findIndex(({ tableId }) => tableId === table.tableId)
  const known = state.tables[index]
  if (known && known.version >= table.version) return state
  return { ...state, tables: known ? state.tables.with(index, table) : [...state.tables, table] }
}
