import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENVELOPE_HEADER, RISK_TOKEN_HEADER } from '#protocol/constants.ts'

/** Lifetime of a preflight in browsers, seconds. */
const PREFLIGHT_LIFETIME_S = 600
const ALLOWED_HEADERS = `content-type, ${ENVELOPE_HEADER}`
const EXPOSED_HEADERS = `${RISK_TOKEN_HEADER}, x-trace-id`

/**
 * Allows pages of the configured origins to call another origin of this site (S8.17). Credentials are never allowed,
 * because nothing uses cookies. The caller has checked the origin.
 *
 * @param allowed origins of ALLOWED_ORIGINS; empty allows this host only, which needs no CORS
 */
export function allowOrigin(reply: FastifyReply, allowed: readonly string[], origin: string | undefined): void {
  if (allowed.length === 0) return
  reply.header('vary', 'origin')
  if (origin === undefined || !allowed.includes(origin)) return
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS)
}

/** Answers a preflight. {@link allowOrigin} has set the allowed origin. */
export async function answerPreflight(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const method = request.headers['access-control-request-method']
  if (reply.hasHeader('access-control-allow-origin') && method !== undefined) {
    reply
      .header('access-control-allow-methods', 'GET, POST, DELETE')
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', PREFLIGHT_LIFETIME_S)
  }
  return reply.code(204).send()
}
