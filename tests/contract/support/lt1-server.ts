import { createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/down.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { JoinEvent, ResumeEvent, SayEvent } from '#protocol/room/up.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import type { Draft, Fault, SeenCall, ServerControl } from './control.ts'
import { CONTROL_METHODS } from './control.ts'
import { Lt1Room, SNAPSHOT } from './lt1-room.ts'
import type { OpenedRequest } from './lt1-seal.ts'
import { Lt1Seal } from './lt1-seal.ts'

type Reply = { code: number; data: unknown; status?: number }
interface Session {
  readonly token: string
  readonly userId: string
}

const ROWS = new Map<string, [EndpointName, Endpoint]>(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).map(([name, row]) => [
    `${row.method} ${row.path}`,
    [name, row],
  ]),
)

/**
 * A small server on src/protocol: the wire as it is agreed, with faults on demand. It keeps no store and checks no more
 * than the transport's tests need; the real server is tested beside it.
 */
export class Lt1Server implements ServerControl {
  private readonly backend = createWebCrypto(crypto)
  private clockShift = 0
  private readonly seal = new Lt1Seal(this.backend, () => this.now())
  private readonly http = createServer((request, response) => void this.serve(request, response))
  private readonly io = new Server(this.http, { path: SOCKET_PATH, serveClient: false, cors: { origin: true } })
  private rooms = new Map<string, Lt1Room>()
  private tickets = new Map<string, string>()
  private sessions = new Map<string, Session>()
  private faults: { path: string; fault: Fault }[] = []
  private seen: SeenCall[] = []
  private booked = new Map<string, { content: string; data: unknown }>()
  private areDoorsOpen = true
  private serial = 0
  private joined: (() => void)[] = []
  private asked: { path: string; resolve: () => void }[] = []

  static async start(): Promise<Lt1Server> {
    const server = new Lt1Server()
    server.attach()
    server.http.listen(0, '127.0.0.1')
    await once(server.http, 'listening')
    return server
  }

  async stop(): Promise<void> {
    const closed = this.io.close()
    this.http.closeAllConnections()
    await closed
  }

  where(): Promise<{ origin: string; identity: string }> {
    const { port } = this.http.address() as AddressInfo
    return Promise.resolve({ origin: `http://127.0.0.1:${port}`, identity: this.seal.identity })
  }

  async append(chatRoomNo: string, drafts: readonly Draft[]): Promise<number> {
    const room = this.room(chatRoomNo)
    const frame = await room.append(drafts.map((draft, index) => this.entry(room, draft, index)))
    if (frame !== null)
      for (const namespace of Object.values(NAMESPACES)) this.io.of(namespace).to(chatRoomNo).emit('frame', frame)
    return room.head
  }

  async loseFrames(chatRoomNo: string, count: number): Promise<void> {
    this.room(chatRoomNo).framesToLose = count
  }

  async forgetBefore(chatRoomNo: string, seq: number): Promise<void> {
    this.room(chatRoomNo).oldest = seq
  }

  async breakContinuity(chatRoomNo: string): Promise<void> {
    this.room(chatRoomNo).breakContinuity()
  }

  async closeDoors(): Promise<void> {
    this.areDoorsOpen = false
    this.io.disconnectSockets(true)
    for (const namespace of Object.values(NAMESPACES)) this.io.of(namespace).disconnectSockets(true)
  }

  async openDoors(): Promise<void> {
    this.areDoorsOpen = true
  }

  async restart(): Promise<void> {
    this.seal.forget()
    this.tickets = new Map()
    for (const namespace of Object.values(NAMESPACES)) this.io.of(namespace).disconnectSockets(true)
  }

  async shiftClock(byMs: number): Promise<void> {
    this.clockShift += byMs
  }

  async fail(path: string, faults: readonly Fault[]): Promise<void> {
    this.faults.push(...faults.map((fault) => ({ path, fault })))
  }

  async endSession(code: number): Promise<void> {
    this.sessions = new Map()
    for (const namespace of [NAMESPACES.web, NAMESPACES.app]) {
      this.io.of(namespace).emit('session-end', { code, message: codeText(code) })
      this.io.of(namespace).disconnectSockets(true)
    }
  }

