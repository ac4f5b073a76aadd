import type { Bytes } from '#protocol/bytes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import { MAX_INFLATED_RESPONSE_BYTES, RISK_TOKEN_HEADER } from '#protocol/constants.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { type Failure, failure, type ResponseBody, type Result, success } from '#protocol/result.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { type OutgoingCall, rewriteResponse } from './rewrite.ts'
import type { SealedRequest } from './seal-request.ts'

/** An HTTP response before its envelope is opened. */
export interface HttpResponse {
  readonly status: number
  /** Media type without parameters. */
  readonly type: string
  /** '' if the body is in `bytes`. */
  readonly text: string
  /** Body of a blob endpoint, unless it is JSON. */
  readonly bytes: Bytes | null
  /** S7.14: the sealed risk token, or null. */
  readonly riskToken: string | null
  readonly sentAt: number
  readonly receivedAt: number
}

/**
 * Sends one HTTP request. Returns null on a network error or an abort. Responses are not cached and no cookies are sent
 * (settled 26).
 */
export async function fetchResponse(
  dependencies: Pick<TransportDependencies, 'fetch' | 'now'>,
  url: string,
  init: RequestInit,
  isBlob = false,
): Promise<HttpResponse | null> {
  const sentAt = dependencies.now()
  try {
    const response = await dependencies.fetch(url, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    const { status, headers } = response
    const type = mediaType(headers.get('content-type'))
    const bytes = isBlob && status === 200 && type !== 'application/json' ? await limitedBytes(response) : null
    const text = bytes ? '' : await response.text()
    const riskToken = headers.get(RISK_TOKEN_HEADER)
    return { status, type, text, bytes, riskToken, sentAt, receivedAt: dependencies.now() }
  } catch {
    return null
  }
}

export function mediaType(header: string | null): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

async function limitedBytes(response: Response): Promise<Bytes> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MAX_INFLATED_RESPONSE_BYTES) throw new Error('too many bytes')
  return bytes
}

/** Parses a JSON object. Returns null for any other text. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    // The check makes it a record: an object that is neither null nor an array.
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Reads the JSON inside the envelope (Annex A). `code` is required, other fields have defaults. Returns null without a code. */
export function readResponseBody(record: Readonly<Record<string, unknown>> | null): ResponseBody | null {
  const code = record?.['code']
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return null
  const { msg, data, time, traceId } = record ?? {}
  return {
    code,
    msg: typeof msg === 'string' ? msg : '',
    data: data ?? null,
    time: typeof time === 'number' ? time : 0,
    traceId: typeof traceId === 'string' ? traceId : '',
  }
}

/** Result of a response body. Data is checked against the endpoint's schema. Code 10009 with data counts as success. */
export function resultOf(endpoint: Endpoint, body: ResponseBody, status: number): Result<unknown> {
  const isRepetition = body.code === CODES.DUPLICATE_REQUEST && body.data !== null
  if (body.code === CODES.SUCCESS || isRepetition) {
    const parsed = endpoint.data.safeParse(body.data ?? {})
    return parsed.success ? success(parsed.data, body.traceId) : badResponse(status, body.traceId)
  }
  return failure(body.code, body.msg === '' ? codeText(body.code) : body.msg, {
    ...(body.traceId === '' ? {} : { traceId: body.traceId }),
    ...(body.data === null ? {} : { details: body.data }),
    status,
  })
}

/** S8.13: failure for a malformed response. The message contains the HTTP status. */
export function badResponse(status: number, traceId = ''): Failure {
  const text = codeText(CODES.BAD_RESPONSE)
  const message = status === 200 || status === 0 ? text : `${text}[${status}]`
  return failure(CODES.BAD_RESPONSE, message, { status, ...(traceId === '' ? {} : { traceId }) })
}

/** Media types that blob endpoints return. Any other type does not come from the server. */
const BLOB_TYPES = /^(?:image|audio)\/[a-z0-9.+-]+$/

/** Result of a blob endpoint. Returns null if the media type is not allowed. */
function blobResult(endpoint: Endpoint, type: string, bytes: Bytes): Result<unknown> | null {
  if (!BLOB_TYPES.test(type)) return null
  const parsed = endpoint.data.safeParse({ type, bytes })
  return parsed.success ? success(parsed.data) : null
}

/**
 * Outcome of one exchange. `lost` means that there was no response from the server. The caller then probes the origin.
 */
export type Outcome =
  | { readonly type: 'result'; readonly result: Result<unknown> }
  | { readonly type: 'lost'; readonly origin: string; readonly failure: Failure }

/** Outcome of one request. `repeat`: the call must be sealed and sent again. */
export type Step = Outcome | { readonly type: 'repeat'; readonly cause: 'rekey' | 'stale' }

/** Opens the response to a sealed call. Every sealed response adds a sample to the clock. */
export async function openResponse(
  call: OutgoingCall,
  request: Pick<SealedRequest, 'open'>,
  response: HttpResponse,
  clock: Pick<Clock, 'add' | 'reset'>,
): Promise<Step> {
  const { endpoint } = call
  const { status, sentAt, receivedAt } = response
  if (response.bytes) {
    const blob = blobResult(endpoint, response.type, response.bytes)
    return blob ? { type: 'result', result: blob } : foreignResponse(call, response)
  }
  const record = jsonObject(response.text)
  const { t1, x1 } = record ?? {}
  if (typeof t1 === 'number' && typeof x1 === 'string') {
    const body = readResponseBody(jsonObject(await request.open(t1, x1).catch(() => '')))
    if (!body) return { type: 'result', result: badResponse(status) }
    clock.add(sentAt, t1, receivedAt)
    return { type: 'result', result: resultOf(endpoint, rewriteResponse(call, body, status), status) }
  }
  const clear = readResponseBody(record)
  if (clear?.code === CODES.REKEY) return { type: 'repeat', cause: 'rekey' }
  if (clear?.code === CODES.STALE && clear.time > 0) {
    clock.reset()
    clock.add(sentAt, clear.time, receivedAt)
    return { type: 'repeat', cause: 'stale' }
  }
  if (!clear && status !== 401) return foreignResponse(call, response)
  return { type: 'result', result: clearRefusal(call, clear ?? BLANK_REFUSAL, status) }
}

/** The outcome of a call without a response of the server. */
export function lost({ origin }: OutgoingCall, failure: Failure): Outcome {
  return { type: 'lost', origin, failure }
}

/**
 * S8.13, S8.18-S8.20: a response that does not come from the server, for example from a proxy. A 404 to a call without
 * credentials is final.
 */
export function foreignResponse(call: OutgoingCall, { status }: HttpResponse): Outcome {
  const failure = badResponse(status)
  return status === 404 && !call.endpoint.credentials ? { type: 'result', result: failure } : lost(call, failure)
}

const BLANK_REFUSAL: ResponseBody = { code: CODES.AUTH_ERROR, msg: '', data: null, time: 0, traceId: '' }

/** Result of a response in clear to a sealed call. Only refusals are accepted: an unsealed success may be forged. */
function clearRefusal(call: OutgoingCall, clear: ResponseBody, status: number): Result<unknown> {
  const body = rewriteResponse(call, clear, status)
  const isRefusal = body.code !== CODES.SUCCESS && body.code !== CODES.DUPLICATE_REQUEST
  return isRefusal ? resultOf(call.endpoint, body, status) : badResponse(status)
}
