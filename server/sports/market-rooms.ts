import { isMarketRoom, marketRoomOf, SPORTS_ROOM } from '#protocol/room/kinds.ts'
import { marketId } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { MARKET_ROOM_LIFETIME_MS } from '../database/maintain.ts'
import { pseudoRoom, type RoomHub } from '../rooms/hub.ts'
import type { EntryDraft } from '../rooms/log/entries.ts'
import type { Room } from '../rooms/room.ts'
import { type Book, mainMarkets } from './book.ts'

/** Interval of the entries of a room. A market has one entry in it. */
const PUBLISH_EVERY_MS = 25
/** A room that was joined by HTTP is published for this time until its viewer has a socket. */
const JOIN_MS = MINUTE_MS
const CLEAN_EVERY_MS = MINUTE_MS
/** A room without viewers and entries is freed after this time, before maintenance deletes its rows. */
const IDLE_MS = MARKET_ROOM_LIFETIME_MS / 2

interface PrepareCommand {
  readonly chatRoomNo: string
  /** True if the database lacks the room: the writer stores it again. */
  readonly isMissing: boolean
}

interface MarketRoomsOptions {
  readonly book: Pick<Book, 'list' | 'find' | 'market' | 'marketsOf' | 'onChange'>
  readonly rooms: Pick<RoomHub, 'append' | 'log' | 'open' | 'remove' | 'retire' | 'room' | 'rooms' | 'save' | 'writer'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/**
 * Publishes the markets of the book in pseudo-rooms: the main markets of all matches in `sports`, all markets of a match in
 * the room of {@link marketRoomOf}. A room exists after the first join, and is written while it has viewers. An entry is
 * what the state of the room lacks, so nothing is lost by a restart, a change of the writer or a failed write.
 */
export class MarketRooms {
  readonly #options: MarketRoomsOptions
  /** Matches that have changed since the last publication. */
  readonly #changed = new Set<string>()
  readonly #joinedUntil = new Map<string, number>()
  /** Rooms whose last write failed. */
  readonly #failed = new Set<string>()
  /** Returns the epoch of the room, or null if its match is not offered. */
  readonly #prepareAtWriter: (command: PrepareCommand) => Promise<number | null>
  readonly #stopListening: () => void
  readonly #cleaner: ReturnType<typeof setInterval>
  #timer: ReturnType<typeof setTimeout> | null = null
  #publishedAt = Number.NEGATIVE_INFINITY

