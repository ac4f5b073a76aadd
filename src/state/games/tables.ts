import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { TABLES_ROOM } from '#protocol/room/kinds.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { joinRoom } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { roomSnapshotAtom } from '../feed/feed-atoms.ts'
import { createFeedPump } from '../feed/feed-pump.ts'
import { store } from '../store.ts'

/** The newest known states of the tables by id. */
export const tableStatesAtom = atom<ReadonlyMap<string, TableState>>(new Map())

/** Takes states from a call or a room. Older versions than the known ones are ignored. */
export function takeTables(list: readonly TableState[]): void {
  const known = store.get(tableStatesAtom)
  const newer = list.filter(({ tableId, version }) => (known.get(tableId)?.version ?? 0) < version)
  if (newer.length === 0) return
  store.set(tableStatesAtom, new Map([...known, ...newer.map((state) => [state.tableId, state] as const)]))
}

/** The state of the table of the open room; the last known one of the hall until the room has been entered. */
export function useTableState(tableId: string): TableState | null {
  const ofRoom = useAtomValue(roomSnapshotAtom)?.tables.find((table) => table.tableId === tableId)
  const ofHall = useAtomValue(tableStatesAtom).get(tableId)
  return (ofRoom && ofHall && ofHall.version > ofRoom.version ? ofHall : ofRoom) ?? ofHall ?? null
}

/** Follows the states of all tables while the component is mounted. */
export function useTablesRoom(): void {
  useEffect(() => followTables(), [])
}

/** Joins the room of the hall. Returns the function that leaves it. */
function followTables(join: typeof joinRoom = joinRoom): () => void {
  let handle: RoomHandle | null = null
  const take = (messages: readonly FeedMessage[]) => {
    for (const message of messages) {
      if (message.type === 'reset') takeTables(message.snapshot.tables)
      else takeTables(message.changes.flatMap((change) => (change.kind === 'table' ? [change.data.table] : [])))
    }
  }
  // Versions order the states, so it does not matter whether a message or the snapshot arrives first.
  const pump = createFeedPump(take, (lastSeq, batches) => handle?.applied(lastSeq, batches))
  handle = join(TABLES_ROOM, {
    onMessage: (message) => pump.push(message),
    onEntered: ({ snapshot }) => takeTables(snapshot.tables),
    onFailure: () => {},
  })
  return () => {
    pump.stop()
    handle?.leave()
  }
}
