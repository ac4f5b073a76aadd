import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { badAnswer, readAnswer, resultOf, fetchReply, jsonObject, blobResult } from './response.ts'
import type { Deadline } from './deadline.ts'
import type { Keyrings } from './keyring.ts'
import type { OutgoingCall, RewriteSurroundings } from './rewrite.ts'
import { rewriteAnswer, rewriteRequest } from './rewrite.ts'
import type { SafetyGate } from './verification-gate.ts'
import { withVerification } from './verification-gate.ts'
import type { ClientIdentity, SealedRequest } from './seal-request.ts'
import { queryOf, sealRequest } from './seal-request.ts'
import type { UploadTask } from './upload.ts'
import { sendUpload } from './upload.ts'
import { CODES } from '#protocol/codes.ts'
import type { ResponseBody, Failure, Result } from '#protocol/result.ts'
import type { Reply } from './response.ts'

/** One call as it is to go out. */
export interface CallTask {
  readonly row: Endpoint
  /** Parameters, or how to make them under the keys of the session that will carry them. */
  readonly params: unknown
  readonly token: string
  readonly idempotencyKey: string | undefined
  readonly verification: VerificationResult | null
  readonly upload: UploadTask | null
  readonly deadline: Deadline
}

export interface ExchangeContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly identity: ClientIdentity
  readonly clock: Clock
  readonly keyrings: Keyrings
  readonly safety: SafetyGate | null
  readonly surroundings: RewriteSurroundings
  isOnline(): boolean
}

/** Seals, sends and opens one call on one line, and heals what the protocol lets a client heal: REKEY and STALE, once each. */
export class Exchange {
  constructor(private readonly context: ExchangeContext) {}

  async run(task: CallTask, origin: string, signal: AbortSignal): Promise<Outcome> {
    const healed = new Set<string>()
    for (;;) {
      const isPlain = task.row.response === 'plain'
      const step = await (isPlain ? this.plain(task, origin, signal) : this.sealed(task, origin, signal))
      if (step.type !== 'repeat') return step
      if (healed.has(step.cause)) return { type: 'result', result: badAnswer(200) }
      healed.add(step.cause)
    }
  }

  private async sealed(task: CallTask, origin: string, signal: AbortSignal): Promise<Step> {
    const { dependencies, clock, keyrings, safety } = this.context
    const { row, deadline, upload } = task
    const call = this.outgoing(task, origin)
    const keyring = keyrings.of(call.origin)
    const keys = await deadline.guard(keyring.current())
    if (!keys) return this.nothing(call, deadline)
    if (!keys.ok) return keys.code < 0 ? lost(call, keys) : { type: 'result', result: keys }

    const request = await sealRequest(call, this.fields(task, keys.data), {
      ...this.context,
      keys: keys.data,
      timestamp: Math.floor(clock.now()),
      idempotencyKey: task.idempotencyKey,
      riskToken: safety?.riskToken() ?? '',
      files: upload?.files ?? [],
    })
    const init = { method: row.method, headers: request.headers, signal }
    const url = call.origin + call.target
    const reply = upload
      ? await sendUpload(dependencies, url, { ...init, parts: request.parts }, upload)
      : await fetchReply(dependencies, url, { ...init, body: request.body }, row.response === 'blob')
    if (!reply) return this.nothing(call, deadline)
    await this.keepRiskToken(reply.riskToken, request)
    const step = await openReply(call, request, reply, clock)
    if (step.type === 'repeat' && step.cause === 'rekey') keyring.refuse(keys.data)
    return step
  }

  private async plain(task: CallTask, origin: string, signal: AbortSignal): Promise<Step> {
    const { row, params, deadline } = task
    const call = this.outgoing(task, origin)
    const isQuery = row.encoding === 'query'
    const headers = isQuery ? {} : { 'content-type': 'application/json' }
    const init = { method: row.method, headers, body: isQuery ? null : JSON.stringify(params), signal }
    const reply = await fetchReply(this.context.dependencies, call.origin + call.target, init)
    if (!reply) return this.nothing(call, deadline)
    const answer = readAnswer(jsonObject(reply.text))
    if (!answer) return foreign(call, reply)
    return { type: 'result', result: resultOf(row, rewriteAnswer(call, answer, reply.status), reply.status) }
  }

