import { createHash } from 'node:crypto'
import { ENDPOINTS, type EndpointName } from '#protocol/endpoints/table.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { type Result, success } from '#protocol/result.ts'
import type { CallContext, Handlers } from '../context.ts'
import type { ResponseCache } from './response-cache.ts'

type AnyHandler = (params: never, call: CallContext) => Promise<Result<unknown>>

/**
 * Wraps handlers of endpoints with `serverCache` (S7.21-S7.23). Such a handler does not learn who calls, so its
 * response cannot contain data of one caller.
 */
export function withResponseCache(handlers: Handlers, cache: ResponseCache): Handlers {
  const table: Readonly<Record<EndpointName, Endpoint>> = ENDPOINTS
  const wrapped = (Object.keys(table) as EndpointName[]).map((name) => {
    const handler = handlers[name] as AnyHandler
    return [name, table[name].serverCache ? cached(table[name], handler, cache) : handler]
  })
  return Object.fromEntries(wrapped) as Handlers
}

function cached(endpoint: Endpoint, handler: AnyHandler, cache: ResponseCache): AnyHandler {
  const { serverCache } = endpoint
  if (!serverCache || endpoint.access !== 'public')
    throw new Error(`${endpoint.path} is not public and cannot be cached`)
  const codec = {
    read: (json: string): Result<unknown> | null => {
      const checked = endpoint.data.safeParse(parseJson(json))
      return checked.success ? success(checked.data) : null
    },
    write: (result: Result<unknown>): string | null => (result.ok ? JSON.stringify(result.data) : null),
  }
  return (params, call) => {
    const run = (): Promise<Result<unknown>> => handler(params, anybody(call))
    const key = serverCacheKey(call.siteId, serverCache.cacheKey, params)
    return key === null ? run() : cache.through(shortened(key), serverCache.ttlMs, run, codec)
  }
}

/** The call context without the caller. */
function anybody({ traceId, now, siteId, site }: CallContext): CallContext {
  return {
    traceId,
    now,
    siteId,
    site,
    clientType: 1,
    deviceId: '',
    address: '',
    session: null,
    idempotencyKey: null,
    wdKey: null,
    safety: null,
  }
}

/** Clients choose parameters, so keys are hashed to one length. */
function shortened(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * S7.21-S7.23, settled 27: the cache key of a response: site, cacheKey and parameters, sorted by name. Returns null for
 * responses that are not cached, because `venueEnName` contains AG (case-sensitive).
 */
export function serverCacheKey(
  siteId: number,
  cacheKey: string,
  params: Readonly<Record<string, unknown>>,
): string | null {
  const { venueEnName } = params
  if (typeof venueEnName === 'string' && venueEnName.includes('AG')) return null
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `${siteId}|${cacheKey}|${JSON.stringify(pairs)}`
}