  async calls(path: string): Promise<SeenCall[]> {
    return this.seen.filter((call) => call.path.includes(path))
  }

  async bookings(): Promise<number> {
    return this.booked.size
  }

  async whenInRoom(chatRoomNo: string, sockets: number): Promise<void> {
    while (this.socketsIn(chatRoomNo) < sockets) await new Promise<void>((resolve) => this.joined.push(resolve))
  }

  /** Resolves at the next request whose path contains the text. */
  whenAsked(path: string): Promise<void> {
    return new Promise((resolve) => this.asked.push({ path, resolve }))
  }

  async reset(): Promise<void> {
    this.clockShift = 0
    this.areDoorsOpen = true
    this.faults = []
    this.seen = []
    this.booked = new Map()
    this.sessions = new Map()
    this.rooms = new Map()
    for (const namespace of Object.values(NAMESPACES)) this.io.of(namespace).disconnectSockets(true)
  }

  private now(): number {
    return Date.now() + this.clockShift
  }

  room(chatRoomNo: string): Lt1Room {
    const room = this.rooms.get(chatRoomNo) ?? new Lt1Room(chatRoomNo, this.backend)
    this.rooms.set(chatRoomNo, room)
    return room
  }

  private socketsIn(chatRoomNo: string): number {
    const sizes = Object.values(NAMESPACES).map((name) => this.io.of(name).adapter.rooms.get(chatRoomNo)?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  private entry(room: Lt1Room, draft: Draft, index: number): Entry {
    const userId = draft.userId ?? 'user-1'
    const author = {
      venueName: 'YB',
      siteId: 5009,
      siteSeries: 5000,
      memberId: userId,
      memberName: '看客',
      vipLevel: draft.vipLevel ?? 1,
      userId,
      level: 3,
    }
    const id = draft.id ?? `${room.epoch}-${room.head + 1 + index}`
    const cid = draft.cid === undefined ? {} : { cid: draft.cid }
    const content = { msgType: MSG_TYPES[draft.kind] }
    return { id, at: Math.floor(this.now()), content, data: draft.data, ...author, ...cid } as Entry
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type, x-lt1')
    if (request.method === 'OPTIONS') return void response.end()
    const body = await textOf(request)
    const url = request.url ?? ''
    try {
      if (url.startsWith('/control/')) return void response.end(await this.controlled(url, body))
      await this.call(request, response, url, body)
    } catch (error) {
      response.statusCode = 500
      response.end(String(error))
    }
  }

  private async controlled(url: string, body: string): Promise<string> {
    const method = CONTROL_METHODS.find((name) => url === `/control/${name}`)
    if (!method) throw new Error(`no control ${url}`)
    const run = this[method].bind(this) as (...parameters: unknown[]) => Promise<unknown>
    return JSON.stringify(await run(...(JSON.parse(body) as unknown[]))) ?? ''
  }

  private async call(request: IncomingMessage, response: ServerResponse, target: string, body: string): Promise<void> {
    const [name, row] = ROWS.get(`${request.method} ${target.split('?')[0]}`) ?? []
    if (!name || !row) return refuse(response, CODES.NOT_FOUND, this.now())
    for (const one of this.asked) if (row.path.includes(one.path)) one.resolve()
    const at = this.faults.findIndex((one) => row.path.includes(one.path))
    const fault = at < 0 ? null : (this.faults.splice(at, 1)[0]?.fault ?? null)
    if (fault === 'hang') return
    if (fault === 'lose-request') return breakOff(response)
    if (fault === 'not-json') return void response.end('<html>a proxy speaks</html>')
    if (fault === 'not-an-object') return void response.end('[1,2,3]')
    if (fault === 'seal-refused') return refuse(response, CODES.SEAL_REFUSED, this.now())
    if (fault === 'status-401') response.statusCode = 401

    if (row.answer === 'plain') {
      this.seen.push({ path: row.path, idempotencyKey: null, token: '' })
      const data = name === 'gateway.vvm' ? await this.seal.vvm(JSON.parse(body) as never) : { time: this.now() }
      return void response.end(JSON.stringify(answerOf({ code: 0, data }, this.now())))
    }
    const header = request.headers['x-lt1']
    const opened = await this.seal.open(row.method, target, String(header), row.encoding === 'query' ? null : body)
    if (opened === 'rekey') return refuse(response, CODES.REKEY, this.now())
    if (opened === 'stale') return refuse(response, CODES.STALE, this.now())
    const { token } = opened.headers
    this.seen.push({ path: row.path, idempotencyKey: opened.headers['idempotency-key'] ?? null, token })
    const reply = fault === 'status-401' ? { code: CODES.AUTH_ERROR, data: null } : await this.handle(name, row, opened)
    const sealed = await opened.seal(JSON.stringify(answerOf(reply, this.now())))
    if (fault === 'lose-answer') return breakOff(response)
    response.end(sealed)
  }

  private async handle(name: EndpointName, row: Endpoint, opened: OpenedRequest): Promise<Reply> {
    const session = this.sessions.get(opened.headers.token)
    if (row.access !== 'public' && !session) {
      return { code: opened.headers.token === '' ? CODES.NEED_LOGIN : CODES.AUTH_ERROR, data: null }
    }
    const parsed = row.request.safeParse(opened.params)
    if (!parsed.success) return { code: CODES.PARAM_ERROR, data: { fields: parsed.error.issues } }
    // Checked by the row's own schema; each handler names the fields it uses.
    const params = parsed.data as never
    switch (name) {
      case 'gateway.getSysTime':
        return { code: 0, data: { time: Math.floor(this.now()) } }
      case 'auth.login':
        return this.signIn(params, opened.wdKey)
      case 'auth.session':
        return { code: 0, data: { member: member(session?.userId ?? ''), expireAt: this.expireAt() } }
      case 'auth.logout':
        this.sessions.delete(opened.headers.token)
        return { code: 0, data: {} }
      case 'chatroom.anonJoin':
      case 'chatroom.webJoin':
        return this.join(params)
      case 'chatroom.anonHistory':
      case 'chatroom.webHistory':
        return this.history(params)
      case 'gift.reward':
        return this.reward(params, opened.headers['idempotency-key'] ?? '')
      case 'coin.balance':
        return { code: 0, data: { balance: 1_000 - this.booked.size * 10 } }
      default:
        return { code: CODES.NOT_FOUND, data: null }
    }
  }

  private signIn({ name, timewd }: { name: string; timewd: string }, wdKey: Uint8Array): Reply {
    const raw = fromBase64Url(timewd)
    const decipher = createDecipheriv('aes-256-cbc', wdKey, raw.subarray(0, 16))
    const text = Buffer.concat([decipher.update(raw.subarray(16)), decipher.final()]).toString('utf8')
    const [password, time] = text.split('|')
    if (password !== 'Play2026x') return { code: CODES.NAME_OR_PASSWORD_WRONG, data: null }
    if (Math.abs(Number(time) - this.now()) > 300_000) return { code: CODES.PARAM_ERROR, data: null }
    const token = toBase64Url(this.backend.random(24))
    this.sessions.set(token, { token, userId: `id-${name}` })
    return { code: 0, data: { token, expireAt: this.expireAt(), member: member(`id-${name}`), lastSession: null } }
  }

  private expireAt(): number {
    return Math.floor(this.now()) + 3_600_000
  }

  private join({ chatRoomNo, position }: { chatRoomNo: string; position?: { epoch: number; seq: number } }): Reply {
    if (chatRoomNo === 'no-such-room') return { code: CODES.NOT_FOUND, data: null }
    const room = this.room(chatRoomNo)
    this.serial += 1
    const ticket = `ticket-${String(this.serial).padStart(20, '0')}`
    this.tickets.set(ticket, chatRoomNo)
    const recovered = position !== undefined && room.canResume(position)
    const missed = position === undefined || recovered ? 0 : Math.max(0, room.head - position.seq)
    const { epoch, head, key } = room
    const history = recovered ? [] : room.history()
    return {
      code: 0,
      data: { chatRoomNo, roomKey: key, ticket, epoch, seq: head, recovered, missed, snapshot: SNAPSHOT, history },
    }
  }

  private history({ chatRoomNo, beforeSeq, size }: { chatRoomNo: string; beforeSeq: number; size: number }): Reply {
    const room = this.room(chatRoomNo)
    const list = room.numbered(beforeSeq - size, beforeSeq - 1)
    return { code: 0, data: { epoch: room.epoch, list, hasMore: beforeSeq - size > room.oldest } }
  }

  private reward(params: { count: number }, key: string): Reply {
    const content = JSON.stringify(params)
    const first = this.booked.get(key)
    if (first)
      return {
        code: first.content === content ? CODES.DUPLICATE_REQUEST : CODES.IDEMPOTENCY_CONFLICT,
        data: first.data,
      }
    const balance = 1_000 - (this.booked.size + 1) * 10
    const data = { giftOrderNo: `gift-${key}`, total: 10, balance, comboCount: params.count }
    this.booked.set(key, { content, data })
    return { code: 0, data }
  }

  private attach(): void {
    for (const [role, namespace] of Object.entries(NAMESPACES)) {
      const nsp = this.io.of(namespace)
      nsp.use((_socket, next) => next(this.areDoorsOpen ? undefined : new Error('closed')))
      nsp.on('connection', (socket) => {
        socket.on('join', async (raw: unknown, answer: (result: unknown) => void) => {
          const event = JoinEvent.parse(raw)
          const chatRoomNo = this.tickets.get(event.ticket)
          this.tickets.delete(event.ticket)
          if (chatRoomNo === undefined) return answer({ ok: false, code: CODES.PARAM_ERROR, message: 'ticket' })
          const room = this.room(chatRoomNo)
          const position = event.position ?? { epoch: room.epoch, seq: room.head }
          // Joined before the catch-up is made: what comes meanwhile is in both, and the client must cope.
          await socket.join(chatRoomNo)
          answer(await room.catchUp(position))
          for (const resolve of this.joined.splice(0)) resolve()
        })
        socket.on('resume', async (raw: unknown, answer: (result: unknown) => void) => {
          const { chatRoomNo, ...position } = ResumeEvent.parse(raw)
          answer(await this.room(chatRoomNo).catchUp(position))
        })
        socket.on('leave', (raw: { chatRoomNo: string }, answer: (result: unknown) => void) => {
          void socket.leave(raw.chatRoomNo)
          answer({ ok: true })
        })
        socket.on('say', async (raw: unknown, answer: (result: unknown) => void) => {
          const { chatRoomNo, text, cid } = SayEvent.parse(raw)
          if (role === 'anon') return answer({ ok: false, code: CODES.NEED_LOGIN, message: codeText(CODES.NEED_LOGIN) })
          if (text === '禁') return answer({ ok: false, code: CODES.CHAT_MUTED, message: '您已被禁言', until: 99 })
          const room = this.room(chatRoomNo)
          const before = room.entries.findIndex((entry) => entry.cid === cid)
          const seq =
            before >= 0
              ? before + 1
              : await this.append(chatRoomNo, [{ kind: 'text', data: { text }, cid, userId: 'id-fan001' }])
          answer({ ok: true, id: room.entries[seq - 1]?.id, seq })
        })
      })
    }
  }
}

function member(userId: string) {
  return {
    userId,
    nickname: '看客',
    avatar: '',
    vipLevel: 1,
    level: 1,
    currency: 'CNY',
    siteId: 5009,
    agentStatus: 0,
    tags: [],
  }
}

function answerOf({ code, data }: Reply, now: number) {
  return { code, msg: code === 0 ? '' : codeText(code), data, time: Math.floor(now), traceId: 'trace-1' }
}

/** Ends the connection within the answer: browsers send a request again by themselves when not even a head has come. */
function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1_000 })
  response.write('{', () => response.destroy())
}

function refuse(response: ServerResponse, code: number, now: number): void {
  response.end(JSON.stringify(answerOf({ code, data: null }, now)))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += String(part)
  return text
}
