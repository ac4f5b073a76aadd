import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES, codeText } from '#protocol/codes.ts'
import { ENVELOPE_HEADER, MAX_REQUEST_BYTES } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Answer, Result } from '#protocol/result.ts'
import { addressKey } from './address.ts'
import { clearParamsOf, sealedBodyOf } from './call-body.ts'
import type { Call, Caller, Outcome, PipelineOptions } from './call-pipeline.ts'
import { callsOf, refuseLimited, runCall } from './call-pipeline.ts'
import type { Handlers } from './context.ts'
import type { Envelope, OpenedCall } from './envelope.ts'
import { isLoadRequest } from './load-token.ts'
import type { CallMetrics } from './metrics.ts'
import { isOriginAllowed } from './origin.ts'
import type { ReplayGuard } from './replay.ts'

export interface RouterOptions extends PipelineOptions {
  readonly handlers: Handlers
  readonly envelope: Envelope
  readonly replay: ReplayGuard
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly allowedOrigins: readonly string[]
  readonly metrics: CallMetrics
}

/**
 * Every SEAL_REFUSED leaves this long after its request came, whatever was wrong and however early it was found: the work
 * behind it takes less than 0.2 ms and does not show (settled 5).
 */
const REFUSED_AFTER_MS = 12

/** A name for a request that log, answer and error screen share. */
export function newTraceId(): string {
  return randomBytes(9).toString('base64url')
}

/** Adds one route for every row of the table of calls. */
export async function registerCalls(app: FastifyInstance, options: RouterOptions): Promise<void> {
  await app.register(async (api) => {
    api.removeAllContentTypeParsers()
    // Bodies stay text: what is in them is parsed once, where it is known what it must be.
    api.addContentTypeParser(
      ['application/json', 'application/x-www-form-urlencoded'],
      { parseAs: 'string', bodyLimit: MAX_REQUEST_BYTES },
      (_request, body, done) => done(null, body),
    )
    api.addHook('onRequest', async (request, reply) => {
      const { origin, host } = request.headers
      if (request.method === 'GET' || isOriginAllowed(options.allowedOrigins, origin, host)) return undefined
      sendClear(reply, options, 403, CODES.SEAL_REFUSED)
      return reply
    })
    api.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) options.log.error({ err: error, traceId: request.id }, 'a request failed')
      sendClear(reply, options, status, status < 500 ? CODES.SEAL_REFUSED : CODES.INTERNAL_ERROR)
      return reply
    })
    for (const call of callsOf(ENDPOINTS, options.handlers)) {
      api.route({
        method: call.row.method,
        url: call.row.path,
        exposeHeadRoute: false,
        handler: (request, reply) => serve(options, call, request, reply),
      })
    }
  })
}

async function serve(
  options: RouterOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const startedAt = performance.now()
  const code =
    call.row.answer === 'plain'
      ? await serveClear(options, call, request, reply)
      : await serveSealed(options, call, request, reply, startedAt)
  options.metrics.called(call.name, code, performance.now() - startedAt)
  return reply
}

async function serveClear(
  options: RouterOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const caller: Caller = { ...callerOf(options, request), headers: null, wdKey: null }
  const limited = caller.isUnlimited ? null : options.limits.ofAddress(caller.address, call.name)
  const params = clearParamsOf(call.row.encoding, request.body, request.url)
  const outcome = limited ? refuseLimited(limited) : await runCall(options, call, caller, params)
  const answer = answerOf(outcome.result, options.now(), caller.traceId)
  send(reply, outcome.status, JSON.stringify(answer))
  return answer.code
}

async function serveSealed(
  options: RouterOptions,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  startedAt: number,
): Promise<number> {
  const header = request.headers[ENVELOPE_HEADER]
  const opening = await options.envelope.open({
    method: call.row.method,
    target: request.url,
    header: typeof header === 'string' ? header : undefined,
    sealedBody: sealedBodyOf(call.row.encoding, request.body),
  })
  if (opening.outcome === 'rekey') return sendClear(reply, options, 200, CODES.REKEY)
  if (opening.outcome === 'stale') return sendClear(reply, options, 200, CODES.STALE)
  if (opening.outcome === 'refused') return refuseSeal(options, opening.cause, reply, startedAt)

  const caller: Caller = { ...callerOf(options, request), headers: opening.headers, wdKey: opening.wdKey }
  const limited = caller.isUnlimited ? null : options.limits.ofAddress(caller.address, call.name)
  // Calls beyond the limit are not run, so their nonces need not be remembered: memory stays bounded by the limit.
  if (!limited && !options.replay.accept(opening.kid, opening.headers.nonce)) {
    return refuseSeal(options, 'replay', reply, startedAt)
  }
  const params = call.row.encoding === 'query' ? clearParamsOf('query', null, request.url) : opening.params
  const outcome = limited ? refuseLimited(limited) : await runCall(options, call, caller, params)
  return sendSealed(options, call, opening, caller.traceId, outcome, reply)
}

async function sendSealed(
  options: RouterOptions,
  call: Call,
  opening: OpenedCall,
  traceId: string,
  outcome: Outcome,
  reply: FastifyReply,
): Promise<number> {
  const answer = answerOf(outcome.result, options.now(), traceId)
  send(reply, outcome.status, await opening.seal(JSON.stringify(answer), !call.row.secret))
  return answer.code
}

async function refuseSeal(
  options: RouterOptions,
  cause: string,
  reply: FastifyReply,
  startedAt: number,
): Promise<number> {
  options.metrics.refused(cause)
  await wait(Math.max(0, REFUSED_AFTER_MS - (performance.now() - startedAt)))
  return sendClear(reply, options, 400, CODES.SEAL_REFUSED)
}

/** Plain JSON `{code, msg, data, time, traceId}`, for what is said outside the envelope. */
function sendClear(reply: FastifyReply, options: Pick<RouterOptions, 'now'>, status: number, code: number): number {
  const answer: Answer = { code, msg: codeText(code), data: null, time: options.now(), traceId: reply.request.id }
  send(reply, status, JSON.stringify(answer))
  return code
}

function answerOf(result: Result<unknown>, time: number, traceId: string): Answer {
  return result.ok
    ? { code: CODES.SUCCESS, msg: '', data: result.data, time, traceId }
    : { code: result.code, msg: result.message, data: result.details ?? null, time, traceId }
}

function send(reply: FastifyReply, status: number, json: string): void {
  void reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-trace-id', reply.request.id)
    .send(json)
}

function callerOf(
  options: Pick<RouterOptions, 'loadToken'>,
  request: FastifyRequest,
): Pick<Caller, 'traceId' | 'address' | 'isUnlimited'> {
  return {
    traceId: request.id,
    address: addressKey(request.ip),
    isUnlimited: isLoadRequest(request.headers, options.loadToken),
  }
}
