import { CODES } from '#protocol/codes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Failure, ResponseBody, Result } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { Clock } from '../clock/clock.ts'
import type { PageState, TransportDependencies } from '../dependencies.ts'
import type { Deadline } from './deadline.ts'
import type { Keyrings } from './keyring.ts'
import type { HttpResponse } from './response.ts'
import { badResponse, blobResult, fetchResponse, jsonObject, readResponseBody, resultOf } from './response.ts'
import type { OutgoingCall, RewriteContext } from './rewrite.ts'
import { rewriteRequest, rewriteResponse } from './rewrite.ts'
import type { ClientIdentity, SealedRequest } from './seal-request.ts'
import { queryOf, sealRequest } from './seal-request.ts'
import type { UploadTask } from './upload.ts'
import { sendUpload } from './upload.ts'
import type { VerificationGate } from './verification-gate.ts'

export interface CallTask {
  readonly endpoint: Endpoint
  /** Parameters, or a function that makes them with the keys of the session that carries them. */
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
  readonly gate: VerificationGate
  readonly rewriting: RewriteContext
  readonly page: Pick<PageState, 'isOnline'>
}

/**
 * Outcome of one exchange. `lost` means that there was no response from the server. The caller then probes the origin.
 */
export type Outcome =
  | { readonly type: 'result'; readonly result: Result<unknown> }
  | { readonly type: 'lost'; readonly origin: string; readonly failure: Failure }

type Step = Outcome | { readonly type: 'repeat'; readonly cause: 'rekey' | 'stale' }

/** Seals, sends and opens one call at one origin. Repeats it once after REKEY and once after STALE. */
export class Exchange {
  readonly #context: ExchangeContext

  constructor(context: ExchangeContext) {
    this.#context = context
  }

  async run(task: CallTask, origin: string, signal: AbortSignal): Promise<Outcome> {
    const repeated = new Set<string>()
    for (;;) {
      const isPlain = task.endpoint.response === 'plain'
      const step = await (isPlain ? this.#plain(task, origin, signal) : this.#sealed(task, origin, signal))
      if (step.type !== 'repeat') return step
      if (repeated.has(step.cause)) return { type: 'result', result: badResponse(200) }
      repeated.add(step.cause)
    }
  }

  async #sealed(task: CallTask, origin: string, signal: AbortSignal): Promise<Step> {
    const { dependencies, clock, keyrings, gate } = this.#context
    const { endpoint, deadline, upload } = task
    const call = this.#outgoing(task, origin)
    const keyring = keyrings.of(call.origin)
    const keys = await deadline.guard(keyring.current())
    if (!keys) return this.#noResponse(call, deadline)
    if (!keys.ok) return keys.code < 0 ? lost(call, keys) : { type: 'result', result: keys }

    const request = await sealRequest(call, bodyOf(task, keys.data), {
      ...this.#context,
      keys: keys.data,
      timestamp: Math.floor(clock.now()),
      idempotencyKey: task.idempotencyKey,
      riskToken: gate.riskToken,
      files: upload?.files ?? [],
    })
    const init = { method: endpoint.method, headers: request.headers, signal }
    const url = call.origin + call.target
    const response = upload
      ? await sendUpload(dependencies, url, { ...init, parts: request.parts }, upload)
      : await fetchResponse(dependencies, url, { ...init, body: request.body }, endpoint.response === 'blob')
    if (!response) return this.#noResponse(call, deadline)
    await this.#storeRiskToken(response.riskToken, request)
    const step = await this.#open(call, request, response)
    if (step.type === 'repeat' && step.cause === 'rekey') keyring.invalidate(keys.data)
    return step
  }

  async #plain(task: CallTask, origin: string, signal: AbortSignal): Promise<Step> {
    const { endpoint, params, deadline } = task
    const call = this.#outgoing(task, origin)
    const isQuery = endpoint.encoding === 'query'
    const headers = isQuery ? {} : { 'content-type': 'application/json' }
    const init = { method: endpoint.method, headers, body: isQuery ? null : JSON.stringify(params), signal }
    const response = await fetchResponse(this.#context.dependencies, call.origin + call.target, init)
    if (!response) return this.#noResponse(call, deadline)
    const body = readResponseBody(jsonObject(response.text))
    if (!body) return foreignResponse(call, response)
    const { status } = response
    return { type: 'result', result: resultOf(endpoint, rewriteResponse(call, body, status), status) }
  }

