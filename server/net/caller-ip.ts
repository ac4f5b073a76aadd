import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from './proxy-trust.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the client when the request arrived. */
    callerIp: string
  }
}

/** Records the address of each request when it arrives, because a closed connection has no address. */
export function noteCallerIp(app: FastifyInstance, proxies: TrustedProxies): void {
  app.decorateRequest('callerIp', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.callerIp = proxies.clientAddress(request.raw)
    done()
  })
}

/** The client address used by limits, access rules and sessions. '' if the connection had none. */
export function ipOf(request: FastifyRequest): string {
  return request.callerIp
}
