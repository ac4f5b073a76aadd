import { toHex } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import { ENVELOPE_HEADER, MAX_INFLATED_ANSWER_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { CallBinding } from '#protocol/envelope.ts'
import { formatEnvelopeHeader, insertFiller, openText, randomFiller, sealText } from '#protocol/envelope.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { LogicalHeaders } from '#protocol/headers.ts'
import { APP_KEY, isTokenBlanked, signText } from '#protocol/headers.ts'
import type { StartOptions } from '#protocol/worker-api.ts'
import { sign } from '../crypto/legacy.ts'

/** Who this page is, as the logical headers say it. */
export interface ClientIdentity {
  readonly options: StartOptions
  readonly uuid: string
  readonly language: string
}

export interface RequestContext {
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly keys: SessionKeys<unknown>
  readonly identity: ClientIdentity
  readonly token: string
  /** Server clock, whole milliseconds. */
  readonly timestamp: number
  readonly idempotencyKey?: string
}

export interface SealedRequest {
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Opens the answer to exactly this request. */
  open(t1: number, x1: string): Promise<string>
}

const NONCE_BYTES = 8

function logicalHeaders(context: RequestContext, method: string, target: string): LogicalHeaders {
  const { identity, backend } = context
  const base = {
    'client-type': identity.options.clientType,
    'site-id': identity.options.siteId,
    token: isTokenBlanked(target) ? '' : context.token,
    'agent-token': '',
    uuid: identity.uuid,
    version: identity.options.appVersion,
    'app-key': APP_KEY,
    nonce: toHex(backend.random(NONCE_BYTES)),
    timestamp: context.timestamp,
    platform: identity.options.platform,
    'accept-language': identity.language,
  }
  const key = context.idempotencyKey
  return {
    ...base,
    sign: sign(signText(base, method, target), context.keys.sign),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
}

/** S7.6-S7.8: seals one call of a row. Bodies with a secret are not compressed, and neither is the head with its token. */
export async function sealRequest(row: Endpoint, params: unknown, context: RequestContext): Promise<SealedRequest> {
  const { backend, compressor, keys, timestamp } = context
  const target = row.path + (row.encoding === 'query' ? queryOf(params) : '')
  const binding: CallBinding = { kid: keys.kid, method: row.method, target, timestamp }
  const logical = logicalHeaders(context, row.method, target)
  const head = { backend, key: keys.head, direction: 'head', binding, nonce: '' } as const
  const sealedHead = await sealText(JSON.stringify(logical), head)
  const headers = { [ENVELOPE_HEADER]: formatEnvelopeHeader(binding, sealedHead) }
  const open = (t1: number, x1: string) =>
    openText(x1, {
      backend,
      compressor,
      key: keys.answer,
      direction: 'answer',
      binding,
      nonce: logical.nonce,
      serverMs: t1,
      limit: MAX_INFLATED_ANSWER_BYTES,
    })
  if (row.encoding === 'query') return { target, headers, body: null, open }

  const bodyOptions = { backend, key: keys.body, direction: 'body', binding, nonce: logical.nonce } as const
  const sealed = await sealText(JSON.stringify(params), bodyOptions, row.secret ? undefined : compressor)
  const xx = insertFiller(sealed, timestamp, randomFiller(backend))
  const isForm = row.encoding === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    target,
    headers: { ...headers, 'content-type': type },
    body: isForm ? `xx=${encodeURIComponent(xx)}` : JSON.stringify({ xx }),
    open,
  }
}

/** Parameters of a query row: text, numbers and truth values, in the order given. */
export function queryOf(params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}
