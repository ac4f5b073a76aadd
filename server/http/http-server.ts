import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { MAX_REQUEST_BYTES, REQUEST_TIMEOUT_MS } from '#protocol/constants.ts'
import { noteCallerIp } from '../net/caller-ip.ts'
import { hasOneHost } from '../net/origin.ts'
import type { Logger } from '../config/log.ts'
import { TrustedProxies } from '../net/proxy-trust.ts'
import { newTraceId, sendClear } from './pipeline/send-response.ts'

/** Time limit for the headers of a request. The router limits bodies. */
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 65_000
/**
 * A connection without progress during a request is closed after this time, because responses wait in memory. Twice the
 * longest wait of this server; sockets and FLV streams have their own limits.
 */
const STALLED_LIMIT_MS = 30_000
const SLOW_CALL_MS = 1_000

/** Creates Fastify with our limits, trace ids and error handlers. Slow and failed requests are logged, by path only. */
export function createHttpServer(options: {
  log: Logger
  /** None by default. */
  proxies?: TrustedProxies
  now: () => number
  /** Milliseconds; 30 s by default. */
  stalledLimitMs?: number
}): FastifyInstance {
  const { log, now, proxies = new TrustedProxies(0, log) } = options
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newTraceId,
    trustProxy: proxies.isTrusted,
    bodyLimit: MAX_REQUEST_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: options.stalledLimitMs ?? STALLED_LIMIT_MS,
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2_000 },
    // A URL that cannot be decoded matches no route.
    frameworkErrors: (_error, _request, reply) => {
      sendClear(reply, 404, CODES.NOT_FOUND, now())
    },
  })
  endPipelinedResponses(app)
  app.addHook('onRequest', async (request, reply) => {
    if (hasOneHost(request.raw.rawHeaders)) return undefined
    sendClear(reply, 400, CODES.PARAM_ERROR, now())
    return reply
  })
  noteCallerIp(app, proxies)
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.elapsedTime >= SLOW_CALL_MS && !request.url.startsWith('/media/')) {
      request.log.warn(
        { req: request, ms: Math.round(reply.elapsedTime), status: reply.statusCode },
        'a request was slow',
      )
    }
  })
  app.setNotFoundHandler(async (_request, reply) => {
    sendClear(reply, 404, CODES.NOT_FOUND, now())
    return reply
  })
  app.setErrorHandler(async (error, request, reply) => {
    const given = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
    const status = typeof given === 'number' && given >= 400 && given < 600 ? given : 500
    if (status >= 500) request.log.error({ err: error, req: request }, 'a request failed')
    const code = status >= 500 ? CODES.INTERNAL_ERROR : CODES.PARAM_ERROR
    sendClear(reply, status, code, now())
    return reply
  })
  return app
}

/**
 * Responses that wait behind another one of their connection (pipelined requests). Node emits 'close' only for the
 * current response; the others would hold their resources for ever.
 */
class PipelinedResponses {
  readonly #parked = new WeakMap<Socket, Set<ServerResponse>>()

  /** Emits 'close' on the response if its connection closes while it waits. */
  park(request: IncomingMessage, response: ServerResponse): void {
    const waiting = this.#responsesOf(request.socket)
    waiting.add(response)
    response.once('socket', () => waiting.delete(response))
  }

  #responsesOf(socket: Socket): Set<ServerResponse> {
    const known = this.#parked.get(socket)
    if (known) return known
    const waiting = new Set<ServerResponse>()
    this.#parked.set(socket, waiting)
    socket.once('close', () => {
      for (const response of waiting) {
        response.destroyed = true
        response.emit('close')
      }
      waiting.clear()
    })
    return waiting
  }
}

/** Ends every response of this server with its connection, even if it is not the current one. */
function endPipelinedResponses(app: FastifyInstance): void {
  const parked = new PipelinedResponses()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket === null) parked.park(request.raw, reply.raw)
    done()
  })
}
