import { io, type Socket } from 'socket.io-client'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { openDatabase } from '#server/database/open.ts'
import type { RunningServer } from '#server/main.ts'
import { Members } from '#server/members/members.ts'
import { PASSWORD_COST, Passwords } from '#server/members/passwords.ts'
import { createTestInstallation, signIn } from '../server/app/app-support.ts'
import { prepareDataFolder } from '../support/data-folder.ts'
import { testLog } from '../support/logs.ts'
import { SealedClient, sendTo } from '../support/sealed-client.ts'
import { type Bench, median, percentile } from './harness/figures.ts'

const PASSWORD = 'Play2026x'
const SIGN_INS = 50
const HASHES = 5
/** Time between two messages whose delivery is measured. */
const MESSAGE_EVERY_MS = 50
const IDLE_MESSAGES = 60

/** A client with an address of its own, so that the limits of one address do not apply. */
async function connectFrom(server: RunningServer, number: number): Promise<SealedClient> {
  const html = await (await fetch(`${server.url}/`)).text()
  const identity = /<meta name="grandstand-identity" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const send = sendTo(server.url)
  const from = { 'x-forwarded-for': `10.0.${number}.1` }
  return SealedClient.connect((request) => send({ ...request, headers: { ...request.headers, ...from } }), {
    siteId: 5009,
    identity,
  })
}

/** A visitor's socket in a room, and the room. */
async function enterRoom(server: RunningServer): Promise<{ socket: Socket; chatRoomNo: string }> {
  const client = await connectFrom(server, 200)
  const matches = await client.call('live.popularList', { size: 1, page: 1, kind: 'football' })
  const chatRoomNo = ENDPOINTS['live.popularList'].data.parse(matches.data).list[0]?.chatRoomNo ?? ''
  const { data } = await client.call('chatroom.anonJoin', { chatRoomNo })
  const { ticket, epoch, seq } = ENDPOINTS['chatroom.anonJoin'].data.parse(data)
  const socket = io(server.url + NAMESPACES.anon, { path: SOCKET_PATH, transports: ['websocket'], reconnection: false })
  await socket.emitWithAck('join', { ticket, position: { epoch, seq } })
  return { socket, chatRoomNo }
}

/** Appends a message every 50 ms until `isDone`. Returns the milliseconds from each append to its frame. */
async function deliveryTimes(
  server: RunningServer,
  { socket, chatRoomNo }: { socket: Socket; chatRoomNo: string },
  isDone: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = []
  while (!isDone(times.length)) {
    const begun = performance.now()
    const received = new Promise((resolve) => {
      socket.onAny(resolve)
    })
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    await server.rooms.append(chatRoomNo, [{ kind: 'welcome', data: { text: '进入直播间' } }])
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    await received
    socket.offAny()
    times.push(performance.now() - begun)
    const left = MESSAGE_EVERY_MS - (performance.now() - begun)
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
  return times
}

/** Fifty simultaneous sign-ins, and what a room notices of them. */
export const signInBench: Bench<'hash' | '50 sign-ins' | 'socket p95 before' | 'socket p95 meanwhile'> = {
  name: 'sign-in',
  about: 'fifty simultaneous sign-ins, the time of one hash, and the delivery of messages meanwhile',
  figures: {
    hash: { unit: 'ms', atLeast: 50, atMost: 150 },
    '50 sign-ins': { unit: 's', atMost: 10 },
    'socket p95 before': { unit: 'ms' },
    'socket p95 meanwhile': { unit: 'ms', atMost: 100, reference: 'socket p95 before' },
  },
  async run() {
    const passwords = new Passwords()
    const hashes: number[] = []
    for (let count = 0; count < HASHES; count += 1) {
      const begun = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one hash after the other
      await passwords.hash(PASSWORD)
      hashes.push(performance.now() - begun)
    }
    const installation = createTestInstallation()
    await prepareDataFolder(installation.dataDir)
    const names = Array.from({ length: SIGN_INS }, (_, index) => `bench${index}`)
    const store = await openDatabase({ dataDirectory: installation.dataDir, log: testLog() })
    const seed = { password: PASSWORD, nickname: '看客', vipLevel: 2, level: 8, siteId: 5009, coins: 0 }
    await new Members(store, { now: Date.now }).ensure(names.map((name) => ({ ...seed, name })))
    await store.close()
    const server = await installation.start({ TRUST_PROXY: '1' }, { passwordCost: PASSWORD_COST })
    try {
      const clients = await Promise.all(names.map((_, index) => connectFrom(server, index)))
      const room = await enterRoom(server)
      const before = await deliveryTimes(server, room, (count) => count >= IDLE_MESSAGES)
      let isDone = false
      const begun = performance.now()
      const [meanwhile, seconds] = await Promise.all([
        deliveryTimes(server, room, () => isDone),
        Promise.all(clients.map((client, index) => signIn(client, names[index] ?? '', PASSWORD))).then(() => {
          isDone = true
          return (performance.now() - begun) / 1_000
        }),
      ])
      room.socket.disconnect()
      return {
        hash: median(hashes),
        '50 sign-ins': seconds,
        'socket p95 before': percentile(before, 0.95),
        'socket p95 meanwhile': percentile(meanwhile, 0.95),
      }
    } finally {
      await server.close()
      installation.remove()
    }
  },
}
