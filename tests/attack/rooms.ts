import crypto from 'node:crypto'
import { WebSocket } from 'ws'
import { expect } from 'vitest'
import { atOnce, attempt, codes, joinRoom, liveMatch, tally, type World } from './attempt.ts'
import { type Client, type Data, LOAD_TOKEN, openFrame, Socket } from './client.ts'

const cid = (): string => crypto.randomUUID()

interface Speaker {
  readonly member: Client
  readonly socket: Socket
  readonly room: string
  readonly joined: Data
}

async function speaker(world: World): Promise<Speaker> {
  const member = await world.member()
  const { chatRoomNo } = await liveMatch(member)
  const { socket, joined } = await joinRoom(member, chatRoomNo)
  return { member, socket, joined, room: chatRoomNo }
}

const say = (socket: Socket, chatRoomNo: string, more: object = {}): Promise<Data> =>
  socket.ask('say', { chatRoomNo, cid: cid(), text: `第${Math.random()}句`, ...more })

/** Entries of the room since the member joined. */
function entriesOf({ socket, joined }: Speaker): Data[] {
  const frames = socket.events.filter(({ name }) => name === 'frame')
  return frames.flatMap(({ data }) => openFrame(joined.roomKey, data)).map(({ entry }) => entry)
}

/** True if a message reaches the room within some seconds. */
async function isHeard(from: Speaker): Promise<boolean> {
  const text = `还在吗${cid().slice(0, 8)}`
  const { ok } = await say(from.socket, from.room, { text })
  if (!ok) return false
  await expect.poll(() => entriesOf(from).some(({ data }) => data?.text === text), { timeout: 10_000 }).toBe(true)
  return true
}

/** Packets that are none, or name what the server does not have. */
const MALFORMED: readonly (string | Uint8Array)[] = [
  '',
  '4',
  '42',
  '42/chat-web',
  '42/chat-web,',
  '42/chat-web,[',
  '42/chat-web,[]',
  '42/chat-web,{}',
  '42/chat-web,"say"',
  '42/chat-web,["say"]',
  '42/chat-web,1["say",null]',
  '42/chat-web,1["say",{"__proto__":{"x":1}}]',
  '42/chat-web,1["__proto__",{}]',
  '42/chat-web,1["constructor"]',
  '42/chat-web,1["join",[]]',
  '42/chat-web,1["resume",{"chatRoomNo":"x","epoch":-1,"seq":1e99}]',
  '451-/chat-web,["say",{"_placeholder":true,"num":0}]',
  '459999-/chat-web,[]',
  '43/chat-web,1[]',
  '44/chat-web,{}',
  '9',
  '46',
  '5',
  new Uint8Array([0, 1, 2, 255]),
  `42/chat-web,1["say",{"text":"${'长'.repeat(40_000)}"}]`,
]

