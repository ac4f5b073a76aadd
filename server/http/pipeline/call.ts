import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { failureOf } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { LogicalHeaders } from '#protocol/headers.ts'
import type { Result } from '#protocol/result.ts'
import { addressKey } from '../../config/address.ts'
import { UNSTORABLE_CHARACTERS } from '../../database/storable-text.ts'
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

type Issue = z.core.$ZodIssue

const TEXTS: Partial<Record<Issue['code'], string>> = {
  invalid_type: '类型不对',
  too_big: '太长或太大',
  too_small: '太短或太小',
  invalid_format: '格式不对',
  invalid_value: '不在可选范围内',
  invalid_union: '不在可选范围内',
  unrecognized_keys: '有不认识的字段',
}

const MAX_FIELDS = 20

/** Problems by field (`data.fields` of PARAM_ERROR): path with dots, `_` for the whole, and a Chinese text. */
export function fieldProblems(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(
    issues.slice(0, MAX_FIELDS).map((issue) => {
      const path = issue.path.map((part) => String(part).slice(0, 64)).join('.')
      return [path === '' ? '_' : path, limitText(issue) ?? TEXTS[issue.code] ?? '不正确']
    }),
  )
}

/** The limit of a text or list that is too long; null for other problems. */
function limitText(issue: Issue): string | null {
  if (issue.code !== 'too_big') return null
  if (issue.origin === 'string') return `最多 ${issue.maximum} 个字符`
  return issue.origin === 'array' ? `最多 ${issue.maximum} 项` : null
}

/**
 * Returns the first valid parameter text that the database cannot store, in the form of {@link fieldProblems}, or null.
 */
export function unstorableField(value: unknown, path: readonly string[] = []): Record<string, string> | null {
  if (typeof value === 'string') {
    if (value.search(UNSTORABLE_CHARACTERS) === -1) return null
    return { [path.length === 0 ? '_' : path.join('.')]: TEXTS.invalid_format ?? '' }
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableField(part, [...path, key.slice(0, 64)])
    if (found) return found
  }
  return null
}
