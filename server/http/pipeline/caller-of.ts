import type { FastifyRequest } from 'fastify'
import { addressKey } from '../address.ts'
import type { Caller } from './call-pipeline.ts'
import { ipOf } from '../caller-ip.ts'
import { isLoadRequest } from './load-token.ts'

/**
 * Reads the sender from a request before anything of it is opened.
 *
 * @param loadToken null outside demo mode
 */
export function callerOf(
  { loadToken }: { readonly loadToken: string | null },
  request: FastifyRequest,
): Pick<Caller, 'traceId' | 'ip' | 'address' | 'isUnlimited'> {
  const ip = ipOf(request)
  return {
    traceId: request.id,
    ip,
    address: addressKey(ip),
    isUnlimited: isLoadRequest(request.headers, loadToken),
  }
}
