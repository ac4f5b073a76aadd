import { CODES, failureOf } from '#protocol/codes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Result } from '#protocol/result.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { PageState, TransportDependencies } from '../dependencies.ts'
import type { Outcomes } from '../session/outcomes.ts'
import type { Session } from '../session/session.ts'
import { ApiOrigins, probeOrigin, usableOrigins } from './api-origins.ts'
import { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import { Keyrings } from './keyring.ts'
import { NewsOrigins } from './news-origins.ts'
import { ResponseCache } from './response-cache.ts'
import type { ClientIdentity } from './seal-request.ts'
import type { VerificationGate } from './verification-gate.ts'
import { VideoProvider } from './video-provider.ts'

interface NetworkContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly identity: ClientIdentity
  readonly clock: Clock
  readonly gate: VerificationGate
  readonly storage: StorageAdapter
  readonly session: Pick<Session, 'token'>
  readonly outcomes: Outcomes
  readonly page: PageState
  /** Called after the API origin has changed. */
  onOrigin(origin: string, isFirst: boolean): void
}

/** Within this time after a change all processes of the server know it. */
const CHANGE_MS = 1_000

/** HTTP calls of the transport: API origins, session keys, response cache, video provider. */
export class Network {
  readonly caller: Caller
  readonly #context: NetworkContext
  readonly #origins: ApiOrigins
  readonly #news: NewsOrigins
  readonly #keyrings: Keyrings
  readonly #cache: ResponseCache
  readonly #videos: VideoProvider
  #hasOriginList = false

  constructor(context: NetworkContext) {
    this.#context = context
    const { dependencies, identity, storage, clock, session, outcomes } = context
    const { options } = identity
    const home = options.origin
    const origins = new ApiOrigins({
      home,
      storage,
      probe: (origin) => probeOrigin(dependencies, origin),
      onChange: (origin, isFirst) => context.onOrigin(origin, isFirst),
    })
    const news = new NewsOrigins(home, storage, clock)
    const keyrings = new Keyrings({ ...context, options })
    const rewriting = { isDevelopment: dependencies.isDevelopment, newsOrigin: () => news.current() }
    const caller = new Caller({ ...context, origins, news, keyrings, rewriting })
    this.#cache = new ResponseCache({
      siteId: options.siteId,
      now: () => clock.now(),
      token: () => session.token,
      deadline: (name) => caller.deadline(name),
      // Only cached endpoints are loaded, with the parameters of their callers.
      load: (name, params, deadline) => caller.call(name, params as RequestOf<EndpointName>, { deadline }),
      announce: (degraded, path) => outcomes.announce(degraded, path),
    })
    this.#videos = new VideoProvider({ ...context, caller, origins, home })
    this.#origins = origins
    this.#news = news
    this.#keyrings = keyrings
    this.caller = caller
  }

  /** Current origin of calls and sockets. */
  get origin(): string {
    return this.#origins.current.origin
  }

  /** Gets the first session keys: from the current origin, or from the next one if it is down. */
  async start(): Promise<Result<SessionKeys<unknown>>> {
    const origins = this.#origins
    await Promise.all([origins.load(), this.#news.load()])
    const { otherOrigins = [], origin: home } = this.#context.identity.options
    const known = usableOrigins(otherOrigins, home)
    if (known.length > 0) await origins.adopt(known)
    for (let triesLeft = origins.count - 1; ; triesLeft -= 1) {
      const origin = origins.current
      const keys = await this.#keyrings.of(origin.origin).current()
      if (keys.ok) {
        await origins.succeeded(origin)
        return keys
      }
      if (triesLeft <= 0 || !this.#context.page.isOnline || (await origins.checkHealth(origin))) return keys
    }
  }

  /** Runs with every clock synchronization: returns to the first origin if it is up, and loads a missing origin list. */
  refreshOrigins(): void {
    this.#news.retryFailed()
    void this.#origins.recover()
    void this.#loadOriginList()
  }

  /** After the connection was lost, the next {@link refreshOrigins} loads the origin list again. */
  invalidateOriginList(): void {
    this.#hasOriginList = false
  }

  /** Probes an origin at which no socket can be opened. */
  checkHealth(origin: string): void {
    const { current, count } = this.#origins
    if (current.origin === origin && count > 1 && this.#context.page.isOnline) void this.#origins.checkHealth(current)
  }

  /** Drops cached responses, because operators have changed the site. */
  dropResponses(): void {
    this.#cache.clear(CHANGE_MS)
  }

  /** Drops keys, cached responses and credentials when the signed-in member changes. */
  reset(): void {
    this.#keyrings.reset()
    this.#cache.clear()
    this.#videos.reset()
  }

  /** Makes a call, or returns the cached response. Money calls use {@link Money} instead. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
  ): Promise<Result<DataOf<Name>>> {
    const endpoint: Endpoint = ENDPOINTS[name]
    // A multipart call needs its files.
    if (endpoint.encoding === 'multipart') return failureOf(CODES.PARAM_ERROR)
    // Each branch checks its data against the schema of this endpoint.
    if (endpoint.response === 'field') {
      return (await this.#videos.call(params as never, deadline)) as Result<DataOf<Name>>
    }
    if (endpoint.localCache === null) return this.caller.call(name, params, { deadline })
    return (await this.#cache.call(name, endpoint.localCache, params, deadline)) as Result<DataOf<Name>>
  }

  async #loadOriginList(): Promise<void> {
    if (this.#hasOriginList) return
    const { origin: home } = this.#context.identity.options
    const result = await this.caller.call('site.domains', {})
    if (!result.ok) return
    this.#hasOriginList = true
    await Promise.all([this.#origins.adopt(usableOrigins(result.data.api, home)), this.#news.adopt(result.data.news)])
  }
}
