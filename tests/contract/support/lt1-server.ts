import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SafeTypes } from '#protocol/verification.ts'
import type { Draft, Fault, Provocation, SeenCall, ServedOrigins, ServerControl } from './control.ts'
import { replyTo } from './lt1-calls.ts'
import type { Lt1Room } from './lt1-room.ts'
import { Lt1Seal } from './lt1-seal.ts'
import { Lt1Sockets } from './lt1-sockets.ts'
import type { Reply } from './lt1-seal.ts'
import { Lt1World } from './lt1-world.ts'

const ENDPOINTS_BY_TARGET = new Map<string, [EndpointName, Endpoint]>(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).map(([name, endpoint]) => [
    `${endpoint.method} ${endpoint.path}`,
    [name, endpoint],
  ]),
)

/**
 * A small server that implements the wire format with src/protocol, at two origins, with faults on demand. It stores nothing
 * and validates only what the transport's tests need. The real server is tested separately.
 */
export class Lt1Server implements ServerControl {
  readonly world = new Lt1World()
  readonly #seal = new Lt1Seal(this.world.backend, () => this.world.now())
  readonly #first = createServer((request, response) => void this.#serve(request, response, true))
  readonly #second = createServer((request, response) => void this.#serve(request, response, false))
  readonly #sockets = new Lt1Sockets([this.#first, this.#second], this.world)
  #faults: { path: string; fault: Fault }[] = []
  #firstOriginFault: Fault | null = null
  #hanging = 0
  #hangingChanged: (() => void)[] = []
  #asked: { path: string; resolve: () => void }[] = []

