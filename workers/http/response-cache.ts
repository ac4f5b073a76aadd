import { CODES } from '#protocol/codes.ts'
import { LOCAL_CACHE_MAX_ENTRIES } from '#protocol/constants.ts'
import type { Endpoint, LocalCache } from '#protocol/endpoints/endpoint.ts'
import { type EndpointName, ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result, Success } from '#protocol/result.ts'
import type { Deadline } from './deadline.ts'

interface CachedResult {
  readonly result: Success<unknown>
  /** Server clock. Expired entries are retained for times when the server is degraded. */
  readonly expireAt: number
}

/** A request that one or more callers wait for. */
interface PendingRequest {
  readonly result: Promise<Result<unknown>>
  readonly deadline: Deadline
  waiting: number
}

interface ResponseCacheContext {
  readonly siteId: number
  /** Server clock: the one of the device can be set back. */
  now(): number
  token(): string
  deadline(name: EndpointName): Deadline
  load(name: EndpointName, params: unknown, deadline: Deadline): Promise<Result<unknown>>
  /** Reports a failure that callers do not get, because they get the last value instead. */
  announce(failure: Failure, path: string): void
}

/**
 * S7.18-S7.20, settled 27: caches responses of endpoints with `localCache`. It holds 200 entries and evicts the least
 * recently used one. Concurrent identical calls share one request. The request is aborted when all callers have left.
 */
export class ResponseCache {
  readonly #context: ResponseCacheContext
  #cached = new Map<string, CachedResult>()
  #pending = new Map<string, PendingRequest>()
  /** Server clock. */
  #storeFrom = Number.NEGATIVE_INFINITY

  constructor(context: ResponseCacheContext) {
    this.#context = context
  }

  /** Number of cached results and pending requests. */
  get size(): number {
    return this.#cached.size + this.#pending.size
  }

  async call(name: EndpointName, rules: LocalCache, params: unknown, deadline: Deadline): Promise<Result<unknown>> {
    const endpoint: Endpoint = ENDPOINTS[name]
    const key = cacheKey(this.#context.siteId, this.#context.token(), endpoint.path, rules, params)
    const cached = this.#cached.get(key)
    if (cached && this.#context.now() < cached.expireAt) {
      this.#store(key, cached)
      return cached.result
    }
    const request = this.#pending.get(key) ?? this.#start(key, name, rules.ttlMs, params)
    request.waiting += 1
    const result = await deadline.guard(request.result)
    request.waiting -= 1
    if (result) return result
    if (request.waiting === 0) {
      this.#finish(key, request)
      request.deadline.abort()
    }
    return deadline.failure(true)
  }

  /**
   * Drops all entries when the signed-in member or the content of the site changes. Responses of the next `forMs` are not
   * stored: another process of the server may not know the change yet.
   */
  clear(forMs = 0): void {
    this.#storeFrom = this.#context.now() + forMs
    this.#cached = new Map()
    this.#pending = new Map()
  }

  #start(key: string, name: EndpointName, ttlMs: number, params: unknown): PendingRequest {
    const cached = this.#cached
    const deadline = this.#context.deadline(name)
    const result = this.#context.load(name, params, deadline).then((loaded) => {
      deadline.finish()
      this.#finish(key, request)
      // After `clear`, the result may belong to another member or to earlier content, and is not stored.
      if (cached !== this.#cached) return loaded
      if (loaded.ok && this.#context.now() >= this.#storeFrom)
        this.#store(key, { result: loaded, expireAt: this.#context.now() + ttlMs })
      return this.#lastValue(key, name, loaded) ?? loaded
    })
    const request: PendingRequest = { result, deadline, waiting: 0 }
    this.#pending.set(key, request)
    return request
  }

  #finish(key: string, request: PendingRequest): void {
    if (this.#pending.get(key) === request) this.#pending.delete(key)
  }

  /** INTERFACE_DEGRADE: returns the last value, also if it has expired, and reports the failure to the page. */
  #lastValue(key: string, name: EndpointName, result: Result<unknown>): Success<unknown> | null {
    const cached = this.#cached.get(key)
    if (result.ok || result.code !== CODES.INTERFACE_DEGRADE || !cached) return null
    this.#context.announce(result, ENDPOINTS[name].path)
    return { ...cached.result, isStale: true }
  }

  /** Moves the entry to the end: the first entry is the least recently used one. */
  #store(key: string, entry: CachedResult): void {
    this.#cached.delete(key)
    this.#cached.set(key, entry)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > LOCAL_CACHE_MAX_ENTRIES && oldest !== undefined) this.#cached.delete(oldest)
  }
}

/** S7.19, S7.20: site, token, path, and the parameters that the endpoint names, sorted by name. */
export function cacheKey(siteId: number, token: string, path: string, rules: LocalCache, params: unknown): string {
  const given: Readonly<Record<string, unknown>> = typeof params === 'object' && params !== null ? { ...params } : {}
  const pairs = rules.paramKeys
    .toSorted()
    .flatMap((name) => (Object.hasOwn(given, name) && given[name] !== undefined ? [[name, given[name]]] : []))
  return JSON.stringify([siteId, token, path, pairs])
}
