import crypto from 'node:crypto'
import { once } from 'node:events'
import { inflateRawSync } from 'node:zlib'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RealServer } from '../contract/support/real-server.ts'

/**
 * A client that uses docs/protocol.md and openapi.json only, and no product code, to check that the document is complete. It
 * uses Node's cryptography. Section numbers in brackets are those of the document.
 */
const SITE = 5009
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const raw = (text: string): Buffer => Buffer.from(text, 'base64url')

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

function gcmOpen(key: Buffer, iv: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const decipher = crypto.createDecipheriv('aes-256-gcm', key, iv).setAAD(aad).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

function gcmSeal(key: Buffer, iv: Buffer, plain: string, aad: Buffer): Buffer {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

class IndependentClient {
  readonly #origin: string
  readonly #kid: string
  readonly #key: (label: string) => Buffer

  private constructor(origin: string, kid: string, key: (label: string) => Buffer) {
    this.#origin = origin
    this.#kid = kid
    this.#key = key
  }

  /** [3] */
  static async shakeHands(origin: string): Promise<IndependentClient> {
    const share = crypto.generateKeyPairSync('x25519')
    const clientShare = raw(share.publicKey.export({ format: 'jwk' }).x ?? '')
    const response = await fetch(`${origin}/api/gw/ic/v2/vvm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 5, siteId: SITE, share: b64(clientShare) }),
    })
    const { data } = (await response.json()) as {
      data: { serverTime: number; keyVersion: string; share: string; signature: string }
    }
    const serverShare = raw(data.share)
    const page = await (await fetch(`${origin}/`)).text()
    const identity = /<meta name="grandstand-identity" content="([^"]+)"/.exec(page)?.[1] ?? ''
    const transcript = lp('LT1 vvm', clientShare, serverShare, `${SITE}`, data.keyVersion, `${data.serverTime}`)
    const identityKey = crypto.createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: identity } })
    if (!crypto.verify(null, transcript, identityKey, raw(data.signature))) throw new Error('another server')
    const publicKey = crypto.createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: data.share } })
    const secret = crypto.diffieHellman({ privateKey: share.privateKey, publicKey })
    const bound = lp('LT1', clientShare, serverShare, `${SITE}`, data.keyVersion)
    const salt = crypto.createHash('sha256').update(bound).digest()
    const key = (label: string): Buffer => Buffer.from(crypto.hkdfSync('sha256', secret, salt, label, 32))
    return new IndependentClient(origin, data.keyVersion, key)
  }

  /** [4] A sealed POST with a JSON body. */
  async call(path: string, params: object): Promise<unknown> {
    const timestamp = Date.now()
    const nonce = crypto.randomBytes(8).toString('hex')
    const uuid = 'a-stranger-0001'
    const aad = (flags: number, direction: string, requestNonce: string, serverMs: number): Buffer =>
      lp('LT1', Buffer.of(flags), direction, this.#kid, 'POST', path, `${timestamp}`, requestNonce, `${serverMs}`)
    const seal = (label: string, direction: string, requestNonce: string, content: object): string => {
      const iv = crypto.randomBytes(12)
      const sealed = gcmSeal(this.#key(label), iv, JSON.stringify(content), aad(1, direction, requestNonce, 0))
      return b64(Buffer.concat([Buffer.of(1), iv, sealed]))
    }
    const signed = ['POST', path, timestamp, nonce, SITE, uuid].join('\n')
    const sign = crypto.createHmac('sha256', this.#key('LT1 sign')).update(signed).digest('hex')
    const headers = { 'client-type': 1, 'site-id': SITE, token: '', 'agent-token': '', uuid, version: '1', nonce, sign }
    const rest = { 'app-key': 'grandstand-web', timestamp, platform: 'a stranger', 'accept-language': 'zh-CN' }
    const head = seal('LT1 c2s head', 'head', '', { ...headers, ...rest })
    const body = seal('LT1 c2s body', 'body', nonce, params)
    const at = timestamp % (body.length + 1)
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lt1': `1.${this.#kid}.${timestamp}.${head}` },
      body: JSON.stringify({ xx: body.slice(0, at) + b64(crypto.randomBytes(6)) + body.slice(at) }),
    })
    const { t1, x1 } = (await response.json()) as { t1: number; x1: string }
    const [sealed, flags] = [raw(x1).subarray(1), raw(x1)[0] ?? 0]
    const bound = aad(flags, 'answer', nonce, t1)
    const opened = gcmOpen(this.#key('LT1 s2c body'), sealed.subarray(0, 12), sealed.subarray(12), bound)
    const text = (flags & 0x80 ? inflateRawSync(opened) : opened).toString()
    const { code, data } = JSON.parse(text) as { code: number; data: unknown }
    if (code !== 0) throw new Error(`refused with ${code}`)
    return data
  }
}

/** [5] The entries of a sealed frame, with their sequence numbers. */
function openFrame(roomKey: Buffer, text: string): { seq: number; entry: { id: string } }[] {
  const bytes = raw(text)
  const [flags, roomLength] = [bytes[1] ?? 0, bytes[14] ?? 0]
  const [epoch, firstSeq, ivAt] = [bytes.readUIntBE(2, 6), bytes.readUIntBE(8, 6), 15 + roomLength]
  const aad = lp('LT1R', bytes.subarray(15, ivAt), `${epoch}`, `${firstSeq}`, Buffer.of(flags))
  const opened = gcmOpen(roomKey, bytes.subarray(ivAt, ivAt + 12), bytes.subarray(ivAt + 12), aad)
  const content = (flags & 0x80 ? inflateRawSync(opened) : opened).toString()
  const [, , first, , entries] = JSON.parse(content) as [number, number, number, number, { id: string }[]]
  return entries.map((entry, index) => ({ seq: first + index, entry }))
}

let server: RealServer
beforeAll(async () => {
  server = await RealServer.start()
}, 120_000)
afterAll(() => server.stop())

it('settled 5 settled 9 settled 11 S7.6-S7.10 a client written from docs/protocol.md makes calls, joins a room and reads it', async () => {
  const stranger = await IndependentClient.shakeHands(server.origin)
  const listPath = '/api/site/game/newsoccer/live/v1/popularList'
  const { list } = (await stranger.call(listPath, { kind: 'football', page: 1, size: 200 })) as {
    list: { chatRoomNo: string | null }[]
  }
  const chatRoomNo = list.find((match) => match.chatRoomNo)?.chatRoomNo ?? ''
  const joined = (await stranger.call('/api/site/game/newsoccer/chatroom/anon/v1/join', { chatRoomNo })) as {
    roomKey: string
    ticket: string
    epoch: number
    seq: number
    history: { seq: number; entry: { id: string } }[]
  }
  const socket = io(`${server.origin}/chat-anon`, { path: '/socket', transports: ['websocket'], forceNew: true })
  await once(socket as never, 'connect')
  const from = Math.max(0, joined.seq - 5)
  const caught = (await socket.emitWithAck('join', {
    ticket: joined.ticket,
    position: { epoch: joined.epoch, seq: from },
  })) as { ok: boolean; head: number; frames: string[] }
  socket.disconnect()
  const read = caught.frames.flatMap((frame) => openFrame(raw(joined.roomKey), frame))
  expect(read.length).toBeGreaterThan(0)
  expect(read.map(({ seq }) => seq)).toEqual(Array.from({ length: caught.head - from }, (_, index) => from + 1 + index))
  const known = new Map(joined.history.map(({ seq, entry }) => [seq, entry.id]))
  for (const { seq, entry } of read) if (known.has(seq)) expect(entry.id).toBe(known.get(seq))
})