const speech = [
  attempt({
    name: '4.1 malformed packets beside a healthy connection',
    prepare: async (world) => ({ healthy: await speaker(world), attacker: await world.visitor() }),
    attempt: async ({ healthy }) => {
      for (const packet of MALFORMED) {
        const socket = await Socket.open(healthy.member.target.origin, '/chat-web')
        socket.write(packet)
        await socket.ask('leave', { chatRoomNo: healthy.room }).catch(() => null)
        await socket.close()
      }
      return healthy.socket.isOpen
    },
    expected: true,
    state: ({ healthy }) => isHeard(healthy),
    after: true,
  }),
  attempt({
    name: '4.1 handshakes of another origin, an old protocol, a foreign session id, polling after WebSocket, other paths',
    prepare: (world) => speaker(world),
    attempt: async ({ member }) => {
      const { origin } = member.target
      const open = (path: string, headers: Record<string, string> = {}): Promise<string> =>
        new Promise((resolve) => {
          const socket = new WebSocket(origin.replace('http', 'ws') + path, {
            headers: { 'x-load-token': LOAD_TOKEN, ...headers },
          })
          socket.once('message', (data: Buffer) => {
            socket.terminate()
            resolve(data.toString().slice(0, 1) === '0' ? 'open' : 'refused')
          })
          socket.once('error', () => resolve('refused'))
          socket.once('close', () => resolve('refused'))
        })
      const path = '/socket/?EIO=4&transport=websocket'
      return Promise.all([
        open(path, { origin: 'https://evil.example' }),
        open(path, { origin: 'null' }),
        open(path, { origin: `${origin}.evil.example` }),
        open(path, { origin: `${origin}@evil.example` }),
        open(path, { origin: 'http://host:port.evil' }),
        open('/socket/?EIO=2&transport=websocket'),
        open('/socket/?EIO=4&transport=websocket&sid=abcdefghijklmnop'),
        open('/socket/?EIO=4&transport=nothing'),
        open(path),
      ])
    },
    expected: [...Array.from({ length: 8 }, () => 'refused'), 'open'],
    state: (one) => isHeard(one),
    after: true,
  }),
  attempt({
    name: '4.2 tickets: of another namespace, 10 sockets with one at once, another room, a ticket again',
    prepare: (world) => speaker(world),
    attempt: async ({ member, room }) => {
      const { origin } = member.target
      const ticketOf = async (): Promise<Data> => (await member.call('chatroom.webJoin', { chatRoomNo: room })).data
      const join = async (namespace: string, { ticket, epoch, seq }: Data): Promise<boolean> => {
        const socket = await Socket.open(origin, namespace)
        const joined = await socket.ask('join', { ticket, position: { epoch, seq } })
        await socket.close()
        return joined?.ok ?? false
      }
      const elsewhere = await join('/chat-anon', await ticketOf())
      const one = await ticketOf()
      const many = await atOnce(10, () => join('/chat-web', one))
      const again = await join('/chat-web', one)
      const forged = await join('/chat-web', { ...one, ticket: 'a'.repeat(one.ticket.length) })
      return { elsewhere, many: many.filter(Boolean).length, again, forged }
    },
    expected: { elsewhere: false, many: 1, again: false, forged: false },
    state: (one) => isHeard(one),
    after: true,
  }),
  attempt({
    name: '4.2 says in a room that was not joined, one cid five times, as a visitor, with forged ids, names and kinds',
    prepare: async (world) => {
      const one = await speaker(world)
      const visitor = await joinRoom(await world.visitor(), one.room, 'anon')
      return { ...one, visitor: visitor.socket }
    },
    attempt: async ({ socket, room, visitor }) => {
      const [same, text] = [cid(), `一句${cid().slice(0, 8)}`]
      const five = await atOnce(5, () => socket.ask('say', { chatRoomNo: room, cid: same, text }))
      return {
        foreign: (await say(socket, 'r2999')).ok,
        ids: new Set(five.map(({ id }) => id)).size,
        visitor: (await visitor.ask('say', { chatRoomNo: room, cid: cid(), text: '游客说话' }))?.ok ?? false,
        forged: [
          (await say(socket, room, { id: 'x', msgType: 3, role: 'admin' })).ok,
          (await say(socket, room, { text: '' })).ok,
          (await say(socket, room, { text: '长'.repeat(2_000) })).ok,
          (await say(socket, room, { sticker: '../../etc/passwd' })).ok,
          (await say(socket, room, { replyTo: 'no-such-message' })).code,
        ],
      }
    },
    expected: { foreign: false, ids: 1, visitor: false, forged: [false, false, false, false, expect.anything()] },
    state: (one) => isHeard(one),
    after: true,
  }),
  attempt({
    name: '4.5 300 resumes and 100 messages of one socket at once, without the load token',
    prepare: async (world) => {
      const one = await speaker(world)
      const flooder = await speaker(world)
      flooder.member.http = {}
      const { ticket, epoch, seq } = (await flooder.member.call('chatroom.webJoin', { chatRoomNo: one.room })).data
      const limited = await Socket.open(one.member.target.origin, '/chat-web', {})
      await limited.ask('join', { ticket, position: { epoch, seq } })
      return { one, limited, epoch: epoch as number, seq: seq as number }
    },
    attempt: async ({ one, limited, epoch, seq }) => {
      const resumed = atOnce(300, () => limited.ask('resume', { chatRoomNo: one.room, epoch, seq }))
      const said = await atOnce(100, () => say(limited, one.room))
      void resumed.catch(() => null)
      return said.filter((ack) => ack?.ok === true).length <= 10
    },
    expected: true,
    state: ({ one }) => isHeard(one),
    after: true,
  }),
]

