import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchUp } from '#server/rooms/log/history.ts'
import { HISTORY_MAX_AGE_MS } from '#protocol/constants.ts'
import { visitorCall, dataOf, openFrames, ROOM, testRooms, text } from './rooms-support.ts'
import type { NumberedEntry, TestRooms } from './rooms-support.ts'

/** A listener that is no socket: it gets what `SocketServer` would write to it. */
async function listen(rooms: TestRooms, id: string, position: { epoch: number; seq: number }) {
  const { hub, calls, clock } = rooms
  const room = hub.room(ROOM)
  if (!room) throw new Error('no room')
  const { roomKey } = dataOf(await calls['chatroom.anonJoin']({ chatRoomNo: ROOM }, visitorCall(clock.now())))
  const live: string[] = []
  listeners.get(hub)?.set(id, live)
  const caught = await catchUp(room, hub.log, position, () => {
    live.length = 0
    hub.enter(room, id, null)
    return true
  })
  return {
    caught,
    /** All received entries: the catch-up, then the live frames. */
    received: async (): Promise<NumberedEntry[]> => openFrames(roomKey, [...(caught?.frames ?? []), ...live]),
  }
}

const listeners = new WeakMap<object, Map<string, string[]>>()

async function roomsWithListeners() {
  const rooms = await testRooms()
  const live = new Map<string, string[]>()
  listeners.set(rooms.hub, live)
  rooms.hub.connect({
    emit: (_, sealed) => live.forEach((frames) => frames.push(sealed)),
    writes: () => ({ here: live.size, atRelay: 0 }),
  })
  return rooms
}

describe('catch-up and live frames', () => {
  it('deliver each entry after a position once and in order, from any start', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('say' as const), count: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ kind: fc.constant('listen' as const), behind: fc.integer({ min: 0, max: 30 }) }),
      fc.record({ kind: fc.constant('turn' as const) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 25 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const rooms = await roomsWithListeners()
        const { hub, clock } = rooms
        const sent: Promise<unknown>[] = []
        const listening: { from: number; listener: ReturnType<typeof listen> }[] = []
        for (const [index, made] of steps.entries()) {
          const head = hub.log.head(ROOM)
          if (made.kind === 'say') {
            sent.push(
              hub.append(
                ROOM,
                Array.from({ length: made.count }, () => text(`${index}`)),
              ),
            )
          } else if (made.kind === 'listen') {
            const from = Math.max(0, head.seq - made.behind)
            listening.push({ from, listener: listen(rooms, `${index}`, { epoch: head.epoch, seq: from }) })
          } else if (made.kind === 'wait') clock.move(made.ms)
          await new Promise((resolve) => setImmediate(resolve))
        }
        await Promise.all(sent)
        const all = await Promise.all(listening.map(async ({ from, listener }) => ({ from, ...(await listener) })))
        await hub.room(ROOM)?.coalescer.whenSent(hub.log.head(ROOM).seq)
        const { seq: head } = hub.log.head(ROOM)
        for (const { from, caught, received } of all) {
          expect(caught).toMatchObject({ recovered: true, missed: 0 })
          const seqs = (await received()).map(({ seq }) => seq)
          expect(seqs).toEqual(Array.from({ length: head - from }, (_, index) => from + 1 + index))
        }
        expect(rooms.errors).toEqual([])
        await hub.close()
      }),
      { numRuns: 80, seed: 2 },
    )
  })

  it('wait for a client that joined by HTTP ahead of the frames', async () => {
    const rooms = await roomsWithListeners()
    const { hub, calls, clock } = rooms
    const first = await listen(rooms, 'first', { epoch: hub.log.head(ROOM).epoch, seq: 0 })
    await hub.append(ROOM, [text('一')])
    await hub.append(ROOM, [text('二')])
    const joined = dataOf(await calls['chatroom.anonJoin']({ chatRoomNo: ROOM }, visitorCall(clock.now())))
    expect(joined.seq).toBe(2)
    const second = await listen(rooms, 'second', { epoch: joined.epoch, seq: joined.seq })
    expect(second.caught).toMatchObject({ head: 2, frames: [] })
    await hub.append(ROOM, [text('三')])
    await hub.room(ROOM)?.coalescer.whenSent(3)
    expect((await first.received()).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect((await second.received()).map(({ seq }) => seq)).toEqual([3])
  })

  it('report the loss if recovery is impossible: another epoch, too old, or ahead of the log', async () => {
    const rooms = await roomsWithListeners()
    const { hub, clock } = rooms
    await hub.append(ROOM, [text('一'), text('二'), text('三')])
    const { epoch } = hub.log.head(ROOM)
    const at = async (position: { epoch: number; seq: number }) => (await listen(rooms, 'x', position)).caught
    expect(await at({ epoch: epoch - 1, seq: 1 })).toMatchObject({ recovered: false, missed: 2, head: 3, frames: [] })
    expect(await at({ epoch, seq: 9 })).toMatchObject({ recovered: false, missed: 0 })
    clock.move(HISTORY_MAX_AGE_MS + 1)
    expect(await at({ epoch, seq: 1 })).toMatchObject({ recovered: false, missed: 2 })
    expect(await at({ epoch, seq: 3 })).toMatchObject({ recovered: true, missed: 0 })
  })
})
