import { parseFrame } from '#protocol/room/frame.ts'
import { EntryRepository, fromRow } from '#server/rooms/log/entries.ts'
import { RoomRepository } from '#server/rooms/room-repository.ts'
import type { LogEntry, EntryRow } from '#server/rooms/log/entries.ts'
import type { Database } from '#server/database/database.ts'
import { preciseNow } from '../harness/clock.ts'
import { openBenchRooms, ROOM } from '../harness/hub.ts'
import { speak, type Spoken } from '../harness/speech.ts'
import { createStoreHome } from './home.ts'
import { type Place, type ReadBack, readBack } from './read-back.ts'

/** Rows per query. */
const PAGE = 2_000

interface Throughput extends Omit<Spoken, 'sent'>, ReadBack {
  /** Milliseconds from the say call to the sealed frame, for every text. */
  readonly latencies: readonly number[]
  /** Texts per second from the first frame to the last. */
  readonly passed: number
  /** Rows of every write. */
  readonly batches: readonly number[]
}

/** Records the number of rows per write. */
class NotedEntries extends EntryRepository {
  readonly batches: number[] = []

  override insert(rows: readonly EntryRow[], replaced?: readonly EntryRow[]): Promise<void> {
    this.batches.push(rows.length)
    return super.insert(rows, replaced)
  }
}

/**
 * Sends texts in a room with a viewer, waits for their frames, then reopens the database and compares it with the acks.
 */
export async function throughTheStore(
  kind: Database['kind'],
  pace: { readonly rate: number; readonly seconds: number },
): Promise<Throughput> {
  const home = await createStoreHome(kind)
  try {
    const { acknowledged, ...spoken } = await sayAll(await home.open(), pace)
    const store = await home.open()
    try {
      return { ...spoken, ...readBack(acknowledged, await everything(store)) }
    } finally {
      await store.close()
    }
  } finally {
    await home.remove()
  }
}

/** Closes the database at the end. */
async function sayAll(store: Database, pace: { readonly rate: number; readonly seconds: number }) {
  const entries = new NotedEntries(store)
  const hub = await openBenchRooms({ entries, rooms: new RoomRepository(store) })
  const frameAt = new Map<number, number>()
  hub.connect({
    emit(_, sealed, count) {
      const at = preciseNow()
      const { firstSeq } = parseFrame(sealed)
      for (let seq = firstSeq; seq < firstSeq + count; seq += 1) frameAt.set(seq, at)
    },
    writes: () => ({ here: 1, atRelay: 0 }),
  })
  const room = hub.room(ROOM)
  if (room === null) throw new Error('the room is not open')
  hub.enter(room, 'viewer', null) // a room without viewers seals no frames
  const acknowledged: Place[] = []
  try {
    entries.batches.length = 0
    const { sent, ...spoken } = await speak(pace, async (speaker, cid, text) => {
      const response = await hub.chat.say(hub.room(ROOM), speaker, { cid, text })
      if (response.ok) acknowledged.push({ seq: response.data.seq, cid })
      return response
    })
    const batches = [...entries.batches]
    await room.coalescer.whenSent(hub.log.head(ROOM).seq)
    // A text without a frame has waited forever.
    const moments = sent.map(([seq]) => frameAt.get(seq) ?? Infinity)
    const latencies = moments.map((moment, index) => moment - (sent[index]?.[1] ?? 0))
    const lastedMs = Math.max(...moments) - Math.min(...moments)
    return { ...spoken, acknowledged, latencies, batches, passed: (sent.length / lastedMs) * 1_000 }
  } finally {
    await hub.close()
    await store.close()
  }
}

/** The stored log of the room. */
async function everything(store: Database): Promise<LogEntry[]> {
  const entries = new EntryRepository(store)
  const { epoch } = (await entries.head(ROOM)) ?? { epoch: 0 }
  const found: LogEntry[] = []
  for (;;) {
    const rows = await entries.load(ROOM, epoch, found.at(-1)?.seq ?? 0, PAGE)
    if (rows.length === 0) return found
    found.push(...rows.map(fromRow))
  }
}
