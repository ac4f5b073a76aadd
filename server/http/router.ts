import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { MAX_REQUEST_BYTES, REQUEST_TIMEOUT_MS } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { type Call, callsOf } from './pipeline/call.ts'
import type { Handlers } from './calls/context.ts'
import { allowOrigin, answerPreflight } from './cors.ts'
import { isOriginAllowed } from './origin.ts'
import { sendClear } from './pipeline/send-response.ts'
import { serveCall, type ServeOptions } from './pipeline/serve-call.ts'

export interface RouterOptions extends ServeOptions {
  readonly handlers: Handlers
  /** Empty allows pages of this host only. */
  readonly allowedOrigins: readonly string[]
}

/** Time limit for a body without files. */
const BODY_TIMEOUT_MS = 10_000

/** Adds one route per endpoint. */
export async function registerCalls(app: FastifyInstance, options: RouterOptions): Promise<void> {
  const calls = callsOf(ENDPOINTS, options.handlers)
  await app.register(async (api) => {
    api.removeAllContentTypeParsers()
    addGuards(api, options)
    for (const path of new Set(calls.map(({ endpoint }) => endpoint.path))) api.options(path, answerPreflight)
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
      url: call.endpoint.path,
      exposeHeadRoute: false,
      onRequest: async (request) => limitBodyTime(request.raw, bodyTimeoutMs),
      handler: (request, reply) => serveCall(options, call, request, reply),
    })
  }
}

/** Checks origins before anything is read, and sends one error format. */
function addGuards(api: FastifyInstance, options: RouterOptions): void {
  api.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers
    allowOrigin(reply, options.allowedOrigins, origin)
    if (request.method === 'GET' || isOriginAllowed(options.allowedOrigins, origin, host)) return undefined
    sendClear(reply, 403, CODES.SEAL_REFUSED, options.now())
    return reply
  })
  api.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) options.log.error({ err: error, traceId: request.id }, 'a request failed')
    sendClear(reply, status, status < 500 ? CODES.SEAL_REFUSED : CODES.INTERNAL_ERROR, options.now())
    return reply
  })
}

/** Closes the connection of a body that takes too long. */
function limitBodyTime(request: IncomingMessage, limitMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (request.complete || (length === '0' && encoding === undefined)) return
  const timer = setTimeout(() => request.destroy(), limitMs).unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
