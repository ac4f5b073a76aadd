import crypto from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { WebSocket } from 'ws'

/*
 * A client of the attack suite. It uses docs/protocol.md and /openapi.json only, and no product code, so that a wrong
 * assumption of the product is not repeated by its tests. Section numbers in brackets are those of docs/protocol.md.
 */

export const LOAD_TOKEN = 'load-token-of-the-attack-suite'
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const raw = (text: string): Buffer => Buffer.from(text, 'base64url')
const hash = (name: string, text: crypto.BinaryLike): string => crypto.createHash(name).update(text).digest('hex')

/** An operation of /openapi.json. */
interface Operation {
  readonly path: string
  readonly method: string
  readonly encoding: 'json' | 'form' | 'query' | 'multipart'
  readonly response: string
  readonly idempotent: boolean
  readonly passwordFields: readonly string[]
  readonly access: string
  readonly request: Schema
}

/** The used part of a JSON schema. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** What a server says about itself. */
interface Target {
  readonly origin: string
  readonly identity: string
  readonly operations: ReadonlyMap<string, Operation>
  /** Names of response codes. */
  readonly codes: ReadonlyMap<number, string>
}

/** Fields of a response differ by call; an attempt reads the few that it names. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any

export interface Response {
  readonly status: number
  /** Name of the code, `SUCCESS` for 0. */
  readonly code: string
  /** The whole content, with texts. */
  readonly content: Readonly<Record<string, unknown>>
  readonly data: Data
  readonly headers: Headers
  /** The bytes of the body. */
  readonly bytes: Buffer
}

export interface File {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface CallOptions {
  /** The idempotency key. Money calls have a new one by default. */
  readonly key?: string
  /** Replaces logical headers. */
  readonly head?: Readonly<Record<string, unknown>>
  /** Replaces the text of the parameters. */
  readonly rawBody?: string
  /** Sends this sealed request, an earlier one, instead of a new one. */
  readonly replay?: Sent
  /** Changes the request after it was sealed. */
  readonly change?: (request: Wire) => Wire
  readonly http?: Readonly<Record<string, string>>
  readonly files?: readonly File[]
  /** Moves the clock of the client (milliseconds). */
  readonly shiftMs?: number
}

export interface Wire {
  readonly target: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

interface Sent {
  readonly wire: Wire
  readonly timestamp: number
  readonly nonce: string
}

/** [2] Each part after its length (16 bits, big endian). */
function lp(...parts: (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part as string)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      return [length, bytes]
    }),
  )
}

