import { expect, it } from 'vitest'
import { ROOM, text } from '../server/rooms/rooms-support.ts'
import { listeningRooms } from '../server/rooms/socket-support.ts'
import { attack } from '#load/hostile.ts'

it('hostile clients of each kind are cut, and a viewer receives everything', async () => {
  const rooms = await listeningRooms()
  const viewer = await rooms.enter()
  const cut = await attack({ host: '127.0.0.1', port: rooms.port }, 5)
  expect(cut.filter((seconds) => seconds === null)).toEqual([])
  const [sent] = await rooms.hub.append(ROOM, [text('after the attack')])
  expect((await viewer.until(sent?.seq ?? 0)).at(-1)?.seq).toBe(sent?.seq)
  await rooms.close()
})
