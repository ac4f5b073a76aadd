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

/** The small server's sockets: rooms are joined by ticket, resumed, left, and spoken in. */
export class Lt1Sockets {
  private readonly io: Server
  private joined: (() => void)[] = []

  constructor(
    lines: readonly [HttpServer, HttpServer],
    private readonly world: Lt1World,
  ) {
    const [first, second] = lines
    const options = { path: SOCKET_PATH, serveClient: false, cors: { origin: true } }
    this.io = new Server(first, options)
    this.io.attach(second, options)
    for (const [role, namespace] of Object.entries(NAMESPACES)) {
      const rooms = this.io.of(namespace)
      rooms.use((socket, next) => {
        const isBroken = world.isFirstLineBroken && socket.handshake.headers.host?.endsWith(`:${portOf(first)}`)
        next(world.areDoorsOpen && !isBroken ? undefined : new Error('closed'))
      })
      rooms.on('connection', (socket) => this.listen(role, socket))
    }
  }

  async append(chatRoomNo: string, drafts: readonly Draft[]): Promise<number> {
    const room = this.world.room(chatRoomNo)
    const frame = await room.append(drafts.map((draft, index) => this.world.entry(room, draft, index)))
    if (frame !== null) this.each((rooms) => rooms.to(chatRoomNo).emit('frame', frame))
    return room.head
  }

  async whenInRoom(chatRoomNo: string, sockets: number): Promise<void> {
    while (this.socketsIn(chatRoomNo) < sockets) await new Promise<void>((resolve) => this.joined.push(resolve))
  }

  endSession(code: number): void {
    for (const namespace of [NAMESPACES.web, NAMESPACES.app]) {
      this.io.of(namespace).emit('session-end', { code, message: codeText(code) })
      this.io.of(namespace).disconnectSockets(true)
    }
  }

  /** Hangs up on everybody. */
  disconnect(): void {
    this.each((rooms) => rooms.disconnectSockets(true))
  }

  close(): Promise<void> {
    return this.io.close()
  }

  private each(act: (rooms: ReturnType<Server['of']>) => unknown): void {
    for (const namespace of Object.values(NAMESPACES)) act(this.io.of(namespace))
  }

  private socketsIn(chatRoomNo: string): number {
    const sizes = Object.values(NAMESPACES).map((name) => this.io.of(name).adapter.rooms.get(chatRoomNo)?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  private listen(role: string, socket: Socket): void {
    const { world } = this
    socket.on('join', async (raw: unknown, answer: Acknowledge) => {
      const event = JoinEvent.parse(raw)
      const chatRoomNo = world.tickets.get(event.ticket)
      world.tickets.delete(event.ticket)
      if (chatRoomNo === undefined) return answer({ ok: false, code: CODES.PARAM_ERROR, message: 'ticket' })
      const room = world.room(chatRoomNo)
      const position = event.position ?? { epoch: room.epoch, seq: room.head }
      // Joined before the catch-up is made: what comes meanwhile is in both, and the client must cope.
      await socket.join(chatRoomNo)
      answer(await room.catchUp(position))
      for (const resolve of this.joined.splice(0)) resolve()
    })
    socket.on('resume', async (raw: unknown, answer: Acknowledge) => {
      const { chatRoomNo, ...position } = ResumeEvent.parse(raw)
      answer(await world.room(chatRoomNo).catchUp(position))
    })
    socket.on('leave', (raw: { chatRoomNo: string }, answer: Acknowledge) => {
      void socket.leave(raw.chatRoomNo)
      answer({ ok: true })
    })
    socket.on('say', async (raw: unknown, answer: Acknowledge) => answer(await this.say(role, SayEvent.parse(raw))))
  }

  private async say(role: string, { chatRoomNo, text, cid }: SayEvent): Promise<unknown> {
    if (role === 'anon') return { ok: false, code: CODES.NEED_LOGIN, message: codeText(CODES.NEED_LOGIN) }
    if (text === '禁') return { ok: false, code: CODES.CHAT_MUTED, message: '你已被禁言', until: 99 }
    const room = this.world.room(chatRoomNo)
    const before = room.entries.findIndex((entry) => entry.cid === cid)
    const draft: Draft = { kind: 'text', data: { text }, cid, userId: 'id-fan001' }
    const seq = before >= 0 ? before + 1 : await this.append(chatRoomNo, [draft])
    return { ok: true, id: room.entries[seq - 1]?.id, seq }
  }
}

function portOf(http: HttpServer): number {
  return (http.address() as AddressInfo).port
}
