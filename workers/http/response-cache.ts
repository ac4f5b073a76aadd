import { CODES } from '#protocol/codes.ts'
import { LOCAL_CACHE_MAX_ENTRIES } from '#protocol/constants.ts'
import type { Endpoint, LocalCache } from '#protocol/endpoints/endpoint.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result, Success } from '#protocol/result.ts'
import type { Deadline } from './deadline.ts'

interface Kept {
  readonly answer: Success<unknown>
  /** Local clock. Kept beyond it for the time when the server is degraded. */
  readonly expireAt: number
}

/** A request that several callers wait for. */
interface Flight {
  readonly answer: Promise<Result<unknown>>
  readonly deadline: Deadline
  waiting: number
}

export interface AnswerCacheContext {
  readonly siteId: number
  now(): number
  token(): string
  deadline(name: EndpointName): Deadline
  load(name: EndpointName, params: unknown, deadline: Deadline): Promise<Result<unknown>>
  /** A failure that callers do not see, because they get the last value instead. */
  announce(failure: Failure, path: string): void
}

/**
 * S7.18-S7.20, settled 27: answers of whitelisted rows, kept in the worker: 200 of them, least recently used first out.
 * The same call made twice at a time is one request, and one caller who gives it up takes it from nobody else.
 */
export class AnswerCache {
  private kept = new Map<string, Kept>()
  private flights = new Map<string, Flight>()

  constructor(private readonly context: AnswerCacheContext) {}

  /** A call of a row that may be kept. */
  async call(name: EndpointName, rules: LocalCache, params: unknown, deadline: Deadline): Promise<Result<unknown>> {
    const row: Endpoint = ENDPOINTS[name]
    const key = cacheKey(this.context.siteId, this.context.token(), row.path, rules, params)
    const kept = this.kept.get(key)
    if (kept && this.context.now() < kept.expireAt) {
      this.keep(key, kept)
      return kept.answer
    }
    const flight = this.flights.get(key) ?? this.launch(key, name, rules.ttlMs, params)
    flight.waiting += 1
    const answer = await deadline.guard(flight.answer)
    flight.waiting -= 1
    if (answer) return answer
    if (flight.waiting === 0) {
      this.land(key, flight)
      flight.deadline.abort()
    }
    return deadline.failure(true)
  }

  /** Another member, or none: nobody is shown what was kept for another. */
  clear(): void {
    this.kept = new Map()
    this.flights = new Map()
  }

  private launch(key: string, name: EndpointName, ttlMs: number, params: unknown): Flight {
    const { kept } = this
    const deadline = this.context.deadline(name)
    const answer = this.context.load(name, params, deadline).then((result) => {
      deadline.finish()
      this.land(key, flight)
      // After `clear` what was asked for before belongs to nobody.
      if (kept !== this.kept) return result
      if (result.ok) this.keep(key, { answer: result, expireAt: this.context.now() + ttlMs })
      return this.lastValue(key, name, result) ?? result
    })
    const flight: Flight = { answer, deadline, waiting: 0 }
    this.flights.set(key, flight)
    return flight
  }

  private land(key: string, flight: Flight): void {
    if (this.flights.get(key) === flight) this.flights.delete(key)
  }

  /** INTERFACE_DEGRADE: the last value, however old, while the page is told why. */
  private lastValue(key: string, name: EndpointName, result: Result<unknown>): Success<unknown> | null {
    const kept = this.kept.get(key)
    if (result.ok || result.code !== CODES.INTERFACE_DEGRADE || !kept) return null
    this.context.announce(result, ENDPOINTS[name].path)
    return { ...kept.answer, isStale: true }
  }

  /** The most recently used entry is the last one. */
  private keep(key: string, entry: Kept): void {
    this.kept.delete(key)
    this.kept.set(key, entry)
    const [oldest] = this.kept.keys()
    if (this.kept.size > LOCAL_CACHE_MAX_ENTRIES && oldest !== undefined) this.kept.delete(oldest)
  }
}

/** S7.19, S7.20: site, token, path, and those parameters that the row names, sorted by name. */
export function cacheKey(siteId: number, token: string, path: string, rules: LocalCache, params: unknown): string {
  const given: Readonly<Record<string, unknown>> = typeof params === 'object' && params !== null ? { ...params } : {}
  const pairs = rules.paramKeys
    .toSorted()
    .flatMap((name) => (Object.hasOwn(given, name) && given[name] !== undefined ? [[name, given[name]]] : []))
  return JSON.stringify([siteId, token, path, pairs])
}
