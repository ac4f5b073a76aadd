import { createHmac } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { ENVELOPE_HEADER, MAX_INFLATED_ANSWER_BYTES } from '#protocol/constants.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { formatEnvelopeHeader, insertFiller, openText, randomFiller, sealText } from '#protocol/envelope.ts'
import { deriveSessionKeys, transcriptBytes, type SessionKeys } from '#protocol/handshake.ts'
import { APP_KEY, type LogicalHeaders, signText } from '#protocol/headers.ts'
import type { Answer } from '#protocol/result.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { nodeCompressor } from '#server/compress-node.ts'
import { nodeCrypto } from '#server/crypto-node.ts'
import type { KeyObject } from 'node:crypto'

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
}
export interface WireResponse {
  readonly status: number
  readonly body: string
}
export type Send = (request: WireRequest) => Promise<WireResponse>

/** What inject() of Fastify offers, without its types. */
interface Injectable {
  inject(request: object): Promise<{ statusCode: number; body: string }>
}

export function sendInto(app: Injectable): Send {
  return async (request) => {
    const { statusCode, body } = await app.inject(request)
    return { status: statusCode, body }
  }
}

export function sendTo(origin: string): Send {
  return async ({ method, url, headers, payload }) => {
    const response = await fetch(origin + url, { method, headers, ...(payload === undefined ? {} : { body: payload }) })
    return { status: response.status, body: await response.text() }
  }
}

export interface CallOptions {
  readonly headers?: Partial<LogicalHeaders>
  /** Changes the sealed timestamp and the clear one together. */
  readonly timestamp?: number
  readonly nonce?: string
  /** HTTP headers besides. */
  readonly http?: Record<string, string>
  readonly isCompressed?: boolean
  /** Sealed instead of the JSON of the parameters. */
  readonly rawBody?: string
}

export interface PreparedCall {
  readonly request: WireRequest
  /** Opens the answer; throws when it is not sealed for this call. */
  open(body: string): Promise<Answer>
}

/** A whole LT1 client on node:crypto, small enough to bend in every place. */
export class SealedClient {
  token = ''
  uuid = 'test-device-0001'

  private constructor(
    private readonly send: Send,
    readonly siteId: number,
    readonly keys: SessionKeys<KeyObject>,
    private readonly now: () => number,
  ) {}

  /** Shakes hands; checks the server's signature when its identity is given. */
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
    const answer = JSON.parse(body) as Answer
    if (answer.code !== 0) throw new Error(`the handshake was refused: ${body}`)
    const data = ENDPOINTS['gateway.vvm'].data.parse(answer.data)
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
    const query = row.encoding === 'query' ? new URLSearchParams(params as Record<string, string>).toString() : ''
    const target = query === '' ? row.path : `${row.path}?${query}`
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
    const bodyText = options.rawBody ?? JSON.stringify(params)
    const body = await sealText(bodyText, { ...common, key: this.keys.body, direction: 'body', nonce }, compressor)
    const request: WireRequest = {
      method: row.method,
      url: target,
      headers: {
        [ENVELOPE_HEADER]: formatEnvelopeHeader(binding, head),
        ...(row.encoding === 'json' ? { 'content-type': 'application/json' } : {}),
        ...options.http,
      },
      ...(row.encoding === 'query'
        ? {}
        : { payload: JSON.stringify({ xx: insertFiller(body, timestamp, randomFiller(nodeCrypto)) }) }),
    }
    return {
      request,
      open: async (text) => {
        const sealed = JSON.parse(text) as { t1: number; x1: string }
        const opened = await openText(sealed.x1, {
          ...common,
          key: this.keys.answer,
          direction: 'answer',
          nonce,
          serverMs: sealed.t1,
          compressor: nodeCompressor,
          limit: MAX_INFLATED_ANSWER_BYTES,
        })
        return JSON.parse(opened) as Answer
      },
    }
  }

  /** Prepares, sends, opens. A plain answer (refusals of the envelope) comes back as it is. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<Answer & { status: number }> {
    const prepared = await this.prepare(name, params, options)
    const { status, body } = await this.send(prepared.request)
    const answer = body.includes('"x1"') ? await prepared.open(body) : (JSON.parse(body) as Answer)
    return { ...answer, status }
  }
}
