import { fromBase64Url, fromUtf8, toHex, utf8 } from '#protocol/bytes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { type DataOf, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { signedQueryText } from '#protocol/third-party.ts'
import type { Clock } from '../clock/clock.ts'
import { sign } from '../crypto/legacy.ts'
import type { PageState, TransportDependencies } from '../dependencies.ts'
import { type ApiOrigins, usableOrigin } from './api-origins.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import { badResponse, fetchResponse, jsonObject, readResponseBody } from './response.ts'
import { queryOf } from './seal-request.ts'

type Grant = DataOf<'video.grant'>
type Play = DataOf<'video.play'>

const ENDPOINT = ENDPOINTS['video.play']
const NONCE_BYTES = 8
const IV_LENGTH = 12
/** Grants that expire within this time are not used. */
const EXPIRY_MARGIN_MS = 5_000
const MAX_GRANTS = 50

interface VideoProviderContext {
  readonly dependencies: Pick<TransportDependencies, 'fetch' | 'now'>
  readonly backend: CryptoBackend
  readonly clock: Clock
  readonly caller: Pick<Caller, 'call'>
  readonly origins: ApiOrigins
  /** Origin of the page. */
  readonly home: string
  readonly page: Pick<PageState, 'isOnline'>
}

/** S7.114: calls to the video provider. Its credentials are fetched, cached and used here. The page never gets them. */
export class VideoProvider {
  readonly #context: VideoProviderContext
  #grants = new Map<string, Grant>()

  constructor(context: VideoProviderContext) {
    this.#context = context
  }

  /** Stream sources of a match. If the provider refuses the cached credentials, new ones are fetched once. */
  async call({ matchId }: RequestOf<'video.play'>, deadline: Deadline): Promise<Result<Play>> {
    const first = await this.#grant(matchId, deadline)
    if (!first.ok) return first
    const result = await this.#play(first.data, matchId, deadline)
    if (result !== 'refused') return result
    this.#grants.delete(matchId)
    const second = await this.#grant(matchId, deadline)
    if (!second.ok) return second
    const repeated = await this.#play(second.data, matchId, deadline)
    return repeated === 'refused' ? badResponse(0) : repeated
  }

  /** Drops the credentials when the signed-in member changes. */
  reset(): void {
    this.#grants = new Map()
  }

  async #grant(matchId: string, deadline: Deadline): Promise<Result<Grant>> {
    const cached = this.#grants.get(matchId)
    if (cached && this.#context.clock.now() < cached.expireAt - EXPIRY_MARGIN_MS) return success(cached)
    // `reset` replaces the map: the response to an earlier request is then not stored.
    const grants = this.#grants
    const result = await this.#context.caller.call('video.grant', { matchId }, { deadline })
    if (!result.ok) return result
    grants.delete(matchId)
    grants.set(matchId, result.data)
    const [oldest] = grants.keys()
    if (grants.size > MAX_GRANTS && oldest !== undefined) grants.delete(oldest)
    return result
  }

  async #play(grant: Grant, matchId: string, deadline: Deadline): Promise<Result<Play> | 'refused'> {
    const { dependencies, backend, clock, origins, home, page } = this.#context
    const apiOrigin = origins.current
    const origin = grant.origin === '' ? apiOrigin.origin : usableOrigin(grant.origin, home)
    if (origin === null) return badResponse(0)
    const ts = String(Math.floor(clock.now()))
    const query = { appId: grant.appId, ts, nonce: toHex(backend.random(NONCE_BYTES)), matchId }
    const signature = sign(signedQueryText(query), fromBase64Url(grant.signKey))
    const url = origin + ENDPOINT.path + queryOf({ ...query, sign: signature })
    const response = await fetchResponse(dependencies, url, { method: ENDPOINT.method, signal: deadline.signal })
    if (!response) {
      const isOriginFailure = origin === apiOrigin.origin && page.isOnline && !deadline.isAborted
      return isOriginFailure ? origins.failed(apiOrigin) : deadline.failure(page.isOnline)
    }
    const body = readResponseBody(jsonObject(response.text))
    if (!body) return badResponse(response.status)
    if (body.code >= CODES.CURRENT_LIMITING_A && body.code <= CODES.INTERFACE_DEGRADE) {
      return failure(body.code, body.msg === '' ? codeText(body.code) : body.msg)
    }
    if (body.code !== CODES.SUCCESS || typeof body.data !== 'string') return 'refused'
    return this.#decrypt(body.data, grant.dataKey, signature)
  }

  async #decrypt(data: string, dataKey: string, signature: string): Promise<Result<Play>> {
    const { backend } = this.#context
    try {
      const raw = fromBase64Url(data)
      const key = await backend.importKey(fromBase64Url(dataKey))
      const iv = raw.subarray(0, IV_LENGTH)
      const plain = await backend.decrypt(key, iv, raw.subarray(IV_LENGTH), utf8(signature))
      const parsed = ENDPOINT.data.safeParse(JSON.parse(fromUtf8(plain)))
      return parsed.success ? success(parsed.data) : badResponse(200)
    } catch {
      return badResponse(200)
    }
  }
}