function gcmSeal(key: Buffer, plain: Buffer, { flags, aad }: { flags: number; aad: Buffer }): string {
  const iv = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  return b64(Buffer.concat([Buffer.of(flags), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
}

function gcmOpen(key: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const decipher = crypto.createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAAD(aad).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

/** Reads the identity key of the page, and all calls. */
async function readTarget(origin: string): Promise<Target> {
  const page = await (await fetch(`${origin}/`)).text()
  const identity = /<meta name="grandstand-identity" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const document: Data = await (await fetch(`${origin}/openapi.json`)).json()
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries<Data>(document.paths)) {
    for (const [method, found] of Object.entries<Data>(methods)) {
      operations.set(found.operationId, {
        path,
        method: method.toUpperCase(),
        encoding: found['x-encoding'],
        response: found['x-answer'],
        idempotent: found['x-idempotent'],
        passwordFields: found['x-password-fields'] ?? [],
        access: found['x-access'],
        request: (Object.values(found.requestBody?.content ?? {})[0] as Data)?.schema ?? {},
      })
    }
  }
  const listed = document.components.schemas.Code.oneOf as readonly { const: number; title: string }[]
  return { origin, identity, operations, codes: new Map(listed.map(({ const: code, title }) => [code, title])) }
}

const targets = new Map<string, Promise<Target>>()
let callers = 0

/** HTTP headers of one more caller: an address of its own behind the proxy, without the limits of addresses. */
export function newCaller(): Record<string, string> {
  callers += 1
  return { 'x-load-token': LOAD_TOKEN, 'x-forwarded-for': `198.18.${callers >> 8}.${callers & 255}` }
}

export class Client {
  readonly target: Target
  readonly siteId: number
  readonly uuid: string
  token = ''
  /** Moves the clock of this client (milliseconds), for a server whose clock is moved. */
  clockShiftMs = 0
  /** HTTP headers of all calls. */
  http: Record<string, string>
  readonly #kid: string
  readonly #key: (label: string) => Buffer
  last: Sent | null = null

  private constructor(
    made: { target: Target; siteId: number; uuid: string; http: Record<string, string> },
    kid: string,
    key: (label: string) => Buffer,
  ) {
    this.target = made.target
    this.siteId = made.siteId
    this.uuid = made.uuid
    this.http = made.http
    this.#kid = kid
    this.#key = key
  }

  /** [3] Shakes hands. */
  static async connect(
    origin: string,
    {
      siteId = 5009,
      uuid = crypto.randomUUID(),
      http = newCaller(),
    }: { readonly siteId?: number; readonly uuid?: string; readonly http?: Record<string, string> } = {},
  ): Promise<Client> {
    if (!targets.has(origin)) targets.set(origin, readTarget(origin))
    const target = await (targets.get(origin) as Promise<Target>)
    const share = crypto.generateKeyPairSync('x25519')
    const clientShare = raw(share.publicKey.export({ format: 'jwk' }).x ?? '')
    const response = await fetch(`${origin}/api/gw/ic/v2/vvm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...http },
      body: JSON.stringify({ version: 5, siteId, share: b64(clientShare) }),
    })
    const { data }: Data = await response.json()
    const serverShare = raw(data.share)
    const transcript = lp('LT1 vvm', clientShare, serverShare, `${siteId}`, data.keyVersion, `${data.serverTime}`)
    const identity = crypto.createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: target.identity } })
    if (!crypto.verify(null, transcript, identity, raw(data.signature))) throw new Error('another server')
    const publicKey = crypto.createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: data.share } })
    const secret = crypto.diffieHellman({ privateKey: share.privateKey, publicKey })
    const salt = crypto
      .createHash('sha256')
      .update(lp('LT1', clientShare, serverShare, `${siteId}`, data.keyVersion))
      .digest()
    const key = (label: string): Buffer => Buffer.from(crypto.hkdfSync('sha256', secret, salt, label, 32))
    return new Client({ target, siteId, uuid, http }, data.keyVersion, key)
  }

  /** The same session under new keys, as after a reload. */
  async again(): Promise<Client> {
    const { siteId, uuid, http } = this
    const client = await Client.connect(this.target.origin, { siteId, uuid, http })
    client.token = this.token
    client.clockShiftMs = this.clockShiftMs
    return client
  }

  /** [9] A password as it travels. */
  password(text: string): string {
    const iv = crypto.randomBytes(16)
    const cipher = crypto.createCipheriv('aes-256-cbc', this.#key('LT1 wd'), iv)
    return b64(Buffer.concat([iv, cipher.update(`${text}|${Date.now() + this.clockShiftMs}`), cipher.final()]))
  }

  /** [9] Signs in with name and password. */
  async signIn(name: string, password: string): Promise<Response> {
    const oldPassword = hash('md5', hash('md5', password) + name.trim().toLowerCase())
    const fields = { name, password: '', flag: 1, version: '1', timewd: password, oldPassword }
    const response = await this.call('auth.login', fields)
    if (response.code === 'SUCCESS') this.token = response.data.token
    return response
  }

  /** [4] One call. Password fields are passed as typed. Throws if a sealed response does not open. */
  async call(
    name: string,
    params: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Response> {
    const operation = this.target.operations.get(name)
    if (operation === undefined) throw new Error(`no call ${name}`)
    const sent = options.replay ?? this.#seal(operation, params, options)
    this.last = sent
    const { target, method, headers, body } = options.change?.(sent.wire) ?? sent.wire
    const response = await fetch(this.target.origin + target, {
      method,
      headers: { ...headers, ...options.http },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const content = this.#open(sent, bytes, response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      code: this.target.codes.get(content.code) ?? `code ${content.code}`,
      content,
      data: content.data,
      headers: response.headers,
      bytes,
    }
  }

  #aad(
    flags: number,
    direction: string,
    {
      sent,
      nonce,
      serverMs,
    }: { sent: Pick<Sent, 'timestamp'> & { wire: Pick<Wire, 'method' | 'target'> }; nonce: string; serverMs: number },
  ): Buffer {
    const { method, target } = sent.wire
    return lp('LT1', Buffer.of(flags), direction, this.#kid, method, target, `${sent.timestamp}`, nonce, `${serverMs}`)
  }

  #seal(operation: Operation, given: Readonly<Record<string, unknown>>, options: CallOptions): Sent {
    const { method, encoding, path } = operation
    const params: Record<string, unknown> = { ...given }
    for (const field of operation.passwordFields) {
      if (typeof params[field] === 'string') params[field] = this.password(params[field])
    }
    const named = path.replace(/\{(\w+)\}/g, (_, field: string) => {
      const value = String(params[field])
      delete params[field]
      return encodeURIComponent(value)
    })
    const query = encoding === 'query' ? new URLSearchParams(params as Record<string, string>).toString() : ''
    const target = query === '' ? named : `${named}?${query}`
    const timestamp = Date.now() + this.clockShiftMs + (options.shiftMs ?? 0)
    const nonce = crypto.randomBytes(8).toString('hex')
    const sign = crypto
      .createHmac('sha256', this.#key('LT1 sign'))
      .update([method, target, timestamp, nonce, this.siteId, this.uuid].join('\n'))
      .digest('hex')
    // [4] The token is blank in these calls.
    const token = /login|banner-list|perInfo\/v1\/get/.test(path) ? '' : this.token
    const key = options.key ?? (operation.idempotent ? crypto.randomUUID() : undefined)
    const head = {
      'client-type': 1,
      'site-id': this.siteId,
      token,
      'agent-token': '',
      uuid: this.uuid,
      version: '1',
      'app-key': 'grandstand-web',
      nonce,
      sign,
      timestamp,
      platform: 'attack',
      'accept-language': 'zh-CN',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...options.head,
    }
    const bound = { timestamp, wire: { method, target } }
    const seal = (direction: 'head' | 'body', text: string): string => {
      const aad = this.#aad(1, direction, { sent: bound, nonce: direction === 'head' ? '' : nonce, serverMs: 0 })
      return gcmSeal(this.#key(`LT1 c2s ${direction}`), Buffer.from(text), { flags: 1, aad })
    }
    const headers = { ...this.http, 'x-lt1': `1.${this.#kid}.${timestamp}.${seal('head', JSON.stringify(head))}` }
    if (encoding === 'query') return { timestamp, nonce, wire: { target, method, headers } }
    const files = options.files ?? []
    const listed = files.map(({ name, type, bytes }) => ({
      name,
      type,
      size: bytes.length,
      sha256: hash('sha256', bytes),
    }))
    const sealed = seal(
      'body',
      options.rawBody ?? JSON.stringify(encoding === 'multipart' ? { fields: params, files: listed } : params),
    )
    const at = timestamp % (sealed.length + 1)
    const xx = sealed.slice(0, at) + b64(crypto.randomBytes(6)) + sealed.slice(at)
    return {
      timestamp,
      nonce,
      wire: { target, method, headers: { ...headers, ...contentType(encoding) }, body: bodyOf(encoding, xx, files) },
    }
  }

  #open(sent: Sent, bytes: Buffer, type: string): { code: number; data: Data } {
    if (!type.includes('json')) return { code: 0, data: null }
    const clear: Data = JSON.parse(bytes.toString())
    const { t1, x1 } = clear
    if (x1 === undefined) {
      if (clear.code === 0 && sent.wire.headers['x-lt1'] !== undefined) throw new Error('a success in clear')
      return clear
    }
    const sealed = raw(x1)
    const flags = sealed[0] ?? 0
    const aad = this.#aad(flags, 'answer', { sent, nonce: sent.nonce, serverMs: t1 })
    const opened = gcmOpen(this.#key('LT1 s2c body'), sealed.subarray(1), aad)
    return JSON.parse((flags & 0x80 ? inflateRawSync(opened) : opened).toString())
  }
}

const BOUNDARY = 'boundary-of-the-attack-suite'

function contentType(encoding: string): Record<string, string> {
  if (encoding === 'json') return { 'content-type': 'application/json' }
  if (encoding === 'form') return { 'content-type': 'application/x-www-form-urlencoded' }
  return { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
}

/** [4] Bodies */
function bodyOf(encoding: string, xx: string, files: readonly File[]): string | Uint8Array<ArrayBuffer> {
  if (encoding === 'json') return JSON.stringify({ xx })
  if (encoding === 'form') return new URLSearchParams({ xx }).toString()
  const part = (disposition: string, bytes: Uint8Array, type?: string): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n`),
      Buffer.from(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ])
  const parts = files.map(({ name, type, bytes }, index) =>
    part(`name="file${index}"; filename="${name}"`, bytes, type),
  )
  return new Uint8Array(
    Buffer.concat([part('name="xx"', Buffer.from(xx)), ...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  )
}

/** [5] A connection of socket.io (protocol 5) to one namespace, written by hand so that packets can be malformed. */
export class Socket {
  readonly #socket: WebSocket
  readonly #namespace: string
  readonly #acks = new Map<number, (data: Data) => void>()
  readonly events: { readonly name: string; readonly data: Data }[] = []
  #nextAck = 1
  readonly closed: Promise<void>

  private constructor(socket: WebSocket, namespace: string) {
    this.#socket = socket
    this.#namespace = namespace
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  /** @param headers of the handshake, for example `origin` */
  static async open(
    origin: string,
    namespace: string,
    headers: Readonly<Record<string, string>> = { 'x-load-token': LOAD_TOKEN },
  ): Promise<Socket> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket/?EIO=4&transport=websocket`, { headers })
    const opened = new Socket(socket, namespace)
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.once('close', () => reject(new Error('closed before it was open')))
      socket.on('message', (bytes: Buffer) => {
        const text = bytes.toString()
        if (text.startsWith('0')) socket.send(`40${namespace},`)
        else if (text === '2') socket.send('3')
        else if (text.startsWith(`40${namespace},`)) resolve()
        else if (text.startsWith('44')) reject(new Error(text))
        else opened.#receive(text)
      })
    })
    return opened
  }

  /** Emits an event and returns its acknowledgement, or null if the connection closes first. */
  async ask(name: string, ...data: readonly unknown[]): Promise<Data> {
    const id = this.#nextAck
    this.#nextAck += 1
    const acknowledged = new Promise<Data>((resolve) => this.#acks.set(id, resolve))
    this.write(`42${this.#namespace},${id}${JSON.stringify([name, ...data])}`)
    return Promise.race([acknowledged, this.closed.then(() => null)])
  }

  /** Stops reading from TCP, so that what the server sends waits there. */
  stopReading(): void {
    this.#socket.pause()
  }

  /** Sends text as it is. */
  write(text: string | Uint8Array): void {
    this.#socket.send(text)
  }

  /** True while the server has not closed it. */
  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  async close(): Promise<void> {
    this.#socket.terminate()
    await this.closed
  }

  #receive(text: string): void {
    const ack = /^43\/[a-z-]+,(\d+)(.*)$/s.exec(text)
    if (ack) {
      const [data] = JSON.parse(ack[2] ?? '[]') as Data[]
      this.#acks.get(Number(ack[1]))?.(data)
      return
    }
    const event = /^42\/[a-z-]+,(\[.*)$/s.exec(text)
    if (event === null) return
    const [name, data] = JSON.parse(event[1] ?? '[]') as [string, Data]
    this.events.push({ name, data })
  }
}

/** [5] The entries of a sealed frame. */
export function openFrame(roomKey: string, text: string): { readonly seq: number; readonly entry: Data }[] {
  const bytes = raw(text)
  const [flags, roomLength] = [bytes[1] ?? 0, bytes[14] ?? 0]
  const [epoch, firstSeq, ivAt] = [bytes.readUIntBE(2, 6), bytes.readUIntBE(8, 6), 15 + roomLength]
  const aad = lp('LT1R', bytes.subarray(15, ivAt), `${epoch}`, `${firstSeq}`, Buffer.of(flags))
  const opened = gcmOpen(raw(roomKey), bytes.subarray(ivAt), aad)
  const content = (flags & 0x80 ? inflateRawSync(opened) : opened).toString()
  const [, , first, , entries] = JSON.parse(content) as [number, number, number, number, Data[]]
  return entries.map((entry, index) => ({ seq: first + index, entry }))
}
