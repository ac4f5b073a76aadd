import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { ENVELOPE_HEADER, RISK_TOKEN_HEADER, MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import { BlobResponse } from '#protocol/endpoints/shapes.ts'
import { maxBodyBytes } from './body-limits.ts'
import { type Call, type Caller, callerOf, type Outcome, refuseLimited } from './call.ts'
import { type PipelineOptions, runCall } from './call-pipeline.ts'
import type { Envelope, OpenedCall } from '../envelope/envelope.ts'
import type { Metrics } from '../metrics.ts'
import type { ReplayGuard } from '../envelope/replay.ts'
import { responseOf, sendBlob, sendClear, sendJson } from './send-response.ts'
import type { VideoGrants } from '../../media/video-grants.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { Endpoint, FileRules } from '#protocol/endpoints/endpoint.ts'
import type { IncomingMessage } from 'node:http'
import { UploadManifest } from '#protocol/upload.ts'
import type { ReadFiles } from '../calls/context.ts'
import { readMultipart } from '../../members/uploads/multipart-reader.ts'
import { receiveFiles } from '../../members/uploads/received-files.ts'

export interface ServeOptions extends PipelineOptions {
  readonly envelope: Envelope
  readonly replay: ReplayGuard
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly metrics: Pick<Metrics, 'called' | 'refused'>
  readonly videoGrants: VideoGrants
}

/**
 * Each SEAL_REFUSED is sent this long after the request arrived, whatever the cause, so that timing reveals nothing.
 * The work takes less than 0.2 ms (settled 5).
 */
const REFUSED_AFTER_MS = 12

/** Answers a request of an endpoint: sealed, signed or in clear. Never rejects because of its content. */
export async function serveCall(
  options: ServeOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const startedAt = performance.now()
  const code = await serve(options, call, request, reply, startedAt)
  options.metrics.called(call.name, code, performance.now() - startedAt)
  return reply
}

async function serve(
  options: ServeOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  startedAt: number,
): Promise<number> {
  if (call.endpoint.response === 'plain') return serveClear(options, call, request, reply)
  if (call.endpoint.response === 'field') {
    const caller: Caller = { ...callerOf(options, request), headers: null, kid: null, wdKey: null }
    const code = await serveField(options, call, caller, request, reply)
    return code ?? refuseSeal(options, 'signed query', reply, startedAt)
  }
  if (!call.endpoint.files) return serveSealed(options, call, request, reply, startedAt, null)
  const upload = openUpload(request.raw, call.endpoint.files)
  try {
    return await serveSealed(options, call, request, reply, startedAt, upload)
  } finally {
    upload.discard()
  }
}

async function serveSealed(
  options: ServeOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  startedAt: number,
  upload: Upload | null,
): Promise<number> {
  const header = request.headers[ENVELOPE_HEADER]
  const from = callerOf(options, request)
  const opening = await options.envelope.open({
    method: call.endpoint.method,
    target: request.url,
    header: typeof header === 'string' ? header : undefined,
    sealedBody: upload ? await upload.sealed : sealedBodyOf(call.endpoint.encoding, request.body),
    maxBodyBytes: maxBodyBytes(call.name),
    // The call counts against its address before its body is decrypted, inflated and parsed.
    limit: () => (from.isUnlimited ? null : options.limits.ofAddress(from.address, call.name)),
  })
  if (opening.outcome === 'rekey') return sendClear(reply, 200, CODES.REKEY, options.now())
  if (opening.outcome === 'stale') return sendClear(reply, 200, CODES.STALE, options.now())
  if (opening.outcome === 'refused') return refuseSeal(options, opening.cause, reply, startedAt)

  const { limited } = opening
  const body = upload ? upload.open(opening.params) : { params: opening.params }
  const caller: Caller = {
    ...from,
    headers: opening.headers,
    kid: opening.kid,
    wdKey: opening.wdKey,
    ...('readFiles' in body ? { readFiles: body.readFiles } : {}),
  }
  // Calls beyond the limit do not run, so their nonces are not stored. That bounds memory.
  if (!limited && !options.replay.accept(opening.kid, opening.headers.nonce)) {
    return refuseSeal(options, 'replay', reply, startedAt)
  }
  const params = call.endpoint.encoding === 'query' ? clearParamsOf('query', null, request.url) : body.params
  const outcome = limited ? refuseLimited(limited) : await runCall(options, call, caller, params)
  return sendSealed(options, call, opening, caller.traceId, outcome, reply)
}

async function sendSealed(
  options: ServeOptions,
  call: Call,
  opening: OpenedCall,
  traceId: string,
  outcome: Outcome,
  reply: FastifyReply,
): Promise<number> {
  const { result } = outcome
  if (call.endpoint.response === 'blob' && result.ok) return sendBlob(reply, BlobResponse.parse(result.data))
  const serverMs = options.now()
  const response = responseOf(result, serverMs, traceId)
  if (outcome.riskToken !== undefined) {
    reply.header(RISK_TOKEN_HEADER, await opening.sealRisk(outcome.riskToken))
  }
  sendJson(reply, outcome.status, await opening.seal(JSON.stringify(response), !call.endpoint.secret, serverMs))
  return response.code
}

async function refuseSeal(
  options: ServeOptions,
  cause: string,
  reply: FastifyReply,
  startedAt: number,
): Promise<number> {
  options.metrics.refused(cause)
  await wait(Math.max(0, REFUSED_AFTER_MS - (performance.now() - startedAt)))
  return sendClear(reply, 400, CODES.SEAL_REFUSED, options.now())
}

/** Answers a call without keys: the handshake and the clock. Returns the response code. */
export async function serveClear(
  options: PipelineOptions & { readonly loadToken: string | null },
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const caller: Caller = { ...callerOf(options, request), headers: null, kid: null, wdKey: null }
  const limited = caller.isUnlimited ? null : options.limits.ofAddress(caller.address, call.name)
  const outcome = limited
    ? refuseLimited(limited)
    : await runCall(options, call, caller, clearParamsOf(call.endpoint.encoding, request.body, request.url))
  const response = responseOf(outcome.result, options.now(), caller.traceId)
  sendJson(reply, outcome.status, JSON.stringify(response))
  return response.code
}

/**
 * Answers a third-party call (S7.114): a signed query, with `data` encrypted for the signer. Null means refused; the
 * caller sends the same response for all causes.
 */
export async function serveField(
  options: PipelineOptions & { readonly videoGrants: VideoGrants },
  call: Call,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | null> {
  const limited = caller.isUnlimited ? null : options.limits.ofAddress(caller.address, call.name)
  if (limited) return sendPlain(reply, responseOf(refuseLimited(limited).result, options.now(), caller.traceId))
  const query = options.videoGrants.verify(new URLSearchParams(request.url.split('?')[1] ?? ''))
  if (!query) return null
  const { result } = await runCall(options, call, caller, { matchId: query.matchId })
  if (!result.ok) return null
  const response = responseOf(result, options.now(), caller.traceId)
  return sendPlain(reply, { ...response, code: CODES.SUCCESS, data: query.encrypt(JSON.stringify(response.data)) })
}

function sendPlain(reply: FastifyReply, response: ResponseBody): number {
  sendJson(reply, 200, JSON.stringify(response))
  return response.code
}

const SEALED_FORM = /^xx=([A-Za-z0-9_-]+)$/
/** Exactly one key, once: parsers disagree about duplicate keys. */
const SEALED_JSON = /^[ \t\r\n]*\{[ \t\r\n]*"xx"[ \t\r\n]*:[ \t\r\n]*"([A-Za-z0-9_-]*)"[ \t\r\n]*\}[ \t\r\n]*$/

/**
 * Returns the sealed text of a body: `{"xx": T}` for JSON endpoints, `xx=T` for form endpoints (settled 3).
 *
 * @returns null if the endpoint has no body, undefined if the body is malformed
 */
export function sealedBodyOf(encoding: Endpoint['encoding'], body: unknown): string | null | undefined {
  if (encoding === 'query') return null
  if (typeof body !== 'string') return undefined
  if (encoding === 'form') return SEALED_FORM.exec(body)?.[1]
  return SEALED_JSON.exec(body)?.[1]
}

/** Parameters of a call in clear, or of the query string; undefined if they cannot be parsed. */
export function clearParamsOf(encoding: Endpoint['encoding'], body: unknown, target: string): unknown {
  if (encoding === 'query') return Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''))
  return typeof body === 'string' ? parseJson(body) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The body of a multipart call while its envelope and permissions are checked. */
export interface Upload {
  /** The text of `xx`; undefined if the body is malformed or too long. Never rejects. */
  readonly sealed: Promise<string | undefined>
  /** Returns the parameters of the opened sealed part and a function that reads the files. */
  open(manifest: unknown): { readonly params: unknown; readonly readFiles?: ReadFiles }
  /** Discards unread data. */
  discard(): void
}

export function openUpload(request: IncomingMessage, rules: FileRules): Upload {
  const { 'content-type': contentType = '', 'content-length': length = '0' } = request.headers
  const body = readMultipart(request, contentType, rules)
  return {
    sealed: Number(length) > MAX_UPLOAD_BYTES ? Promise.resolve(undefined) : body.sealed,
    open(sealedPart) {
      const manifest = UploadManifest.safeParse(sealedPart)
      if (!manifest.success) return { params: undefined }
      const { fields, files } = manifest.data
      return { params: fields, readFiles: () => receiveFiles(body, files, rules) }
    },
    discard: () => body.discard(),
  }
}