  static async start(): Promise<Lt1Server> {
    const server = new Lt1Server()
    for (const http of [server.#first, server.#second]) {
      http.listen(0, '127.0.0.1')
      await once(http, 'listening')
    }
    return server
  }

  async stop(): Promise<void> {
    const closed = this.#sockets.close()
    for (const http of [this.#first, this.#second]) {
      http.closeAllConnections()
      http.close()
    }
    await closed
  }

  async where(): Promise<{ origin: string; identity: string }> {
    return { origin: originOf(this.#first), identity: this.#seal.identity }
  }

  async secondOrigin(): Promise<string> {
    return originOf(this.#second)
  }

  append(chatRoomNo: string, drafts: readonly Draft[]): Promise<number> {
    return this.#sockets.append(chatRoomNo, drafts)
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

  async refuseConnections(): Promise<void> {
    this.world.acceptsConnections = false
    this.#sockets.disconnect()
  }

  async acceptConnections(): Promise<void> {
    this.world.acceptsConnections = true
  }

  async restart(): Promise<void> {
    this.#seal.forget()
    this.world.tickets = new Map()
    this.#sockets.disconnect()
  }

  async shiftClock(byMs: number): Promise<void> {
    this.world.clockShift += byMs
  }

  async fail(path: string, faults: readonly Fault[]): Promise<void> {
    this.#faults.push(...faults.map((fault) => ({ path, fault })))
  }

  async provoke(provocation: Provocation): Promise<void> {
    this.world.provocations.push({ ...provocation })
  }

  async protect(path: string, safeTypes: SafeTypes): Promise<void> {
    this.world.safety.protect(path, safeTypes)
  }

  async forgetRiskTokens(): Promise<void> {
    this.world.safety.forgetTokens()
  }

  async serveOrigins(origins: ServedOrigins | null): Promise<void> {
    this.world.origins = origins
  }

  async breakFirstOrigin(fault: Fault | null): Promise<void> {
    this.#firstOriginFault = fault
    this.world.isFirstOriginBroken = fault !== null
    if (fault !== null) this.#sockets.disconnect()
  }

  async revokeGrants(): Promise<void> {
    this.world.provider.revoke()
  }

  async endSession(code: number): Promise<void> {
    this.world.sessions = new Map()
    this.#sockets.endSession(code)
  }

  async calls(path: string): Promise<SeenCall[]> {
    return this.world.seen.filter((call) => call.path.includes(path))
  }

  async whenCalled(path: string, times: number): Promise<void> {
    while ((await this.calls(path)).length < times) await this.world.nextSeen()
  }

  async whenHanging(requests: number): Promise<void> {
    while (this.#hanging !== requests) await new Promise<void>((resolve) => this.#hangingChanged.push(resolve))
  }

  async bookings(): Promise<number> {
    return this.world.booked.size
  }

  whenInRoom(chatRoomNo: string, sockets: number): Promise<void> {
    return this.#sockets.whenInRoom(chatRoomNo, sockets)
  }

  whenEmpty(chatRoomNo: string): Promise<void> {
    return this.#sockets.whenEmpty(chatRoomNo)
  }

  async holdJoins(): Promise<void> {
    this.#sockets.holdJoins()
  }

  async releaseJoins(): Promise<void> {
    this.#sockets.releaseJoins()
  }

  /** Resolves at the next request whose path contains `path`. */
  whenRequested(path: string): Promise<void> {
    return new Promise((resolve) => this.#asked.push({ path, resolve }))
  }

  async reset(): Promise<void> {
    await this.releaseJoins()
    this.#faults = []
    this.#firstOriginFault = null
    this.world.reset()
    this.#sockets.disconnect()
  }

  room(chatRoomNo: string): Lt1Room {
    return this.world.room(chatRoomNo)
  }

  async #serve(request: IncomingMessage, response: ServerResponse, isFirst: boolean): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
    response.setHeader('access-control-allow-headers', 'content-type, x-lt1')
    response.setHeader('access-control-expose-headers', 'x-risk-token')
    if (request.method === 'OPTIONS') return void response.end()
    const url = request.url ?? ''
    try {
      const body = await bytesOf(request)
      if (url.startsWith('/control/')) return void response.end(await this.#controlled(url, body.toString('utf8')))
      await this.#call(request, response, body, isFirst)
    } catch (error) {
      response.statusCode = 500
      response.end(String(error))
    }
  }

  async #controlled(url: string, body: string): Promise<string> {
    const method = url.slice('/control/'.length) as keyof ServerControl
    const run = this[method].bind(this) as (...parameters: unknown[]) => Promise<unknown>
    return JSON.stringify(await run(...(JSON.parse(body) as unknown[]))) ?? ''
  }

  async #call(request: IncomingMessage, response: ServerResponse, body: Buffer, isFirst: boolean): Promise<void> {
    const target = request.url ?? ''
    const [name, endpoint] = ENDPOINTS_BY_TARGET.get(`${request.method} ${target.split('?')[0]}`) ?? []
    if (!name || !endpoint) return clear(response, CODES.NOT_FOUND, this.world.now(), 404)
    for (const one of this.#asked) if (endpoint.path.includes(one.path)) one.resolve()
    const fault = isFirst && this.#firstOriginFault !== null ? this.#firstOriginFault : this.#nextFault(endpoint.path)
    if (fault === 'hang') return this.#hang(response)
    if (fault !== null && applyFault(fault, response, this.world.now())) return
    if (endpoint.response === 'plain' || endpoint.response === 'field')
      return this.#callPlain(name, endpoint, response, target, body)

    const header = String(request.headers['x-lt1'])
    const sent = {
      method: endpoint.method,
      target,
      header,
      encoding: endpoint.encoding,
      type: request.headers['content-type'] ?? '',
    }
    const opened = await this.#seal.open(sent, body)
    if (opened === 'rekey') return clear(response, CODES.REKEY, this.world.now())
    if (opened === 'stale') return clear(response, CODES.STALE, this.world.now())
    this.world.see({
      path: endpoint.path,
      origin: isFirst ? 1 : 2,
      idempotencyKey: opened.headers['idempotency-key'] ?? null,
      token: opened.headers.token,
      nonce: opened.headers.nonce,
      riskToken: opened.headers['risk-token'] ?? '',
      params: opened.params,
    })
    const isDead = fault === 'status-401'
    const reply = isDead ? { code: CODES.AUTH_ERROR, data: null } : replyTo(this.world, name, endpoint, opened)
    if (reply.blob) return void response.writeHead(200, { 'content-type': 'image/png' }).end(reply.blob)
    const sealed = await opened.seal(JSON.stringify(responseOf(reply, this.world.now())))
    if (reply.riskToken !== undefined) response.setHeader('x-risk-token', await opened.sealRisk(reply.riskToken))
    if (fault === 'lose-answer') return closeWithinBody(response)
    response.statusCode = isDead ? 401 : 200
    response.setHeader('content-type', 'application/json')
    response.end(sealed)
  }

  async #callPlain(
    name: EndpointName,
    endpoint: Endpoint,
    response: ServerResponse,
    target: string,
    body: Buffer,
  ): Promise<void> {
    this.world.see({ path: endpoint.path, origin: 1, ...NOTHING_SEALED })
    if (name === 'video.play') return void response.end(this.world.provider.play(target))
    const provoked = this.world.provokedReply(endpoint.path)
    const time = this.world.now()
    const data = name === 'gateway.vvm' ? await this.#seal.vvm(JSON.parse(body.toString('utf8')) as never) : { time }
    response.end(JSON.stringify(responseOf(provoked ?? { code: 0, data }, time)))
  }

  /** Sends no response. */
  #hang(response: ServerResponse): void {
    const change = (by: number) => {
      this.#hanging += by
      for (const notify of this.#hangingChanged.splice(0)) notify()
    }
    change(1)
    response.on('close', () => change(-1))
  }

  #nextFault(path: string): Fault | null {
    const at = this.#faults.findIndex((one) => path.includes(one.path))
    return at < 0 ? null : (this.#faults.splice(at, 1)[0]?.fault ?? null)
  }
}

const NOTHING_SEALED = { idempotencyKey: null, token: '', nonce: '', riskToken: '', params: null }

/** Applies a fault. Returns true if the request has ended. */
function applyFault(fault: Fault, response: ServerResponse, now: number): boolean {
  if (fault === 'lose-request') closeWithinBody(response)
  else if (fault === 'not-json') response.end('<html>a proxy speaks</html>')
  else if (fault === 'not-an-object') response.end('[1,2,3]')
  else if (fault === 'status-404') response.writeHead(404).end('not here')
  else if (fault === 'status-502') response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  else if (fault === 'seal-refused') clear(response, CODES.SEAL_REFUSED, now)
  else return false
  return true
}

function originOf(http: Server): string {
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

function responseOf({ code, data }: Reply, now: number) {
  return { code, msg: code === 0 ? '' : codeText(code), data, time: Math.floor(now), traceId: 'trace-1' }
}

/** Closes the connection within the body. Browsers resend a request whose connection closes before the header. */
function closeWithinBody(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1_000 })
  response.write('{', () => response.destroy())
}

function clear(response: ServerResponse, code: number, now: number, status = 200): void {
  response.writeHead(status).end(JSON.stringify(responseOf({ code, data: null }, now)))
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
