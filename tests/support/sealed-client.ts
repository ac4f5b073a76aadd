import { createHash, createHmac } from 'node:crypto'
import { concatBytes, fromBase64Url, toBase64Url, utf8 } from '#protocol/bytes.ts'
import { ENVELOPE_HEADER, FILLER_LENGTH, MAX_INFLATED_RESPONSE_BYTES } from '#protocol/constants.ts'
import { withPathParams } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import {
  formatEnvelopeHeader,
  insertFiller,
  openText,
  randomFiller,
  removeFiller,
  sealText,
} from '#protocol/envelope.ts'
import { deriveSessionKeys, transcriptBytes, type SessionKeys } from '#protocol/handshake.ts'
import { APP_KEY, type LogicalHeaders, signText } from '#protocol/headers.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { FileMetadata } from '#protocol/upload.ts'
import { filePartName, SEALED_PART } from '#protocol/upload.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import type { KeyObject } from 'node:crypto'

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
  /** The body of a multipart endpoint, instead of `payload`. */
  readonly parts?: Uint8Array<ArrayBuffer>
}
export interface WireResponse {
  readonly status: number
  readonly body: string
  /** The same as bytes. */
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}
export type Send = (request: WireRequest) => Promise<WireResponse>

/** The used part of Fastify's inject(). */
interface Injectable {
  inject(
    request: object,
  ): Promise<{ statusCode: number; body: string; rawPayload: Uint8Array; headers: Readonly<Record<string, unknown>> }>
}

export function sendInto(app: Injectable): Send {
  return async (request) => {
    const { statusCode, body, rawPayload, headers } = await app.inject({
      ...request,
      payload: request.parts ? Buffer.from(request.parts) : request.payload,
    })
    const named = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { status: statusCode, body, bytes: rawPayload, headers: Object.fromEntries(named) as Record<string, string> }
  }
}

export function sendTo(origin: string): Send {
  return async ({ method, url, headers, payload, parts }) => {
    const body = parts ?? payload
    const response = await fetch(origin + url, { method, headers, ...(body === undefined ? {} : { body }) })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      body: new TextDecoder().decode(bytes),
      bytes,
      headers: Object.fromEntries(response.headers),
    }
  }
}

export interface CallOptions {
  readonly headers?: Partial<LogicalHeaders>
  /** Changes the sealed and the clear timestamp. */
  readonly timestamp?: number
  readonly nonce?: string
  /** Additional HTTP headers. */
  readonly http?: Record<string, string>
  readonly isCompressed?: boolean
  /** Replaces the JSON of the parameters. */
  readonly rawBody?: string
  /** Files of a multipart endpoint. */
  readonly files?: readonly TestFile[]
}

/** A file, with false metadata for the sealed part if needed. */
export interface TestFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly response?: Partial<FileMetadata>
}

export interface PreparedCall {
  readonly request: WireRequest
  /** Opens the response; throws if it is not sealed for this call. */
  open(body: string): Promise<ResponseBody>
  /** Opens the risk token of a response header (S7.14); throws likewise. */
  openRisk(sealed: string): Promise<string>
}

const BOUNDARY = 'the-boundary-of-this-test'
const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
} as const

/** The sealed part in the encoding of its endpoint (settled 3). */
function bodyOf(
  encoding: keyof typeof CONTENT_TYPES,
  xx: string,
  files: readonly TestFile[],
): Pick<WireRequest, 'payload' | 'parts'> {
  if (encoding === 'json') return { payload: JSON.stringify({ xx }) }
  if (encoding === 'form') return { payload: new URLSearchParams({ xx }).toString() }
  const named = files.map(({ name, type, bytes }, index) => ({
    disposition: `form-data; name="${filePartName(index)}"; filename="${name}"`,
    type,
    bytes,
  }))
  return { parts: multipartBody([{ disposition: `form-data; name="${SEALED_PART}"`, bytes: utf8(xx) }, ...named]) }
}

export interface Part {
  readonly disposition: string
  readonly type?: string
  readonly bytes: Uint8Array
}

