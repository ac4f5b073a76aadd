import type { FastifyError, FastifyInstance } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { MAX_REQUEST_BYTES } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { callsOf } from './call-pipeline.ts'
import type { Handlers } from './context.ts'
import { isOriginAllowed } from './origin.ts'
import { sendClear } from './send-answer.ts'
import { serveCall, type ServeOptions } from './serve-call.ts'

export interface RouterOptions extends ServeOptions {
  readonly handlers: Handlers
  /** Empty = only pages that this host served. */
  readonly allowedOrigins: readonly string[]
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
      sendClear(reply, 403, CODES.SEAL_REFUSED, options.now())
      return reply
    })
    api.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) options.log.error({ err: error, traceId: request.id }, 'a request failed')
      sendClear(reply, status, status < 500 ? CODES.SEAL_REFUSED : CODES.INTERNAL_ERROR, options.now())
      return reply
    })
    for (const call of callsOf(ENDPOINTS, options.handlers)) {
      api.route({
        method: call.row.method,
        url: call.row.path,
        exposeHeadRoute: false,
        handler: (request, reply) => serveCall(options, call, request, reply),
      })
    }
  })
}
