import { afterEach, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { MemoryEntryRepository } from '#tests/support/memory-repositories.ts'
import { callBy, dataOf, newCid, ROOM, text } from './rooms-support.ts'
import { listeningRooms } from './socket-support.ts'
import type { ListeningRooms } from './socket-support.ts'

const ADMIN = 95
let open: ListeningRooms[] = []
afterEach(async () => {
  await Promise.all(open.map((rooms) => rooms.close()))
  open = []
})

/** Starts rooms on a repository that survives them. */
async function start(entries: MemoryEntryRepository): Promise<ListeningRooms> {
  const rooms = await listeningRooms({}, { entries })
  open.push(rooms)
  return rooms
}

it('settled 14: a repeated message over the socket is one message, also after memory has dropped it', async () => {
  const entries = new MemoryEntryRepository()
  const before = await start(entries)
  const { socket } = await before.enter('web', 1)
  const words = { chatRoomNo: ROOM, cid: newCid(), text: '这球进了' }
  const first = await socket.emitWithAck('say', words)
  expect(first).toMatchObject({ ok: true })
  await before.hub.append(
    ROOM,
    Array.from({ length: 600 }, () => text('别人的话')),
  )

  const { hub, enter } = await start(entries)
  const again = await enter('web', 1)
  expect(await again.socket.emitWithAck('say', { ...words, isAgain: true })).toEqual(first)
  const all = await hub.log.range(ROOM, 0, hub.log.head(ROOM).seq)
  expect(all.filter(({ json }) => json.includes(words.text))).toHaveLength(1)
})

it('repeated messages do not count towards limits, in any number', async () => {
  const { hub, calls, enter } = await start(new MemoryEntryRepository())
  dataOf(await calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { slowModeSeconds: 60 } }, callBy(ADMIN, Date.now())))
  const { seq } = hub.log.head(ROOM)
  const { socket } = await enter('web', 1)
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      socket.emitWithAck('say', { chatRoomNo: ROOM, cid: newCid(), text: `第${index}句`, isAgain: true }),
    ),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(responses.filter((response) => !response.ok && response.code === CODES.CHAT_TOO_FAST)).toHaveLength(5)
  const logged = await hub.log.range(ROOM, seq, hub.log.head(ROOM).seq)
  expect(logged.filter(({ kind }) => kind === 'text')).toHaveLength(1)
})