  #outgoing({ endpoint, params, token }: CallTask, origin: string): OutgoingCall {
    const target = endpoint.path + (endpoint.encoding === 'query' ? queryOf(params) : '')
    return rewriteRequest({ endpoint, origin, target, token }, this.#context.rewriting)
  }

  /** S7.14: stores the risk token of a response. A token that cannot be opened is ignored. */
  async #storeRiskToken(sealed: string | null, request: SealedRequest): Promise<void> {
    if (sealed === null) return
    const token = await request.openRiskToken(sealed).catch(() => '')
    if (token !== '') this.#context.gate.storeRiskToken(token)
  }

  /** Opens the response to a sealed call. Every sealed response adds a sample to the clock. */
  async #open(call: OutgoingCall, request: SealedRequest, response: HttpResponse): Promise<Step> {
    const { clock } = this.#context
    const { endpoint } = call
    const { status, sentAt, receivedAt } = response
    if (response.bytes) {
      const blob = blobResult(endpoint, response.type, response.bytes)
      return blob ? { type: 'result', result: blob } : foreignResponse(call, response)
    }
    const record = jsonObject(response.text)
    const { t1, x1 } = record ?? {}
    if (typeof t1 === 'number' && typeof x1 === 'string') {
      const body = readResponseBody(jsonObject(await request.open(t1, x1).catch(() => '')))
      if (!body) return { type: 'result', result: badResponse(status) }
      clock.add(sentAt, t1, receivedAt)
      return { type: 'result', result: resultOf(endpoint, rewriteResponse(call, body, status), status) }
    }
    const clear = readResponseBody(record)
    if (clear?.code === CODES.REKEY) return { type: 'repeat', cause: 'rekey' }
    if (clear?.code === CODES.STALE && clear.time > 0) {
      clock.reset()
      clock.add(sentAt, clear.time, receivedAt)
      return { type: 'repeat', cause: 'stale' }
    }
    if (!clear && status !== 401) return foreignResponse(call, response)
    return { type: 'result', result: clearRefusal(call, clear ?? BLANK_REFUSAL, status) }
  }

  #noResponse(call: OutgoingCall, deadline: Deadline): Outcome {
    return lost(call, deadline.failure(this.#context.page.isOnline))
  }
}

/** The sealed content: parameters, verification fields, file metadata. */
function bodyOf({ endpoint, params, verification, upload }: CallTask, keys: SessionKeys<unknown>): unknown {
  const own: unknown = typeof params === 'function' ? params(keys) : params
  const fields = withVerification(endpoint, own, verification)
  return upload ? { fields, files: upload.metadata } : fields
}

/** Adds the fields of a verification. A query string has none: its request is covered by the risk token. */
function withVerification(endpoint: Endpoint, params: unknown, verification: VerificationResult | null): unknown {
  if (!verification || endpoint.encoding === 'query' || typeof params !== 'object' || params === null) return params
  return { ...params, ...verification }
}

function lost({ origin }: OutgoingCall, failure: Failure): Outcome {
  return { type: 'lost', origin, failure }
}

/**
 * S8.13, S8.18-S8.20: a response that does not come from the server, for example from a proxy. A 404 to a call without
 * credentials is final.
 */
function foreignResponse(call: OutgoingCall, { status }: HttpResponse): Outcome {
  const failure = badResponse(status)
  return status === 404 && !call.endpoint.credentials ? { type: 'result', result: failure } : lost(call, failure)
}

const BLANK_REFUSAL: ResponseBody = { code: CODES.AUTH_ERROR, msg: '', data: null, time: 0, traceId: '' }

/** Result of a response in clear to a sealed call. Only refusals are accepted: an unsealed success may be forged. */
function clearRefusal(call: OutgoingCall, clear: ResponseBody, status: number): Result<unknown> {
  const body = rewriteResponse(call, clear, status)
  const isRefusal = body.code !== CODES.SUCCESS && body.code !== CODES.DUPLICATE_REQUEST
  return isRefusal ? resultOf(call.endpoint, body, status) : badResponse(status)
}
