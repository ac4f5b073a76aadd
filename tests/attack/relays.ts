import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { attempt, liveMatch, type World } from './attempt.ts'
import { type Data, Socket } from './client.ts'
import { metric } from './media.ts'

/** The secret of the preparation. */
export const RELAY_SECRET = 'relay-secret-of-the-attack-suite-0123456789'
const MAX_WAIT_MS = 10_000
/** A relay reconnects within two seconds. */
const RETRIES_MS = 5_000

/** The HTTP status of an upgrade to `/relay`; 101 if it is accepted. */
function upgradeStatus(
  origin: string,
  headers: Readonly<Record<string, string>>,
  target = '/relay',
): Promise<number | undefined> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${target}`, { headers })
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.on('close', () => resolve(undefined))
  }).finally(() => socket.terminate()) as Promise<number | undefined>
}

/** A relay of an attacker who knows the secret. */
class FakeRelay {
  readonly #socket: WebSocket
  readonly received: Data[] = []
  /** The close code. */
  readonly closed: Promise<number>

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (bytes: Buffer) => this.received.push(JSON.parse(bytes.toString())))
    this.closed = new Promise((resolve) => socket.once('close', (code: number) => resolve(code)))
  }

  static async open(origin: string): Promise<FakeRelay> {
    const headers = { authorization: `Bearer ${RELAY_SECRET}` }
    const relay = new FakeRelay(new WebSocket(`${origin.replace('http', 'ws')}/relay`, { headers }))
    await once(relay.#socket, 'open')
    return relay
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message))
  }

  /** The result that the server acknowledges an event with; undefined if none arrives in time. */
  async ask(viewer: number, event: number, name: string, payload: unknown, limitMs = 30_000): Promise<Data> {
    this.send(['event', viewer, event, name, payload])
    const ack = (): Data => this.received.find(([type, to, of]) => type === 'ack' && to === viewer && of === event)
    for (let waited = 0; waited < limitMs && ack() === undefined; waited += 20) await wait(20)
    return ack()?.[3]
  }

  async close(): Promise<void> {
    this.#socket.terminate()
    await this.closed
  }
}

const relaysAt = async ({ origin }: World): Promise<number[]> => [
  await metric(origin, 'grandstand_relays'),
  await metric(origin, 'grandstand_relay_viewers'),
]

/** Waits until the server has noticed that relays have left. */
async function withoutRelays(world: World): Promise<number[]> {
  await expect.poll(() => relaysAt(world), { timeout: MAX_WAIT_MS }).toEqual([0, 0])
  return relaysAt(world)
}

const joinParams = ({ ticket, epoch, seq }: Data) => ({ ticket, position: { epoch, seq } })

const MALFORMED: readonly (string | Buffer)[] = [
  'x',
  '{}',
  '[]',
  'null',
  '["open"]',
  '["open",0,"anon","192.0.2.1"]',
  '["open",1.5,"anon","192.0.2.1"]',
  '["open",1,"admin","192.0.2.1"]',
  '["open",1,"__proto__","192.0.2.1"]',
  `["open",1,"anon","${'1'.repeat(65)}"]`,
  `["event",1,1,"${'a'.repeat(17)}",{}]`,
  '["event",1,"1","join",{}]',
  '["event",1e99,1,"join",{}]',
  '["close"]',
  '["frame","100001","forged"]',
  `["open",1,"anon","192.0.2.1"${',[]'.repeat(1_000)}]`,
  '['.repeat(100_000),
  Buffer.from([0xff, 0xfe, 0x00]),
]

export const relays = [
  attempt({
    name: 'a relay without the secret, with a part of it, more than it, in other forms and at other paths',
    prepare: async () => null,
    attempt: async (_, { origin }) => {
      const authorizations = [
        '',
        'Bearer ',
        `Bearer ${RELAY_SECRET.slice(1)}`,
        `Bearer ${RELAY_SECRET}x`,
        `bearer ${RELAY_SECRET}`,
        `Basic ${Buffer.from(`relay:${RELAY_SECRET}`).toString('base64')}`,
        RELAY_SECRET,
        `Bearer ${'x'.repeat(8_000)}`,
      ]
      const refused = await Promise.all(authorizations.map((authorization) => upgradeStatus(origin, { authorization })))
      const known = { authorization: `Bearer ${RELAY_SECRET}` }
      return {
        refused: [...new Set(refused)],
        inQuery: await upgradeStatus(origin, {}, `/relay?secret=${RELAY_SECRET}`),
        otherPaths: await Promise.all(
          ['/relay/', '//relay', '/RELAY'].map((path) => upgradeStatus(origin, known, path)),
        ),
        right: await upgradeStatus(origin, known),
      }
    },
    expected: { refused: [401], inQuery: 404, otherPaths: [404, 404, 404], right: 101 },
    state: (_, world) => withoutRelays(world),
    after: [0, 0],
  }),
  attempt({
    name: 'malformed, foreign and too large messages of a relay with the secret, beside a viewer at the origin',
    prepare: async ({ origin }) => Socket.open(origin, '/chat-anon'),
    attempt: async (_, { origin }) => {
      const closeCodes = await Promise.all(
        [...MALFORMED, `["event",1,1,"say","${'a'.repeat(300_000)}"]`].map(async (message) => {
          const relay = await FakeRelay.open(origin)
          relay.send(message)
          return relay.closed
        }),
      )
      return { malformed: [...new Set(closeCodes.slice(0, -1))], tooLarge: closeCodes.at(-1) }
    },
    expected: { malformed: [1008], tooLarge: 1009 },
    state: async (viewer, world) => {
      const gone = await withoutRelays(world)
      const { isOpen } = viewer
      await viewer.close()
      return { gone, isOpen }
    },
    after: { gone: [0, 0], isOpen: true },
  }),
  attempt({
    name: 'a relay opens a viewer twice, sends events of unknown viewers, a ticket twice, speech of a visitor, a session of another',
    prepare: async (world) => {
      const [visitor, member] = [await world.visitor(), await world.member()]
      const { chatRoomNo } = await liveMatch(visitor)
      const [{ data: joined }, { data: own }] = [
        await visitor.call('chatroom.anonJoin', { chatRoomNo }),
        await member.call('chatroom.webJoin', { chatRoomNo }),
      ]
      return { relay: await FakeRelay.open(world.origin), chatRoomNo, joined, own }
    },
    attempt: async ({ relay, chatRoomNo, joined, own }) => {
      const say = { chatRoomNo, cid: crypto.randomUUID(), text: '从中继来' }
      for (const viewer of [1, 2]) relay.send(['open', viewer, 'anon', '192.0.2.1'])
      relay.send(['open', 3, 'anon', '192.0.2.1'])
      const results = [
        await relay.ask(9, 1, 'join', joinParams(joined), 500),
        await relay.ask(3, 2, 'join', joinParams(own)),
        await relay.ask(1, 3, 'join', joinParams(joined)),
        await relay.ask(2, 4, 'join', joinParams(joined)),
        await relay.ask(1, 5, 'say', say),
        await relay.ask(2, 6, 'say', say),
        await relay.ask(1, 7, '__proto__', {}),
      ]
      relay.send(['open', 1, 'anon', '192.0.2.1'])
      await expect.poll(() => relay.received.filter(([type]) => type === 'drop').length).toBeGreaterThan(0)
      return results.map((result) => result?.ok)
    },
    // The event of an unknown viewer has no acknowledgement.
    expected: [undefined, false, true, false, false, false, false],
    state: async ({ relay }, world) => {
      const viewers = (await relaysAt(world))[1] ?? 0
      await relay.close()
      return { counted: viewers > 0, after: await withoutRelays(world) }
    },
    after: { counted: true, after: [0, 0] },
  }),
]

/** Messages of something that is not the origin to a relay which trusts its address. */
const FORGED: readonly string[] = [
  'x',
  'null',
  '{}',
  '[]',
  '["ack",1,1,{},[7]]',
  '["ack",1,1,null,{}]',
  '["blocks",7]',
  '["blocks",[["no address",null]]]',
  '["emit",1,"session-end",{}]',
  '["enter",1]',
  '["frame"]',
  '["frame","100001",{}]',
  '["__proto__",1]',
]

/** Needs a process of its own, so it runs in full depth. */
export const fakeOrigins = [
  attempt({
    name: 'something that is not the origin sends malformed messages to a relay',
    prepare: async (world) => {
      const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const left = [...FORGED]
      const sent: string[] = []
      server.on('connection', (socket) => {
        socket.on('error', () => undefined)
        const message = left.shift()
        if (message === undefined) return socket.send('["blocks",[]]')
        sent.push(message)
        return socket.send(message, () => setTimeout(() => socket.terminate(), 100))
      })
      return { server, left, sent, relay: await world.openRelay(`http://127.0.0.1:${port}`) }
    },
    attempt: async ({ left, relay }) => {
      await expect.poll(() => left.length, { timeout: FORGED.length * RETRIES_MS }).toBe(0)
      return { runs: relay.isRunning() }
    },
    expected: { runs: true },
    state: async ({ relay, server }) => {
      // It serves viewers again once a real origin has sent its list of blocks.
      const isReady = async () => (await fetch(`${relay.url}/readyz`)).status
      await expect.poll(isReady, { timeout: RETRIES_MS * 2 }).toBe(200)
      await relay.stop()
      for (const socket of server.clients) socket.terminate()
      server.close()
      return relay.isRunning()
    },
    after: false,
  }),
]