/** Multipart body with the boundary of {@link SealedClient}. */
export function multipartBody(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const written = parts.flatMap(({ disposition, type, bytes }) => [
    utf8(`--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\n`),
    utf8(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    bytes,
    utf8('\r\n'),
  ])
  return concatBytes(...written, utf8(`--${BOUNDARY}--\r\n`))
}

/** The sealed part of a multipart endpoint (src/protocol/upload.ts). */
function manifestOf(fields: unknown, files: readonly TestFile[]): object {
  const input = files.map(({ name, type, bytes, response }) => ({
    name,
    type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...response,
  }))
  return { fields, files: input }
}

/** Query parameters; empty for anything but an object. */
function pairsOf(params: unknown): [string, string][] {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return []
  return Object.entries(params).map(([name, value]) => [name, String(value)])
}

/** A complete LT1 client on node:crypto whose messages can be changed everywhere. */
export class SealedClient {
  token = ''
  uuid = 'test-device-0001'
  /** Additional HTTP headers of every call. */
  http: Record<string, string> = {}

  private constructor(
    private readonly send: Send,
    readonly siteId: number,
    readonly keys: SessionKeys<KeyObject>,
    readonly now: () => number,
  ) {}

  /** Performs the handshake; verifies the server's signature if its identity is given. */
  static async connect(
    send: Send,
    options: { siteId?: number; now?: () => number; identity?: string; http?: Record<string, string> } = {},
  ): Promise<SealedClient> {
    const { siteId = 5009, now = Date.now } = options
    const own = await nodeCrypto.createShare()
    const { body } = await send({
      method: 'POST',
      url: ENDPOINTS['gateway.vvm'].path,
      headers: { 'content-type': 'application/json', ...options.http },
      payload: JSON.stringify({ version: PROTOCOL_VERSION, siteId, share: toBase64Url(own.publicKey) }),
    })
    const response = JSON.parse(body) as ResponseBody
    if (response.code !== 0) throw new Error(`the handshake was refused: ${body}`)
    const data = ENDPOINTS['gateway.vvm'].data.parse(response.data)
    const serverShare = fromBase64Url(data.share)
    const transcript = { clientShare: own.publicKey, serverShare, siteId, kid: data.keyVersion }
    if (options.identity !== undefined) {
      const message = transcriptBytes({ ...transcript, serverTime: data.serverTime })
      const isGenuine = await nodeCrypto.verify(fromBase64Url(options.identity), fromBase64Url(data.signature), message)
      if (!isGenuine) throw new Error('the server is not who it says')
    }
    return new SealedClient(send, siteId, await deriveSessionKeys(nodeCrypto, own, serverShare, transcript), now)
  }

  async prepare<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<PreparedCall> {
    const row = ENDPOINTS[name]
    const timestamp = options.timestamp ?? this.now()
    const nonce = options.nonce ?? Buffer.from(nodeCrypto.random(8)).toString('hex')
    const { path, params: sent } = withPathParams(row.path, params)
    const query = row.encoding === 'query' ? new URLSearchParams(pairsOf(sent)).toString() : ''
    const target = query === '' ? path : `${path}?${query}`
    const binding = { kid: this.keys.kid, method: row.method, target, timestamp }
    const unsigned = {
      'client-type': 1,
      'site-id': this.siteId,
      token: this.token,
      'agent-token': '',
      uuid: this.uuid,
      version: '0.1.0',
      'app-key': APP_KEY,
      nonce,
      timestamp,
      platform: 'Node',
      'accept-language': 'zh-CN',
      ...options.headers,
    } as const
    const sign = createHmac('sha256', this.keys.sign)
      .update(signText(unsigned, row.method, target))
      .digest('hex')
    const common = { backend: nodeCrypto, binding }
    const compressor = options.isCompressed === true ? nodeCompressor : undefined
    const head = await sealText(JSON.stringify({ sign, ...unsigned }), {
      ...common,
      key: this.keys.head,
      direction: 'head',
      nonce: '',
    })
    const files = options.files ?? []
    const details = row.encoding === 'multipart' ? manifestOf(sent, files) : sent
    const bodyText = options.rawBody ?? JSON.stringify(details)
    const body = await sealText(bodyText, { ...common, key: this.keys.body, direction: 'body', nonce }, compressor)
    const filler = randomFiller(nodeCrypto)
    const request: WireRequest = {
      method: row.method,
      url: target,
      headers: {
        [ENVELOPE_HEADER]: formatEnvelopeHeader(binding, head),
        ...(row.encoding === 'query' ? {} : { 'content-type': CONTENT_TYPES[row.encoding] }),
        ...this.http,
        ...options.http,
      },
      ...(row.encoding === 'query' ? {} : bodyOf(row.encoding, insertFiller(body, timestamp, filler), files)),
    }
    return {
      request,
      open: async (text) => {
        const sealed = JSON.parse(text) as { t1: number; x1: string }
        return JSON.parse(
          await this.#openPart(sealed.x1, { ...common, direction: 'answer', nonce, serverMs: sealed.t1 }),
        ) as ResponseBody
      },
      openRisk: (sealed) => this.#openPart(sealed, { ...common, direction: 'risk', nonce }),
    }
  }

  /** Calls a blob endpoint: returns the bytes or the refusal. */
  async fetch<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<WireResponse & { response: ResponseBody | null }> {
    const prepared = await this.prepare(name, params, options)
    const response = await this.send(prepared.request)
    const isJson = (response.headers['content-type'] ?? '').startsWith('application/json')
    if (!isJson) return { ...response, response: null }
    const { body } = response
    return {
      ...response,
      response: body.includes('"x1"') ? await prepared.open(body) : (JSON.parse(body) as ResponseBody),
    }
  }

  async #openPart(
    sealed: string,
    place: Pick<Parameters<typeof openText<KeyObject>>[1], 'backend' | 'binding' | 'direction' | 'nonce' | 'serverMs'>,
  ): Promise<string> {
    const key = this.keys.response
    return openText(sealed, { ...place, key, compressor: nodeCompressor, limit: MAX_INFLATED_RESPONSE_BYTES })
  }

  /** Prepares, sends and opens a call. A clear response (a refusal of the envelope) is returned as it is. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<ResponseBody & { status: number }> {
    const prepared = await this.prepare(name, params, options)
    const { status, body } = await this.send(prepared.request)
    const response = body.includes('"x1"') ? await prepared.open(body) : (JSON.parse(body) as ResponseBody)
    return { ...response, status }
  }
}

/** Two fillers that differ in every bit of each character. */
const FILLERS = ['A'.repeat(FILLER_LENGTH), '_'.repeat(FILLER_LENGTH)]

/**
 * Inserts a filler one position too far. The receiver then reads the last character of the filler in place of one of
 * `sealed`, so the filler is chosen such that this character changes the bytes.
 */
export function misplaceFiller(sealed: string, timestamp: number): string {
  const moved = FILLERS.map((filler) => insertFiller(sealed, timestamp + 1, filler)).find(
    (text) => toBase64Url(fromBase64Url(removeFiller(text, timestamp))) !== sealed,
  )
  if (moved === undefined) throw new Error('no filler changes the text')
  return moved
}
