import { CODES, failureOf } from '#protocol/codes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import { AnswerCache } from './response-cache.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import { shakeInTime, Keyrings } from './keyring.ts'
import type { Line } from './api-origins.ts'
import { Lines, probeLine, usableOrigins } from './api-origins.ts'
import { NewsDomains } from './news-origins.ts'
import type { SafetyGate } from './verification-gate.ts'
import type { ClientIdentity } from './seal-request.ts'
import { VideoProvider } from './video-provider.ts'

export interface NetworkContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly identity: ClientIdentity
  readonly clock: Clock
  readonly safety: SafetyGate
  storage(): StorageAdapter
  token(): string
  isOnline(): boolean
  onRefused(failure: Failure, token: string, path: string): void
  announce(failure: Failure, path: string): void
  /** Another line is used from now on. */
  onLine(origin: string, isFirst: boolean): void
}

/** Everything between a call's name and the wire: lines, keys, cache, video provider. */
export class Network {
  readonly caller: Caller
  private readonly lines: Lines
  private readonly news: NewsDomains
  private readonly keyrings: Keyrings
  private readonly cache: AnswerCache
  private readonly videos: VideoProvider
  private areDomainsKnown = false

  constructor(private readonly context: NetworkContext) {
    const { dependencies, identity } = context
    const { origin: home, siteId } = identity.options
    const now = () => dependencies.now()
    const storage = () => context.storage()
    const isOnline = () => context.isOnline()
    const token = () => context.token()
    this.lines = new Lines({
      home,
      storage,
      probe: (origin) => probeLine(dependencies, origin),
      onChange: (origin, isFirst) => context.onLine(origin, isFirst),
    })
    this.news = new NewsDomains(home, storage, () => context.clock.now())
    this.keyrings = new Keyrings(now, (origin) =>
      shakeInTime({ ...context, origin, options: identity.options, isOnline }),
    )
    const { lines, news, keyrings } = this
    const surroundings = { isDevelopment: dependencies.isDevelopment, newsOrigin: () => news.current() }
    const onRefused = (refused: Failure, sentToken: string, path: string) => context.onRefused(refused, sentToken, path)
    this.caller = new Caller({ ...context, lines, news, keyrings, surroundings, isOnline, token, onRefused })
    this.cache = new AnswerCache({
      siteId,
      now,
      token,
      deadline: (name) => this.caller.deadline(name),
      // Only the cache's own rows come here, with the parameters that their caller gave.
      load: (name, params, deadline) => this.caller.call(name, params as RequestOf<EndpointName>, { deadline }),
      announce: (degraded, path) => context.announce(degraded, path),
    })
    this.videos = new VideoProvider({ ...context, caller: this.caller, lines, home, isOnline })
  }

  /** Where calls and sockets go now. */
  get origin(): string {
    return this.lines.current.origin
  }

  /** First keys on the line in use, or on the next one when that line is dead. */
  async start(): Promise<Result<SessionKeys<unknown>>> {
    await Promise.all([this.lines.load(), this.news.load()])
    const { otherOrigins: lines = [], origin: home } = this.context.identity.options
    const known = usableOrigins(lines, home)
    if (known.length > 0) await this.lines.adopt(known)
    for (let triesLeft = this.lines.count - 1; ; triesLeft -= 1) {
      const line = this.lines.current
      const keys = await this.keyrings.of(line.origin).current()
      if (keys.ok) {
        await this.lines.succeeded(line)
        return keys
      }
      if (triesLeft <= 0 || !this.context.isOnline() || (await this.lines.doubt(line))) return keys
    }
  }

  /** At every synchronisation of the clock: back to the first line if it answers again; the list of lines if there is none. */
  lookAround(): void {
    this.news.wake()
    void this.lines.recover()
    void this.learnDomains()
  }

  /** The server was lost, and another one may be there: its domains are asked for at the next look around. */
  lost(): void {
    this.areDomainsKnown = false
  }

  /** Sockets cannot be opened there: is the line alive? */
  doubt(origin: string): void {
    const line: Line = this.lines.current
    if (line.origin === origin && this.lines.count > 1 && this.context.isOnline()) void this.lines.doubt(line)
  }

  /** Who is signed in has changed: other keys, other answers, other credentials. */
  reset(): void {
    this.keyrings.reset()
    this.cache.clear()
    this.videos.reset()
  }

  /** A call by name, from the cache where its row allows. Money calls have their own way. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
  ): Promise<Result<DataOf<Name>>> {
    const row: Endpoint = ENDPOINTS[name]
    // Without its files a multipart call is none.
    if (row.encoding === 'multipart') return failureOf(CODES.PARAM_ERROR)
    // Each way checks its answer against the row of this name.
    if (row.response === 'field') return (await this.videos.call(params as never, deadline)) as Result<DataOf<Name>>
    if (row.localCache === null) return this.caller.call(name, params, { deadline })
    return (await this.cache.call(name, row.localCache, params, deadline)) as Result<DataOf<Name>>
  }

  private async learnDomains(): Promise<void> {
    if (this.areDomainsKnown) return
    const { origin: home } = this.context.identity.options
    const result = await this.caller.call('site.domains', {})
    if (!result.ok) return
    this.areDomainsKnown = true
    await Promise.all([this.lines.adopt(usableOrigins(result.data.api, home)), this.news.adopt(result.data.news)])
  }
}
