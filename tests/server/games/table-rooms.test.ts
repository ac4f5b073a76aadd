import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isStateRoom, TABLES_ROOM, tableRoomOf } from '#protocol/room/kinds.ts'
import { LIVE_TABLES } from '#protocol/games/tables/tables.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { chatroomCalls } from '#server/calls/room/chatroom.ts'
import type { Database } from '#server/database/database.ts'
import { LiveTables } from '#server/games/tables/live-tables.ts'
import { openTestStore } from '../../support/store.ts'
import { dataOf, members, newCid, speakerOf, testRooms, visitorCall } from '../rooms/rooms-support.ts'

describe('S1.8 rooms of live tables', () => {
  let store: Database
  let stop: () => Promise<void> = async () => {}
  beforeAll(async () => {
    store = await openTestStore('pglite')
  })
  afterEach(() => stop())
  afterAll(() => store.close())

  async function opened() {
    const { hub, clock } = await testRooms({}, [])
    const failures: unknown[] = []
    const log = { error: (detail: unknown) => failures.push(detail) }
    const tables = new LiveTables({
      database: store,
      rooms: hub,
      now: clock.now,
      rate: () => Promise.resolve(null),
      isOpen: () => true,
      log: log as never,
    })
    const calls = chatroomCalls({ hub, members, now: clock.now, prepareRoom: (no) => tables.prepare(no) })
    stop = () => hub.close()
    const join = (chatRoomNo: string) => calls['chatroom.anonJoin']({ chatRoomNo }, visitorCall(clock.now()))
    const tick = async (ms = 100) => {
      clock.move(ms)
      await tables.tick()
      await Promise.all(hub.rooms.map((room) => room.lock.run(async () => {})))
    }
    return { hub, clock, tables, join, tick, failures }
  }

  it('a visitor joins a table with its newest state, and the hall with the states of all tables', async () => {
    const { tables, join, tick, failures } = await opened()
    await tick()
    const states = await tables.states()
    expect(states.map(({ tableId }) => tableId)).toEqual(LIVE_TABLES.map(({ tableId }) => tableId))
    const room = dataOf(await join(tableRoomOf('bac1')))
    expect(room.snapshot.tables).toEqual(states.filter(({ tableId }) => tableId === 'bac1'))
    expect(dataOf(await join(TABLES_ROOM)).snapshot.tables).toHaveLength(LIVE_TABLES.length)
    expect(failures).toEqual([])
  })

  it('later viewers get later states, and cards come as entries of the room', async () => {
    const { hub, join, tick } = await opened()
    await tick()
    await join(tableRoomOf('bac1'))
    const room = hub.room(tableRoomOf('bac1'))
    const seen = new Set<string>()
    for (let step = 0; step < 500 && !seen.has('result'); step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await tick()
      seen.add(room?.state.tables[0]?.phase ?? '')
    }
    expect([...seen]).toEqual(expect.arrayContaining(['betting', 'dealing', 'result']))
    expect(dataOf(await join(tableRoomOf('bac1'))).snapshot.tables[0]?.phase).toBe('result')
  })

  it('shows new states after the clock was set back and the dealers started again', async () => {
    const { hub, clock, tables, join, tick, failures } = await opened()
    await tick()
    for (const no of [tableRoomOf('bac1'), TABLES_ROOM]) await join(no)
    const stateIn = (no: string) => hub.room(no)?.state.tables.find(({ tableId }) => tableId === 'bac1')
    const before = stateIn(TABLES_ROOM)
    tables.start()
    clock.move(-HOUR_MS)
    await tick()
    for (let step = 0; step < 100; step += 1) await tick()
    const [state] = await tables.states()
    expect(state).not.toMatchObject({ version: before?.version, phase: before?.phase })
    expect([stateIn(tableRoomOf('bac1')), stateIn(TABLES_ROOM)]).toEqual([state, state])
    expect(failures).toEqual([])
    await tables.stop()
  })

  it('has a chat at the table and none in the hall', async () => {
    const { hub, join } = await opened()
    await join(tableRoomOf('dt1'))
    await join(TABLES_ROOM)
    const say = (no: string) => hub.say(hub.room(no) as never, speakerOf(1), { cid: newCid(), text: '好牌' })
    expect(await say(tableRoomOf('dt1'))).toMatchObject({ ok: true })
    expect(await say(TABLES_ROOM)).toMatchObject({ ok: false })
    expect([isStateRoom(TABLES_ROOM), isStateRoom(tableRoomOf('dt1'))]).toEqual([true, false])
  })

  it('knows no room of an unknown table', async () => {
    const { join } = await opened()
    expect(await join(tableRoomOf('none'))).toMatchObject({ ok: false })
  })
})