  constructor(options: MarketRoomsOptions) {
    this.#options = options
    const { book, rooms, onError } = options
    this.#prepareAtWriter = rooms.writer.define(
      'market-room.prepare',
      (command: PrepareCommand) => this.#prepareHere(command),
      { again: (command) => command },
    )
    this.#stopListening = book.onChange((markets) => {
      for (const { matchId } of markets) this.#changed.add(matchId)
      this.#schedule()
    })
    this.#cleaner = setInterval(() => void this.clean().catch(onError), CLEAN_EVERY_MS).unref()
  }

  /** Opens a room of markets, if its match is in the book, and brings it up to date. Ignores other rooms. */
  async prepare(chatRoomNo: string): Promise<void> {
    if (!isMarketRoom(chatRoomNo)) return
    const { rooms, now } = this.#options
    const epoch = await this.#prepareAtWriter({ chatRoomNo, isMissing: false })
    if (epoch === null) {
      await rooms.retire(chatRoomNo)
      return
    }
    if (rooms.writer.isHere) return
    this.#joinedUntil.set(chatRoomNo, now() + JOIN_MS)
    // The writer may have removed the room and opened it again.
    if (rooms.room(chatRoomNo) && rooms.log.head(chatRoomNo).epoch !== epoch) await rooms.retire(chatRoomNo)
    if (!(await rooms.open(pseudoRoom(chatRoomNo)))) {
      await this.#prepareAtWriter({ chatRoomNo, isMissing: true })
      if (!(await rooms.open(pseudoRoom(chatRoomNo)))) return
    }
    await rooms.log.follow(chatRoomNo)
  }

  /** Frees rooms without viewers whose matches have left the book or have not changed for long. Called by a timer. */
  async clean(): Promise<void> {
    const { rooms } = this.#options
    for (const room of rooms.rooms) {
      const { chatRoomNo, listeners } = room
      if (!isMarketRoom(chatRoomNo) || listeners > 0) continue
      if (this.#isOffered(chatRoomNo) && !this.#isIdle(room)) continue
      this.#joinedUntil.delete(chatRoomNo)
      // oxlint-disable-next-line no-await-in-loop -- a few rooms a day
      await (rooms.writer.isHere ? rooms.remove(chatRoomNo) : rooms.retire(chatRoomNo))
    }
  }

  close(): void {
    this.#stopListening()
    clearInterval(this.#cleaner)
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #prepareHere({ chatRoomNo, isMissing }: PrepareCommand): Promise<number | null> {
    const { rooms, now } = this.#options
    if (!this.#isOffered(chatRoomNo)) return null
    this.#joinedUntil.set(chatRoomNo, now() + JOIN_MS)
    await rooms.open(pseudoRoom(chatRoomNo))
    const room = rooms.room(chatRoomNo)
    if (!room) return null
    await this.#publish(room)
    if (isMissing) await rooms.save(room)
    return rooms.log.head(chatRoomNo).epoch
  }

  #isOffered(chatRoomNo: string): boolean {
    return chatRoomNo === SPORTS_ROOM || this.#matchOf(chatRoomNo) !== null
  }

  #matchOf(chatRoomNo: string): string | null {
    return this.#options.book.list().find(({ matchId }) => marketRoomOf(matchId) === chatRoomNo)?.matchId ?? null
  }

  /** The first change after silence is published at once. */
  #schedule(): void {
    const wait = this.#publishedAt + PUBLISH_EVERY_MS - this.#options.now()
    this.#timer ??= setTimeout(() => this.#publishChanged(), Math.min(Math.max(0, wait), PUBLISH_EVERY_MS)).unref()
  }

  #publishChanged(): void {
    const { rooms, now, onError } = this.#options
    this.#timer = null
    this.#publishedAt = now()
    const changed = new Set([SPORTS_ROOM, ...this.#failed, ...[...this.#changed].map(marketRoomOf)])
    this.#changed.clear()
    this.#failed.clear()
    if (!rooms.writer.isHere) return
    for (const room of rooms.rooms) {
      const { chatRoomNo } = room
      if (!changed.has(chatRoomNo) || !this.#isWatched(room)) continue
      this.#publish(room).catch((error: unknown) => {
        onError(error)
        this.#failed.add(chatRoomNo)
        this.#schedule()
      })
    }
  }

  #isWatched({ chatRoomNo, listeners }: Room): boolean {
    return listeners > 0 || (this.#joinedUntil.get(chatRoomNo) ?? 0) > this.#options.now()
  }

  /** True for the room of a match that nobody watches and that had no entry for long. Maintenance retains `sports`. */
  #isIdle(room: Room): boolean {
    const { rooms, now } = this.#options
    const { chatRoomNo } = room
    return chatRoomNo !== SPORTS_ROOM && !this.#isWatched(room) && rooms.log.head(chatRoomNo).at < now() - IDLE_MS
  }

  /** Appends what the room lacks. Publications of a room do not overlap, because each depends on the state after the last. */
  async #publish(room: Room): Promise<void> {
    const { rooms } = this.#options
    const { chatRoomNo } = room
    await room.lock.run(async () => {
      const drafts = marketChanges(room.state.markets, this.#offered(chatRoomNo), (id) => this.#latest(id))
      if (drafts.length > 0) await rooms.append(chatRoomNo, drafts)
    })
  }

  #latest({ matchId, ...key }: Market): Market | null {
    return this.#options.book.market(matchId, marketId({ matchId, ...key }))
  }

  /** Markets that a room should have. */
  #offered(chatRoomNo: string): readonly Market[] {
    const { book } = this.#options
    if (chatRoomNo === SPORTS_ROOM) {
      return book.list().flatMap(({ sport, matchId }) => mainMarkets(sport, book.marketsOf(matchId)))
    }
    const matchId = this.#matchOf(chatRoomNo)
    return matchId === null ? [] : book.marketsOf(matchId).filter(({ state }) => state !== 'closed')
  }
}

/**
 * The entries that bring the state of a room to the offered markets.
 *
 * @param latest the market in the book, which may be offered elsewhere; null if it has left the book
 */
function marketChanges(
  current: readonly Market[],
  offered: readonly Market[],
  latest: (market: Market) => Market | null,
): EntryDraft[] {
  const known = new Map(current.map((market) => [marketId(market), market]))
  const wanted = new Set(offered.map(marketId))
  const gone = current.filter((market) => !wanted.has(marketId(market)))
  return [
    ...gone.map((market): EntryDraft => ({ kind: 'market', data: goneFrom(market, latest(market)) })),
    ...offered
      .filter((market) => (known.get(marketId(market))?.version ?? 0) < market.version)
      .map((market): EntryDraft => ({ kind: 'market', data: { market } })),
  ]
}

function goneFrom(market: Market, latest: Market | null): { market: Market; removed?: boolean } {
  if (latest === null) return { market: { ...market, version: market.version + 1, state: 'closed' } }
  const newest = latest.version >= market.version ? latest : market
  return latest.state === 'closed' ? { market: { ...newest, state: 'closed' } } : { market: newest, removed: true }
}