  private outgoing({ row, params, token }: CallTask, origin: string): OutgoingCall {
    const target = row.path + (row.encoding === 'query' ? queryOf(params) : '')
    return rewriteRequest({ row, origin, target, token }, this.context.surroundings)
  }

  /** What goes under the seal: the parameters with what a safety check adds, and what is said of the files. */
  private fields({ row, params, verification, upload }: CallTask, keys: SessionKeys<unknown>): unknown {
    const own: unknown = typeof params === 'function' ? params(keys) : params
    const fields = withVerification(row, own, verification)
    return upload ? { fields, files: upload.facts } : fields
  }

  /** S7.14: one that does not open is none. */
  private async keepRiskToken(sealed: string | null, request: SealedRequest): Promise<void> {
    if (sealed === null) return
    const token = await request.openRiskToken(sealed).catch(() => '')
    if (token !== '') this.context.safety?.keepRiskToken(token)
  }

  private nothing(call: OutgoingCall, deadline: Deadline): Outcome {
    return lost(call, deadline.failure(this.context.isOnline()))
  }
}

/**
 * What one exchange gave: the outcome of the call, or `lost`: nothing came over this line that our server has said, which
 * makes the line doubtful.
 */
export type Outcome =
  | { readonly type: 'result'; readonly result: Result<unknown> }
  | { readonly type: 'lost'; readonly origin: string; readonly failure: Failure }

export type Step = Outcome | { readonly type: 'repeat'; readonly cause: 'rekey' | 'stale' }

/** What a reply to a sealed call means. Every sealed answer adds a sample to the clock. */
export async function openReply(call: OutgoingCall, request: SealedRequest, reply: Reply, clock: Clock): Promise<Step> {
  const { row } = call
  const { status } = reply
  if (reply.bytes) {
    const blob = blobResult(row, reply.type, reply.bytes)
    return blob ? { type: 'result', result: blob } : foreign(call, reply)
  }
  const record = jsonObject(reply.text)
  const { t1, x1 } = record ?? {}
  if (typeof t1 === 'number' && typeof x1 === 'string') {
    const answer = readAnswer(jsonObject(await request.open(t1, x1).catch(() => '')))
    if (!answer) return { type: 'result', result: badAnswer(status) }
    clock.add(reply.sentAt, t1, reply.receivedAt)
    return { type: 'result', result: resultOf(row, rewriteAnswer(call, answer, status), status) }
  }
  const answer = readAnswer(record)
  if (answer?.code === CODES.REKEY) return { type: 'repeat', cause: 'rekey' }
  if (answer?.code === CODES.STALE && answer.time > 0) {
    clock.reset()
    clock.add(reply.sentAt, answer.time, reply.receivedAt)
    return { type: 'repeat', cause: 'stale' }
  }
  if (!answer && status !== 401) return foreign(call, reply)
  return { type: 'result', result: refusal(call, answer ?? BLANK, status) }
}

const BLANK: ResponseBody = { code: CODES.AUTH_ERROR, msg: '', data: null, time: 0, traceId: '' }

export function lost({ origin }: OutgoingCall, failure: Failure): Outcome {
  return { type: 'lost', origin, failure }
}

/** S8.13, S8.18-S8.20: a proxy, a parked domain, a broken program: not our server. A 404 without credentials says enough. */
export function foreign(call: OutgoingCall, { status }: Reply): Outcome {
  const failure = badAnswer(status)
  return status === 404 && !call.row.credentials ? { type: 'result', result: failure } : lost(call, failure)
}

/** An answer in clear to a sealed call: only a refusal can be one; "success" without a seal proves nothing. */
function refusal(call: OutgoingCall, clear: ResponseBody, status: number): Result<unknown> {
  const answer = rewriteAnswer(call, clear, status)
  const isRefusal = answer.code !== CODES.SUCCESS && answer.code !== CODES.DUPLICATE_REQUEST
  return isRefusal ? resultOf(call.row, answer, status) : badAnswer(status)
}
