import { io, type Socket } from 'socket.io-client'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import type { RunningServer } from '#server/main.ts'
import { connectTo, createTestInstallation, signIn } from '../server/app/app-support.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import type { Bench } from './harness/figures.ts'

const NAME = 'fan001'
/** Settled 26: maximum time until an ended session is closed everywhere. */
const OVER_MS = 2_000

async function roomSocket(server: RunningServer, client: SealedClient): Promise<Socket> {
  const matches = await client.call('live.popularList', { size: 1, page: 1, kind: 'football' })
  const [match] = ENDPOINTS['live.popularList'].data.parse(matches.data).list
  const response = await client.call('chatroom.webJoin', { chatRoomNo: match?.chatRoomNo ?? '' })
  const { ticket, epoch, seq } = ENDPOINTS['chatroom.webJoin'].data.parse(response.data)
  const socket = io(server.url + NAMESPACES.web, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
  })
  const joined: { ok: boolean } = await socket.emitWithAck('join', { ticket, position: { epoch, seq } })
  if (!joined.ok) throw new Error('the room did not let the member in')
  return socket
}

/** Milliseconds from the end of a session to the close of its socket. */
async function closedAfter(socket: Socket, end: () => Promise<unknown>): Promise<number> {
  const closed = new Promise((resolve) => socket.once('disconnect', resolve))
  const begun = performance.now()
  await Promise.all([end(), closed])
  return performance.now() - begun
}

/** How long an ended session keeps its socket in a room. */
export const sessionEndBench: Bench<'device removed' | 'signed in elsewhere' | 'signed out'> = {
  name: 'session-end',
  about: 'from what ends a session to the end of its socket in a room',
  figures: {
    'device removed': { unit: 'ms', atMost: OVER_MS },
    'signed in elsewhere': { unit: 'ms', atMost: OVER_MS },
    'signed out': { unit: 'ms', atMost: OVER_MS },
  },
  async run() {
    const installation = createTestInstallation()
    const server = await installation.start()
    try {
      const here = await connectTo(server)
      await signIn(here, NAME)
      const phone = await connectTo(server)
      await signIn(phone, NAME, undefined, { 'client-type': 2 })
      const removed = await closedAfter(await roomSocket(server, here), async () => {
        const { list } = ENDPOINTS['device.list'].data.parse((await phone.call('device.list', {})).data)
        await phone.call('device.remove', { id: list.find(({ isThis }) => !isThis)?.id ?? '' })
      })
      await signIn(here, NAME)
      const elsewhere = await connectTo(server)
      const replaced = await closedAfter(await roomSocket(server, here), () => signIn(elsewhere, NAME))
      const left = await closedAfter(await roomSocket(server, elsewhere), () => elsewhere.call('auth.logout', {}))
      return { 'device removed': removed, 'signed in elsewhere': replaced, 'signed out': left }
    } finally {
      await server.close()
      installation.remove()
    }
  },
}
