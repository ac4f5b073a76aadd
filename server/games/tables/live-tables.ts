import { isStateRoom, TABLES_ROOM, tableOfRoom, tableRoomOf } from '#protocol/room/kinds.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { LIVE_TABLES, tableOf, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Database, DatabaseLog } from '../../database/database.ts'
import { pseudoRoom, type RoomHub } from '../../rooms/hub.ts'
import type { Room, RoomDefinition } from '../../rooms/room.ts'
import { Dealer } from './dealer.ts'
import { TableBets } from './table-bets.ts'

const TICK_MS = 100
/** A room that was joined by HTTP is published for this time until its viewer has a socket. */
const JOIN_MS = MINUTE_MS

interface LiveTablesOptions {
  readonly database: Database
  readonly rooms: Pick<RoomHub, 'append' | 'log' | 'open' | 'room' | 'listeners' | 'retire' | 'writer'>
  readonly now: () => number
  readonly rate: () => Promise<number | null>
  /** False while the venue is closed. */
  readonly isOpen: () => boolean
  readonly log: DatabaseLog
}

/**
 * The live tables: a dealer per table, and their rooms. The dealers run in the process that writes the rooms, from
 * {@link start} to {@link stop}. A room is written while it has viewers, and has the newest state when it is joined.
 */
export class LiveTables {
  readonly bets: TableBets
  readonly #options: LiveTablesOptions
  readonly #dealers: readonly Dealer[]
  readonly #joinedUntil = new Map<string, number>()
  readonly #prepareAtWriter: (command: { chatRoomNo: string }) => Promise<boolean>
  readonly #placedAtWriter: (command: { tableId: string }) => Promise<null>
  #timer: ReturnType<typeof setInterval> | undefined
  #running: Promise<void> | null = null

  constructor(options: LiveTablesOptions) {
    const { database, rooms, now, rate, isOpen } = options
    this.#options = options
    this.#placedAtWriter = rooms.writer.define('table-bet.placed', ({ tableId }: { tableId: string }) => {
      this.#dealer(tableId)?.betsChanged()
      return Promise.resolve(null)
    })
    this.#prepareAtWriter = rooms.writer.define(
      'table-room.prepare',
      ({ chatRoomNo }: { chatRoomNo: string }) => this.#prepareHere(chatRoomNo),
      { again: (command) => command },
    )
    // A lost notice delays the totals until the next bet or the end of the window.
    const onPlaced = (tableId: string) => void this.#placedAtWriter({ tableId }).catch(() => null)
    this.bets = new TableBets({ database, now, rate, isOpen, onPlaced })
    this.#dealers = LIVE_TABLES.map(
      (table) =>
        new Dealer({
          table,
          database,
          now,
          isOpen,
          rate: () => this.bets.rate(),
          viewers: () => rooms.listeners(tableRoomOf(table.tableId)),
          onChange: (state) => this.#publish(state),
        }),
    )
  }

  start(): void {
    clearInterval(this.#timer)
    for (const dealer of this.#dealers) dealer.forget()
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** Lets each dealer do what is due. A second call waits for the one that is running. */
  tick(): Promise<void> {
    this.#running ??= Promise.all(
      this.#dealers.map((dealer) =>
        dealer.tick().catch((error: unknown) => {
          this.#options.log.error({ err: error, table: dealer.table.tableId }, 'a table could not be dealt')
        }),
      ),
    )
      .then(() => undefined)
      .finally(() => (this.#running = null))
    return this.#running
  }

  /** The states of the tables, also in processes without dealers. */
  async states(): Promise<readonly TableState[]> {
    const here = this.#dealers.flatMap(({ state }) => state ?? [])
    if (this.#options.rooms.writer.isHere) return here
    await this.prepare(TABLES_ROOM)
    return this.#options.rooms.room(TABLES_ROOM)?.state.tables ?? []
  }

  /** Opens a room of the tables and brings it up to date. Ignores other rooms. */
  async prepare(chatRoomNo: string): Promise<void> {
    const { rooms } = this.#options
    if (!this.#definition(chatRoomNo)) return
    if (!(await this.#prepareAtWriter({ chatRoomNo })) || rooms.writer.isHere) return
    const definition = this.#definition(chatRoomNo)
    if (definition) await rooms.open(definition)
    await rooms.log.follow(chatRoomNo)
  }

  async #prepareHere(chatRoomNo: string): Promise<boolean> {
    const { rooms, now } = this.#options
    const definition = this.#definition(chatRoomNo)
    if (!definition) return false
    this.#joinedUntil.set(chatRoomNo, now() + JOIN_MS)
    await rooms.open(definition)
    const room = rooms.room(chatRoomNo)
    if (room) await this.#write(room)
    return room !== null
  }

  #definition(chatRoomNo: string): RoomDefinition | null {
    if (chatRoomNo === TABLES_ROOM) return pseudoRoom(chatRoomNo)
    const tableId = tableOfRoom(chatRoomNo)
    const table = tableId === null ? null : tableOf(tableId)
    if (!table) return null
    const room = pseudoRoom(chatRoomNo)
    return {
      ...room,
      title: table.title,
      venueName: TABLES_VENUE,
      setup: { ...room.setup, muteAll: false },
    }
  }

  #dealer(tableId: string): Dealer | null {
    return this.#dealers.find(({ table }) => table.tableId === tableId) ?? null
  }

  #publish({ tableId }: TableState): void {
    const { rooms, log } = this.#options
    for (const chatRoomNo of [tableRoomOf(tableId), TABLES_ROOM]) {
      const room = rooms.room(chatRoomNo)
      if (!room || !this.#isWatched(room)) continue
      // The next state has everything that this one had.
      this.#write(room).catch((error: unknown) => log.error({ err: error }, 'the state of a table was not published'))
    }
  }

  #isWatched({ chatRoomNo, listeners }: Room): boolean {
    return listeners > 0 || (this.#joinedUntil.get(chatRoomNo) ?? 0) > this.#options.now()
  }

  /** Appends the states that the room lacks. */
  async #write(room: Room): Promise<void> {
    const { chatRoomNo } = room
    const tableId = tableOfRoom(chatRoomNo)
    await room.lock.run(async () => {
      const known = new Map(room.state.tables.map((table) => [table.tableId, table.version]))
      const drafts = this.#dealers.flatMap((dealer) => {
        const { table } = dealer
        if (!isStateRoom(chatRoomNo) && table.tableId !== tableId) return []
        const version = known.get(table.tableId) ?? 0
        dealer.continueAfter(version)
        const { state } = dealer
        return state && state.version > version ? [{ kind: 'table', data: { table: state } } as const] : []
      })
      if (drafts.length > 0) await this.#options.rooms.append(chatRoomNo, drafts)
    })
  }
}
