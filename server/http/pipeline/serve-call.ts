import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, FastifyError, FastifyInstance } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { ENVELOPE_HEADER, RISK_TOKEN_HEADER, MAX_REQUEST_BYTES, REQUEST_TIMEOUT_MS } from '#protocol/constants.ts'
import { BlobResponse } from '#protocol/endpoints/shapes.ts'
import { type Call, type Caller, callerOf, callsOf, type Outcome, refuseLimited } from './call.ts'
import { type PipelineOptions, runCall } from './call-pipeline.ts'
import type { Envelope, OpenedCall } from '../envelope/envelope.ts'
import type { Metrics } from '../../net/metrics.ts'
import type { NonceGuard } from '../../net/replay.ts'
import { clearParamsOf, maxBodyBytes, openUpload, sealedBodyOf, type Upload } from './request-body.ts'
import { responseOf, sendBlob, sendClear, sendJson } from './send-response.ts'
import type { VideoGrants } from '../../media/video-grants.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { IncomingMessage } from 'node:http'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Handlers } from '../context.ts'
import { allowOrigin, answerPreflight } from '../../net/cors.ts'
import type { PageOrigins } from '../../net/origin.ts'
import { SharedStateError } from '../../database/shared/shared-state.ts'

interface ServeOptions extends PipelineOptions {
  readonly envelope: Envelope
  readonly replay: NonceGuard
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

export interface RouterOptions extends ServeOptions {
  readonly handlers: Handlers
  readonly origins: PageOrigins
}

/** Time limit for a body without files. */
const BODY_TIMEOUT_MS = 10_000

/** Adds one route per endpoint. */
export async function registerCalls(app: FastifyInstance, options: RouterOptions): Promise<void> {
  const calls = callsOf(ENDPOINTS, options.handlers)
  await app.register(async (api) => {
    api.removeAllContentTypeParsers()
    addGuards(api, options)
    for (const path of new Set(calls.map(({ endpoint }) => routeOf(endpoint.path)))) api.options(path, answerPreflight)
    await api.register(async (texts) => {
      // Bodies stay text and are parsed once, where their expected form is known.
      texts.addContentTypeParser(
        ['application/json', 'application/x-www-form-urlencoded'],
        { parseAs: 'string', bodyLimit: MAX_REQUEST_BYTES },
        (_request, body, done) => done(null, body),
      )
      addRoutes(
        texts,
        options,
        calls.filter(({ endpoint }) => !endpoint.files),
        BODY_TIMEOUT_MS,
      )
    })
    await api.register(async (uploads) => {
      // The body is not read until it is known whether files are allowed.
      uploads.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
      addRoutes(
        uploads,
        options,
        calls.filter(({ endpoint }) => endpoint.files),
        REQUEST_TIMEOUT_MS,
      )
    })
  })
}

function addRoutes(
  scope: FastifyInstance,
  options: RouterOptions,
  calls: readonly Call[],
  bodyTimeoutMs: number,
): void {
  for (const call of calls) {
    scope.route({
      method: call.endpoint.method,
      url: routeOf(call.endpoint.path),
      exposeHeadRoute: false,
      onRequest: async (request) => limitBodyTime(request.raw, bodyTimeoutMs),
      handler: (request, reply) => serveCall(options, call, request, reply),
    })
  }
}

/** The route of a path, whose parameters are in braces. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Checks origins before anything is read, and sends one error format. */
function addGuards(api: FastifyInstance, options: RouterOptions): void {
  api.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers
    allowOrigin(reply, options.origins.allowed, origin)
    if (request.method === 'GET' || options.origins.allows(origin, host)) return undefined
    sendClear(reply, 403, CODES.ORIGIN_REFUSED, options.now())
    return reply
  })
  api.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    // The connection to Redis has logged its loss.
    if (status >= 500 && !(error instanceof SharedStateError)) {
      options.log.error({ err: error, traceId: request.id }, 'a request failed')
    }
    sendClear(reply, status, codeOf(error), options.now())
    return reply
  })
}

/** The response code of a request that ended with this exception. */
function codeOf(error: Pick<FastifyError, 'statusCode'>): number {
  if (error instanceof SharedStateError) return CODES.INTERFACE_DEGRADE
  return (error.statusCode ?? 500) < 500 ? CODES.SEAL_REFUSED : CODES.INTERNAL_ERROR
}

/** Closes the connection of a body that takes too long. */
function limitBodyTime(request: IncomingMessage, limitMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (request.complete || (length === '0' && encoding === undefined)) return
  const timer = setTimeout(() => request.destroy(), limitMs).unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** Answers a request of an endpoint: sealed, signed or in clear. Never rejects because of its content. Counts each call. */
export async function serveCall(
  options: ServeOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const startedAt = performance.now()
  const count = (code: number): void => options.metrics.called(call.name, code, performance.now() - startedAt)
  try {
    count(await serve(options, call, request, reply, startedAt))
  } catch (error) {
    count(codeOf(error as FastifyError))
    throw error
  }
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
  const upload = openUpload(request.raw, reply.raw, call.endpoint.files)
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
    ...('readFiles' in body ? { readFiles: body.readFiles, signal: body.signal } : {}),
  }
  // Calls beyond the limit do not run, so their nonces are not stored. That bounds memory.
  if (!limited && !(await isFirstUse(options.replay, call, opening))) {
    return refuseSeal(options, 'replay', reply, startedAt)
  }
  const given = call.endpoint.encoding === 'query' ? clearParamsOf('query', null, request.url) : body.params
  const params = withRouteParams(request.params, given)
  const outcome = limited ? refuseLimited(limited) : await runCall(options, call, caller, params)
  return sendSealed(options, call, opening, caller.traceId, outcome, reply)
}

/**
 * False for a repeated call. While shared state is unavailable, a call that changes nothing may be repeated on another
 * process: its response is sealed for the original sender.
 *
 * @throws SharedStateError for other calls then
 */
async function isFirstUse(replay: NonceGuard, { endpoint }: Call, { kid, headers }: OpenedCall): Promise<boolean> {
  try {
    return await replay.accept(kid, headers.nonce)
  } catch (error) {
    if (error instanceof SharedStateError && endpoint.readOnly) return true
    throw error
  }
}

/** Adds the parameters of the path. They are sealed too: the envelope is bound to the path. */
function withRouteParams(ofPath: unknown, params: unknown): unknown {
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  if (!isObject || typeof ofPath !== 'object' || ofPath === null) return params
  return { ...params, ...ofPath }
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
async function serveClear(
  options: PipelineOptions & { readonly loadToken: string | null },
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const caller: Caller = { ...callerOf(options, request), headers: null, kid: null, wdKey: null }
  const limited = caller.isUnlimited ? null : await options.limits.ofAddress(caller.address, call.name)
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
async function serveField(
  options: PipelineOptions & { readonly videoGrants: VideoGrants },
  call: Call,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | null> {
  const limited = caller.isUnlimited ? null : await options.limits.ofAddress(caller.address, call.name)
  if (limited) return sendPlain(reply, responseOf(refuseLimited(limited).result, options.now(), caller.traceId))
  const query = await options.videoGrants.verify(new URLSearchParams(request.url.split('?')[1] ?? ''))
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
