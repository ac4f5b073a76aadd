import { fromBase64Url, fromUtf8, toHex, utf8 } from '#protocol/bytes.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { signedQueryText } from '#protocol/third-party.ts'
import type { Clock } from '../clock/clock.ts'
import { sign } from '../crypto/legacy.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { badAnswer, readAnswer, fetchReply, jsonObject } from './response.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import type { Lines } from './api-origins.ts'
import { usableOrigin } from './api-origins.ts'
import { queryOf } from './seal-request.ts'

type Grant = DataOf<'video.grant'>
type Play = DataOf<'video.play'>

const ROW = ENDPOINTS['video.play']
const NONCE_BYTES = 8
const IV_LENGTH = 12
/** A grant that is nearly over is not used any more. */
const MARGIN_MS = 5_000
const MOST_GRANTS = 50

export interface VideoProviderContext {
  readonly dependencies: Pick<TransportDependencies, 'fetch' | 'now'>
  readonly backend: CryptoBackend
  readonly clock: Clock
  readonly caller: Pick<Caller, 'call'>
  readonly lines: Lines
  /** The page's own origin. */
  readonly home: string
  isOnline(): boolean
}

/** S7.114: calls to the video provider. Its credentials are asked for, kept and used here; the page never sees them. */
export class VideoProvider {
  private grants = new Map<string, Grant>()

  constructor(private readonly context: VideoProviderContext) {}

  /** Lines of a match. Credentials that the provider does not know any more are asked for anew, once. */
  async call({ matchId }: RequestOf<'video.play'>, deadline: Deadline): Promise<Result<Play>> {
    const first = await this.granted(matchId, deadline)
    if (!first.ok) return first
    const played = await this.play(first.data, matchId, deadline)
    if (played !== 'refused') return played
    this.grants.delete(matchId)
    const second = await this.granted(matchId, deadline)
    if (!second.ok) return second
    const again = await this.play(second.data, matchId, deadline)
    return again === 'refused' ? badAnswer(0) : again
  }

  /** Another member: credentials of the one before are not used. */
  reset(): void {
    this.grants = new Map()
  }

  private async granted(matchId: string, deadline: Deadline): Promise<Result<Grant>> {
    const kept = this.grants.get(matchId)
    if (kept && this.context.clock.now() < kept.expireAt - MARGIN_MS) return success(kept)
    const { grants } = this
    const result = await this.context.caller.call('video.grant', { matchId }, { deadline })
    if (!result.ok) return result
    grants.delete(matchId)
    grants.set(matchId, result.data)
    const [oldest] = grants.keys()
    if (grants.size > MOST_GRANTS && oldest !== undefined) grants.delete(oldest)
    return result
  }

  private async play(grant: Grant, matchId: string, deadline: Deadline): Promise<Result<Play> | 'refused'> {
    const { dependencies, backend, clock, lines, home } = this.context
    const line = lines.current
    const origin = grant.origin === '' ? line.origin : usableOrigin(grant.origin, home)
    if (origin === null) return badAnswer(0)
    const ts = String(Math.floor(clock.now()))
    const query = { appId: grant.appId, ts, nonce: toHex(backend.random(NONCE_BYTES)), matchId }
    const signature = sign(signedQueryText(query), fromBase64Url(grant.signKey))
    const url = origin + ROW.path + queryOf({ ...query, sign: signature })
    const reply = await fetchReply(dependencies, url, { method: ROW.method, signal: deadline.signal })
    if (!reply) {
      const isLineTrouble = origin === line.origin && this.context.isOnline() && !deadline.isAborted
      return isLineTrouble ? lines.failed(line) : deadline.failure(this.context.isOnline())
    }
    const answer = readAnswer(jsonObject(reply.text))
    if (!answer) return badAnswer(reply.status)
    if (answer.code >= CODES.CURRENT_LIMITING_A && answer.code <= CODES.INTERFACE_DEGRADE) {
      return failure(answer.code, answer.msg === '' ? codeText(answer.code) : answer.msg)
    }
    if (answer.code !== CODES.SUCCESS || typeof answer.data !== 'string') return 'refused'
    return this.decrypted(answer.data, grant.dataKey, signature)
  }

  private async decrypted(data: string, dataKey: string, signature: string): Promise<Result<Play>> {
    const { backend } = this.context
    try {
      const raw = fromBase64Url(data)
      const key = await backend.importKey(fromBase64Url(dataKey))
      const iv = raw.subarray(0, IV_LENGTH)
      const plain = await backend.decrypt(key, iv, raw.subarray(IV_LENGTH), utf8(signature))
      const parsed = ROW.data.safeParse(JSON.parse(fromUtf8(plain)))
      return parsed.success ? success(parsed.data) : badAnswer(200)
    } catch {
      return badAnswer(200)
    }
  }
}
