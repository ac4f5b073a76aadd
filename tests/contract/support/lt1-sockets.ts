import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'socket.io'
import { Server } from 'socket.io'
import { CODES, codeText } from '#protocol/codes.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { JoinEvent, ResumeEvent, SayEvent } from '#protocol/room/client-events.ts'
import type { Draft } from './control.ts'
import type { Lt1World } from './lt1-world.ts'

type Acknowledge = (result: unknown) => void

/** Sockets of the test server: join, resume, leave and say. */
export class Lt1Sockets {
  readonly #world: Lt1World

  readonly #io: Server
  /** Called after a socket has entered or left a room. */
  #moved: (() => void)[] = []
  #joins: { readonly released: Promise<void>; readonly release: () => void } | null = null

  constructor(servers: readonly [HttpServer, HttpServer], world: Lt1World) {
    this.#world = world

    const [first, second] = servers
    const options = { path: SOCKET_PATH, serveClient: false, cors: { origin: true } }
    this.#io = new Server(first, options)
    this.#io.attach(second, options)
    for (const [role, namespace] of Object.entries(NAMESPACES)) {
      const rooms = this.#io.of(namespace)
      rooms.use((socket, next) => {
        const isBroken = world.isFirstOriginBroken && socket.handshake.headers.host?.endsWith(`:${portOf(first)}`)
        next(world.acceptsConnections && !isBroken ? undefined : new Error('closed'))
      })
      rooms.on('connection', (socket) => this.#listen(role, socket))
    }
  }

  async append(chatRoomNo: string, drafts: readonly Draft[]): Promise<number> {
    const room = this.#world.room(chatRoomNo)
    const frame = await room.append(drafts.map((draft, index) => this.#world.entry(room, draft, index)))
    if (frame !== null) this.#each((rooms) => rooms.to(chatRoomNo).emit('frame', frame))
    return room.head
  }

  async whenInRoom(chatRoomNo: string, sockets: number): Promise<void> {
    while (this.#socketsIn(chatRoomNo) < sockets) await new Promise<void>((resolve) => this.#moved.push(resolve))
  }

  async whenEmpty(chatRoomNo: string): Promise<void> {
    while (this.#socketsIn(chatRoomNo) > 0) await new Promise<void>((resolve) => this.#moved.push(resolve))
  }

  holdJoins(): void {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    this.#joins = { released, release }
  }

  releaseJoins(): void {
    this.#joins?.release()
    this.#joins = null
  }

  endSession(code: number): void {
    for (const namespace of [NAMESPACES.web, NAMESPACES.app]) {
      this.#io.of(namespace).emit('session-end', { code, message: codeText(code) })
      this.#io.of(namespace).disconnectSockets(true)
    }
  }

  /** Closes all sockets. */
  disconnect(): void {
    this.#each((rooms) => rooms.disconnectSockets(true))
  }

  close(): Promise<void> {
    return this.#io.close()
  }

  #each(act: (rooms: ReturnType<Server['of']>) => unknown): void {
    for (const namespace of Object.values(NAMESPACES)) act(this.#io.of(namespace))
  }

  #socketsIn(chatRoomNo: string): number {
    const sizes = Object.values(NAMESPACES).map((name) => this.#io.of(name).adapter.rooms.get(chatRoomNo)?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  #tellMoved(): void {
    for (const resolve of this.#moved.splice(0)) resolve()
  }

  #listen(role: string, socket: Socket): void {
    const world = this.#world
    socket.on('join', async (raw: unknown, ack: Acknowledge) => {
      const event = JoinEvent.parse(raw)
      const chatRoomNo = world.tickets.get(event.ticket)
      world.tickets.delete(event.ticket)
      if (chatRoomNo === undefined) return ack({ ok: false, code: CODES.PARAM_ERROR, message: 'ticket' })
      const room = world.room(chatRoomNo)
      const position = event.position ?? { epoch: room.epoch, seq: room.head }
      // Joins before the catch-up, so that new entries are in both. The client must handle that.
      await socket.join(chatRoomNo)
      if (this.#joins !== null) {
        this.#tellMoved()
        await this.#joins.released
      }
      ack(await room.catchUp(position))
      this.#tellMoved()
    })
    socket.on('resume', async (raw: unknown, ack: Acknowledge) => {
      const { chatRoomNo, ...position } = ResumeEvent.parse(raw)
      ack(await world.room(chatRoomNo).catchUp(position))
    })
    socket.on('leave', (raw: { chatRoomNo: string }, ack: Acknowledge) => {
      void socket.leave(raw.chatRoomNo)
      ack({ ok: true })
      this.#tellMoved()
    })
    socket.on('say', async (raw: unknown, ack: Acknowledge) => ack(await this.#say(role, SayEvent.parse(raw))))
  }

  async #say(role: string, { chatRoomNo, text, cid }: SayEvent): Promise<unknown> {
    if (role === 'anon') return { ok: false, code: CODES.NEED_LOGIN, message: codeText(CODES.NEED_LOGIN) }
    if (text === '禁') return { ok: false, code: CODES.CHAT_MUTED, message: '你已被禁言', until: 99 }
    const room = this.#world.room(chatRoomNo)
    const before = room.entries.findIndex((entry) => entry.cid === cid)
    const draft: Draft = { kind: 'text', data: { text }, cid, userId: 'id-fan001' }
    const seq = before >= 0 ? before + 1 : await this.append(chatRoomNo, [draft])
    return { ok: true, id: room.entries[seq - 1]?.id, seq }
  }
}

function portOf(http: HttpServer): number {
  return (http.address() as AddressInfo).port
}
