import type { FastifyRequest } from 'fastify'
import { failureOf } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { LogicalHeaders } from '#protocol/headers.ts'
import type { Result } from '#protocol/result.ts'
import { addressKey } from '../../config/address.ts'
import { ipOf } from '../../net/caller-ip.ts'
import type { CallContext, Handlers, ReadFiles } from '../context.ts'
import type { LimitedBy } from './call-limits.ts'
import { isLoadRequest } from './load-token.ts'

/**
 * An endpoint with its handler, without their specific types. The call pipeline checks what these types require: the
 * parameters, the session and the idempotency key.
 */
export interface Call {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly handler: (params: never, context: CallContext) => Promise<Result<unknown>>
}

/** The sender of a call, as far as known before the session is looked up. */
export interface Caller {
  readonly traceId: string
  /** The client address, and the key that limits count by. */
  readonly ip: string
  readonly address: string
  /** Origin of the page; of this host for programs. */
  readonly origin: string
  /** Header `user-agent`; empty without one. */
  readonly userAgent: string
  /** The call has the load token of demo mode: limits on addresses and members do not apply (settled 22). */
  readonly isUnlimited: boolean
  /** Null for calls in clear. */
  readonly headers: LogicalHeaders | null
  /** The key id that sealed the call; null for calls in clear. */
  readonly kid: string | null
  readonly wdKey: Uint8Array | null
  readonly readFiles?: ReadFiles
  readonly signal?: AbortSignal
}

/** The result of a call and its HTTP status: 401 for an invalid token, 503 without the database, else 200. */
export interface Outcome {
  readonly status: 200 | 401 | 503
  readonly result: Result<unknown>
  /** Sent sealed in a response header (S7.14). */
  readonly riskToken?: string
}

export function refuse(code: number, details?: unknown): Outcome {
  return { status: 200, result: failureOf(code, details === undefined ? {} : { details }) }
}

export function refuseLimited({ code, retryAfterMs }: LimitedBy): Outcome {
  return refuse(code, { retryAfterMs })
}

/** All endpoints with their handlers. */
export function callsOf(table: Readonly<Record<EndpointName, Endpoint>>, handlers: Handlers): Call[] {
  return (Object.keys(table) as EndpointName[]).map((name) => ({
    name,
    endpoint: table[name],
    handler: handlers[name] as Call['handler'],
  }))
}

/**
 * Reads the sender from a request before anything of it is opened.
 *
 * @param loadToken null outside demo mode
 */
export function callerOf(
  { loadToken }: { readonly loadToken: string | null },
  request: FastifyRequest,
): Pick<Caller, 'traceId' | 'ip' | 'address' | 'origin' | 'userAgent' | 'isUnlimited'> {
  const ip = ipOf(request)
  return {
    traceId: request.id,
    ip,
    address: addressKey(ip),
    // Browsers send Origin with every POST. Its permission was checked before.
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin ?? `${request.protocol}://${request.host}`,
    isUnlimited: isLoadRequest(request.headers, loadToken),
  }
}
