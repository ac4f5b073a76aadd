import { type Bytes, concatBytes, toHex, utf8 } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import { ENVELOPE_HEADER, MAX_INFLATED_RESPONSE_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { CallBinding } from '#protocol/envelope.ts'
import { formatEnvelopeHeader, insertFiller, openText, randomFiller, sealText } from '#protocol/envelope.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import { APP_KEY, type LogicalHeaders, signText } from '#protocol/headers.ts'
import { filePartName, SEALED_PART } from '#protocol/upload.ts'
import type { StartOptions, UploadFile } from '#protocol/worker/api.ts'
import { sign } from '../crypto/legacy.ts'
import type { OutgoingCall } from './rewrite.ts'

/** Values of the logical headers that do not change while the page is open. */
export interface ClientIdentity {
  readonly options: StartOptions
  readonly uuid: string
  readonly language: string
}

interface SealContext {
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly keys: SessionKeys<unknown>
  readonly identity: ClientIdentity
  /** Server clock, whole milliseconds. */
  readonly timestamp: number
  readonly idempotencyKey: string | undefined
  /** S7.14: the risk token, or ''. */
  readonly riskToken: string
  /** Files of a multipart endpoint. */
  readonly files: readonly UploadFile[]
}

export interface SealedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Parts of a multipart body, in order. Empty for other encodings. */
  readonly parts: readonly Bytes[]
  open(t1: number, x1: string): Promise<string>
  /** Opens the risk token in the header of the response to this request. */
  openRiskToken(sealed: string): Promise<string>
}

const NONCE_BYTES = 8
const BOUNDARY_BYTES = 16

function logicalHeaders(context: SealContext, { endpoint, target, token }: OutgoingCall): LogicalHeaders {
  const { identity, backend, idempotencyKey, riskToken } = context
  const base = {
    'client-type': identity.options.clientType,
    'site-id': identity.options.siteId,
    token,
    'agent-token': '',
    uuid: identity.uuid,
    version: identity.options.appVersion,
    'app-key': APP_KEY,
    nonce: toHex(backend.random(NONCE_BYTES)),
    timestamp: context.timestamp,
    platform: identity.options.platform,
    'accept-language': identity.language,
  }
  return {
    ...base,
    sign: sign(signText(base, endpoint.method, target), context.keys.sign),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(riskToken === '' ? {} : { 'risk-token': riskToken }),
  }
}

/** S7.6-S7.8: seals one call. The head, which contains the token, and bodies with a secret are not compressed. */
export async function sealRequest(call: OutgoingCall, params: unknown, context: SealContext): Promise<SealedRequest> {
  const { backend, compressor, keys, timestamp } = context
  const { endpoint, target } = call
  const binding: CallBinding = { kid: keys.kid, method: endpoint.method, target, timestamp }
  const logical = logicalHeaders(context, call)
  const { nonce } = logical
  const head = { backend, key: keys.head, direction: 'head', binding, nonce: '' } as const
  const sealedHead = await sealText(JSON.stringify(logical), head)
  const limit = MAX_INFLATED_RESPONSE_BYTES
  const openOptions = { backend, compressor, key: keys.response, binding, nonce, limit }
  const request = {
    headers: { [ENVELOPE_HEADER]: formatEnvelopeHeader(binding, sealedHead) },
    body: null,
    parts: [],
    open: async (t1: number, x1: string) => openText(x1, { ...openOptions, direction: 'answer', serverMs: t1 }),
    openRiskToken: async (text: string) => openText(text, { ...openOptions, direction: 'risk' }),
  }
  if (endpoint.encoding === 'query') return request

  const bodyOptions = { backend, key: keys.body, direction: 'body', binding, nonce } as const
  const sealed = await sealText(JSON.stringify(params), bodyOptions, endpoint.secret ? undefined : compressor)
  const xx = insertFiller(sealed, timestamp, randomFiller(backend))
  const encoded = encodedBody(endpoint.encoding, xx, context)
  return { ...request, ...encoded, headers: { ...request.headers, 'content-type': encoded.type } }
}

/** Settled 3: the body and its content type. */
function encodedBody(
  encoding: 'json' | 'form' | 'multipart',
  xx: string,
  { backend, files }: SealContext,
): { type: string; body: string | null; parts: readonly Bytes[] } {
  if (encoding === 'json') return { type: 'application/json', body: JSON.stringify({ xx }), parts: [] }
  if (encoding === 'form') {
    return { type: 'application/x-www-form-urlencoded', body: `xx=${encodeURIComponent(xx)}`, parts: [] }
  }
  const boundary = toHex(backend.random(BOUNDARY_BYTES))
  const type = `multipart/form-data; boundary=${boundary}`
  return { type, body: null, parts: multipartParts(xx, files, boundary) }
}

/**
 * Parts of a multipart body (settled 3): the sealed part first, then the files. File names are in the sealed part only.
 * Media types are checked against the endpoint's list, so no user input gets into a part header.
 */
export function multipartParts(xx: string, files: readonly UploadFile[], boundary: string): Bytes[] {
  const head = (name: string, more: string) =>
    utf8(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`)
  const parts = [concatBytes(head(SEALED_PART, ''), utf8(`${xx}\r\n`))]
  for (const [index, { type, bytes }] of files.entries()) {
    const name = filePartName(index)
    parts.push(head(name, `; filename="${name}"\r\nContent-Type: ${type}`), Uint8Array.from(bytes), utf8('\r\n'))
  }
  parts.push(utf8(`--${boundary}--\r\n`))
  return parts
}

/** Query string of the parameters, in the given order. Null and undefined values are omitted. */
export function queryOf(params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}