const power = [
  attempt({
    name: 'a member administers a room: mute, delete, words, rules; reports and recalls of others',
    prepare: async (world) => ({ one: await speaker(world), other: await speaker(world) }),
    attempt: async ({ one, other }) => {
      const { id } = await say(other.socket, other.room)
      const { userId } = (await other.member.call('auth.session')).data.member
      const chatRoomNo = one.room
      const as = (name: string, params: object): Promise<{ code: string }> =>
        one.member.call(name, { chatRoomNo, ...params })
      return tally([
        await as('chatroom.mute', { userId, minutes: 10, reason: '刷屏' }),
        await as('chatroom.unblock', { userId }),
        await as('chatroom.operation', { type: 'delete', ids: [id] }),
        await as('chatroom.operation', { type: 'delete-all', userId }),
        await as('chatroom.setWords', { added: ['x'], removed: [] }),
        await as('chatroom.setup', { setup: { muteAll: true } }),
        await as('chatroom.audit', {}),
        await as('chatroom.reports', {}),
      ])
    },
    expected: { NOT_ROOM_ADMIN: 8 },
    state: ({ other }) => isHeard(other),
    after: true,
  }),
  attempt({
    name: 'a muted member speaks on an open, a new and a resumed socket',
    prepare: async (world) => ({ one: await speaker(world), admin: await world.signedIn('admin01') }),
    attempt: async ({ one, admin }) => {
      const { userId } = (await one.member.call('auth.session')).data.member
      const muted = await admin.call('chatroom.mute', { chatRoomNo: one.room, userId, minutes: 10, reason: '刷屏' })
      const before = await say(one.socket, one.room)
      const { socket } = await joinRoom(one.member, one.room)
      const later = await say(socket, one.room)
      await socket.close()
      await admin.call('chatroom.unblock', { chatRoomNo: one.room, userId })
      return [muted.code, before.ok, later.ok]
    },
    expected: ['SUCCESS', false, false],
    state: ({ one }) => isHeard(one),
    after: true,
  }),
  attempt({
    name: 'shows a bet in a foreign room, joins rooms that do not exist, reads history behind the start',
    prepare: (world) => speaker(world),
    attempt: async ({ member }) => {
      const odd = ['r9999', 'sports-none', 'table-none', '__proto__', 'constructor', 'r2001 ', '../r2001', 'A', '']
      const joins = await Promise.all(odd.map((chatRoomNo) => member.call('chatroom.webJoin', { chatRoomNo })))
      const history = await Promise.all(
        [0, -1, 2 ** 53, 1e21, 1.5].map((beforeSeq) =>
          member.call('chatroom.webHistory', { chatRoomNo: 'r9999', beforeSeq, size: 50 }),
        ),
      )
      const shown = await member.call('bet.show', { betId: crypto.randomUUID(), chatRoomNo: 'r2001' })
      return [...codes(joins), ...codes(history), shown.code].filter(
        (code) => code === 'SUCCESS' || code === 'INTERNAL_ERROR',
      )
    },
    expected: [],
    state: (one) => isHeard(one),
    after: true,
  }),
]

export const rooms = [...speech, ...power]
