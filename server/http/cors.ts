import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENVELOPE_HEADER, RISK_TOKEN_HEADER } from '#protocol/constants.ts'

/** How long a browser may remember a preflight, seconds. */
const PREFLIGHT_LIFETIME_S = 600
const ALLOWED_HEADERS = `content-type, ${ENVELOPE_HEADER}`
const EXPOSED_HEADERS = `${RISK_TOKEN_HEADER}, x-trace-id`

/**
 * Lets pages of the configured origins call another line of this site (S8.17) and read the answer. Nothing rides on
 * cookies, so credentials are never allowed. Call it after the origin has been checked.
 *
 * @param allowed origins from ALLOWED_ORIGINS; empty = the own host alone, which needs none of this.
 */
export function allowOrigin(reply: FastifyReply, allowed: readonly string[], origin: string | undefined): void {
  if (allowed.length === 0) return
  reply.header('vary', 'origin')
  if (origin === undefined || !allowed.includes(origin)) return
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS)
}

/** Answers a preflight; {@link allowOrigin} has said for whom. */
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
