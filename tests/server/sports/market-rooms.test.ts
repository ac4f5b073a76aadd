import { afterEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { MARKET_HISTORY_ENTRIES } from '#protocol/constants.ts'
import { marketRoomOf, SPORTS_ROOM } from '#protocol/room/kinds.ts'
import { type RoomState, stateAfter } from '#protocol/rules/room-state.ts'
import { marketId } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { chatroomCalls } from '#server/calls/room/chatroom.ts'
import type { SourceMarket } from '#server/matches/match.ts'
import { changeOf } from '#server/rooms/log/entries.ts'
import { type RoomWriter, SOLE_WRITER } from '#server/rooms/room-writer.ts'
import { Book } from '#server/sports/book.ts'
import { MarketRooms } from '#server/sports/market-rooms.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { dataOf, members, newCid, openFrames, speakerOf, testRooms, visitorCall } from '../rooms/rooms-support.ts'
import { betWorld } from './sports-support.ts'

const winner = (home: number, more: Partial<SourceMarket> = {}): SourceMarket => ({
  kind: 'winner',
  line: 0,
  isSuspended: false,
  prices: { home, draw: 3_400, away: 4_100 },
  ...more,
})
const total = (line: number, over: number): SourceMarket => ({
  kind: 'total',
  line,
  isSuspended: false,
  prices: { over, under: 3_900 - over },
})

let stop: () => Promise<void> = async () => {}
afterEach(() => stop())

/** A book, its rooms and their calls. */
async function sportsRooms(ids: readonly string[] = ['m1'], repositories = memory(), writer: RoomWriter = SOLE_WRITER) {
  const world = betWorld(ids)
  for (const id of ids) world.set({ markets: [winner(1_900), total(10, 1_950), total(12, 2_600)] }, id)
  const { hub, clock, errors } = await testRooms({ ...repositories, writer }, [])
  const book = new Book({ matches: world.matches, now: clock.now, onError: (error) => errors.push(error) })
  const rooms = new MarketRooms({ book, rooms: hub, now: clock.now, onError: (error) => errors.push(error) })
  const calls = chatroomCalls({
    hub,
    members,
    now: clock.now,
    prepareRoom: (chatRoomNo) => rooms.prepare(chatRoomNo),
  })
  stop = async () => {
    rooms.close()
    await hub.close()
  }
  const join = (chatRoomNo: string) => calls['chatroom.anonJoin']({ chatRoomNo }, visitorCall(clock.now()))
  /** Changes the markets of a match and waits until its rooms have them. */
  async function change(markets: readonly SourceMarket[], matchId = 'm1'): Promise<void> {
    world.set({ markets: [...markets] }, matchId)
    clock.move(200)
    book.refresh()
    await new Promise((resolve) => setTimeout(resolve))
    await Promise.all(hub.rooms.map((room) => room.lock.run(async () => {})))
  }
  return { world, hub, clock, errors, book, rooms, calls, join, change }
}

/** Two processes that share the rooms. The first one writes them. */
async function twoProcesses() {
  const works = new Map<string, (parameters: never) => Promise<unknown>>()
  const writerAt = (isHere: boolean): RoomWriter => ({
    ...SOLE_WRITER,
    isShared: true,
    isHere,
    define: (name, work) => {
      if (isHere) works.set(name, work)
      return (parameters) => (works.get(name) as typeof work)(parameters)
    },
  })
  const repositories = memory()
  const first = await sportsRooms(['m1'], repositories, writerAt(true))
  const stopFirst = stop
  const second = await sportsRooms(['m1'], repositories, writerAt(false))
  const stopSecond = stop
  stop = async () => {
    await stopSecond()
    await stopFirst()
  }
  return { first, second, repositories }
}

const memory = () => ({ entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() })
const shown = (markets: readonly Market[]) =>
  markets.map(({ state, version, ...key }) => `${marketId(key)} v${version} ${state}`).toSorted()

describe('G area 3: rooms of markets', () => {
  it('a first viewer joins a room that has the current markets', async () => {
    const { book, join } = await sportsRooms(['m1', 'm2'])
    const all = dataOf(await join(marketRoomOf('m1')))
    expect(shown(all.snapshot.markets)).toEqual(shown(book.marketsOf('m1')))
    expect(all.history).toEqual([])
    const board = dataOf(await join(SPORTS_ROOM))
    expect(board.snapshot.markets.map(({ matchId, kind, line }) => [matchId, kind, line])).toEqual([
      ['m1', 'winner', 0],
      ['m1', 'total', 10],
      ['m2', 'winner', 0],
      ['m2', 'total', 10],
    ])
  })

  it('a viewer who follows has the state of a late joiner', async () => {
    const { hub, join, change, clock } = await sportsRooms()
    const room = marketRoomOf('m1')
    const first = dataOf(await join(room))
    const frames: string[] = []
    hub.connect({
      writes: () => ({ here: 0, atRelay: 0 }),
      emit: (chatRoomNo, sealed) => chatRoomNo === room && frames.push(sealed),
    })
    hub.room(room)?.presence.enter('socket', null)
    await change([winner(2_000), total(10, 1_950), total(12, 2_600)])
    await change([winner(2_000, { isSuspended: true }), total(10, 1_950)])
    await change([winner(1_700), total(14, 2_050)])
    clock.move(1_000)
    await hub.room(room)?.coalescer.whenSent(hub.log.head(room).seq)
    const entries = await openFrames(first.roomKey, frames)
    const log = await hub.log.range(room, first.seq, hub.log.head(room).seq)
    expect(entries.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq))
    const followed = log
      .map(changeOf)
      .reduce<RoomState>((state, one) => (one ? stateAfter(state, one) : state), first.snapshot)
    const late = dataOf(await join(room))
    expect(shown(followed.markets)).toEqual(shown(late.snapshot.markets))
    expect(late.snapshot.markets.map(({ kind, line }) => [kind, line])).toEqual([
      ['winner', 0],
      ['total', 14],
    ])
  })

  it('a market that is not the main one any more leaves the board, and stays in the room of its match', async () => {
    const { join, change } = await sportsRooms()
    await join(SPORTS_ROOM)
    await join(marketRoomOf('m1'))
    await change([winner(1_900), total(10, 2_900), total(12, 1_950)])
    const lines = (markets: readonly Market[]) => markets.filter(({ kind }) => kind === 'total').map(({ line }) => line)
    expect(lines(dataOf(await join(SPORTS_ROOM)).snapshot.markets)).toEqual([12])
    expect(lines(dataOf(await join(marketRoomOf('m1'))).snapshot.markets)).toEqual([10, 12])
  })

  it('publishes a market at most once per interval, and nothing without viewers', async () => {
    const { hub, clock, book, world, change, join } = await sportsRooms()
    const room = marketRoomOf('m1')
    expect(hub.has(room)).toBe(false)
    const { seq } = dataOf(await join(room))
    for (let price = 1_901; price < 1_950; price += 1) {
      world.set({ markets: [winner(price), total(10, 1_950), total(12, 2_600)] })
      book.refresh()
    }
    await expect.poll(() => hub.log.head(room).seq).toBe(seq + 1)
    await join(room)
    expect(hub.log.head(room).seq).toBe(seq + 1)
    clock.move(120_000)
    await change([winner(1_800), total(10, 1_950), total(12, 2_600)])
    expect(hub.log.head(room).seq).toBe(seq + 1)
    const { snapshot } = dataOf(await join(room))
    expect(snapshot.markets.find(({ kind }) => kind === 'winner')?.selections[0]?.price).toBe(1_800)
  })

  it('publishes what a failed write has lost', async () => {
    const repositories = memory()
    const { hub, change, join, errors } = await sportsRooms(['m1'], repositories)
    const room = marketRoomOf('m1')
    await join(room)
    const insert = repositories.entries.insert.bind(repositories.entries)
    repositories.entries.insert = () => Promise.reject(new Error('disk'))
    await change([winner(2_500)])
    expect(errors).not.toEqual([])
    repositories.entries.insert = insert
    await expect
      .poll(() => hub.room(room)?.state.markets.find(({ kind }) => kind === 'winner')?.selections[0]?.price)
      .toBe(2_500)
  })

  it('a restart corrects markets that have changed or ended meanwhile', async () => {
    const repositories = memory()
    const before = await sportsRooms(['m1', 'm2'], repositories)
    await before.join(SPORTS_ROOM)
    await stop()
    const after = await sportsRooms(['m2', 'm3'], repositories)
    const { snapshot } = dataOf(await after.join(SPORTS_ROOM))
    expect([...new Set(snapshot.markets.map(({ matchId }) => matchId))].toSorted()).toEqual(['m2', 'm3'])
  })

  it('has no chat, and does not exist for unknown matches', async () => {
    const { hub, join, clock } = await sportsRooms()
    expect(await join(marketRoomOf('m9'))).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
    const { seq } = dataOf(await join(SPORTS_ROOM))
    const room = hub.room(SPORTS_ROOM)
    if (!room) throw new Error('not open')
    const speaker = speakerOf(1)
    expect(await hub.say(room, speaker, { cid: newCid(), text: '好球' })).toMatchObject({ code: CODES.ROOM_CLOSED })
    hub.enter(room, 'socket', speaker.author)
    clock.move(60_000)
    expect(hub.log.head(SPORTS_ROOM).seq).toBe(seq)
  })

  it('is removed after its match has left the book', async () => {
    const { hub, world, book, rooms, join } = await sportsRooms()
    const room = marketRoomOf('m1')
    await join(room)
    world.clear()
    book.refresh()
    await rooms.clean()
    expect(hub.has(room)).toBe(false)
    expect(await join(room)).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('is removed before maintenance deletes its rows, and opened again for the next viewer', async () => {
    const { hub, rooms, join, clock, book } = await sportsRooms()
    const room = marketRoomOf('m1')
    await join(room)
    await join(SPORTS_ROOM)
    clock.move(HOUR_MS)
    await rooms.clean()
    expect(hub.has(room)).toBe(true)
    hub.room(room)?.presence.enter('socket', null)
    clock.move(DAY_MS - HOUR_MS - MINUTE_MS)
    await rooms.clean()
    expect(hub.has(room)).toBe(true)
    hub.room(room)?.presence.leave('socket')
    await rooms.clean()
    expect([hub.has(room), hub.has(SPORTS_ROOM)]).toEqual([false, true])
    expect(shown(dataOf(await join(room)).snapshot.markets)).toEqual(shown(book.marketsOf('m1')))
    // The viewer has no socket yet.
    await rooms.clean()
    expect(hub.has(room)).toBe(true)
  })

  it('can be joined at another process after maintenance has deleted its rows', async () => {
    const { first, second, repositories } = await twoProcesses()
    const room = marketRoomOf('m1')
    const { epoch, seq } = dataOf(await first.join(room))
    await repositories.rooms.remove(room)
    repositories.entries.clear(room)
    expect(dataOf(await second.join(room))).toMatchObject({ epoch, seq })
  })

  it('has one epoch at all processes after the writer has removed it and opened it again', async () => {
    const { first, second, repositories } = await twoProcesses()
    const room = marketRoomOf('m1')
    await first.join(room)
    await second.join(room)
    for (const { clock } of [first, second]) clock.move(DAY_MS)
    await first.hub.remove(room)
    repositories.entries.clear(room)
    const { epoch, snapshot } = dataOf(await second.join(room))
    expect(epoch).toBe(first.hub.log.head(room).epoch)
    expect(shown(snapshot.markets)).toEqual(shown(first.book.marketsOf('m1')))
  })

  it('has a bounded log in memory', async () => {
    const { hub, join } = await sportsRooms()
    const room = marketRoomOf('m1')
    const { snapshot } = dataOf(await join(room))
    const [market] = snapshot.markets
    if (!market) throw new Error('no market')
    const drafts = Array.from({ length: 1_000 }, () => ({ kind: 'market' as const, data: { market } }))
    for (let round = 0; round < 5; round += 1) await hub.append(room, drafts)
    expect(hub.log.recent(room, 0, Number.POSITIVE_INFINITY).length).toBe(MARKET_HISTORY_ENTRIES)
  })
})
