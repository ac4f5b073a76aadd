import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request came from, as it was when it came. */
    callerIp?: string
  }
}

/** Notes of each request where it comes from as soon as it is there: a connection that is gone has no address any more. */
export function noteCallerIp(app: FastifyInstance): void {
  app.decorateRequest('callerIp', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.callerIp = ipNow(request)
    done()
  })
}

/** The address that a request comes from: what limits, gates and sessions are told. '' when it had none from the start. */
export function ipOf(request: FastifyRequest): string {
  return request.callerIp ?? ipNow(request)
}

/** Fastify's own types promise an address. */
function ipNow(request: { readonly ip: string | undefined }): string {
  return request.ip ?? ''
}
