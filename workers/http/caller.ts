import { CODES, failureOf } from '#protocol/codes.ts'
import { SAFETY_MAX_ROUNDS } from '#protocol/constants.ts'
import { type Endpoint, withPathParams } from '#protocol/endpoints/endpoint.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { UploadFile, UploadProgress } from '#protocol/worker/api.ts'
import type { Outcomes } from '../session/outcomes.ts'
import type { Session } from '../session/session.ts'
import type { ApiOrigin, ApiOrigins } from './api-origins.ts'
import { Deadline } from './deadline.ts'
import type { NewsOrigins } from './news-origins.ts'
import type { Outcome, Step } from './response.ts'
import {
  badResponse,
  fetchResponse,
  foreignResponse,
  jsonObject,
  lost,
  openResponse,
  readResponseBody,
  resultOf,
} from './response.ts'
import { checkFiles, sendUpload, type UploadTask, uploadTask } from './upload.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { Clock } from '../clock/clock.ts'
import { timewd } from '../crypto/legacy.ts'
import type { PageState, TransportDependencies } from '../dependencies.ts'
import type { Keyrings } from './keyring.ts'
import { type OutgoingCall, type RewriteContext, rewriteRequest, rewriteResponse } from './rewrite.ts'
import { type ClientIdentity, queryOf, type SealedRequest, sealRequest } from './seal-request.ts'
import type { VerificationGate } from './verification-gate.ts'

interface CallControls {
  readonly deadline?: Deadline
  readonly idempotencyKey?: string | undefined
}

/** A call without a response for this long probes its origin. */
const PROBE_AFTER_MS = 4_000
/** Calls of the safety checks do not wait for a safety check. */
const UNGATED_PATH = '/api/gw/ic/'

/** Makes calls: with the safety check, on the current origin, and on the next origin if a repetition is safe. Never throws. */
export class Caller {
  readonly #context: CallerContext
  readonly #exchange: Exchange

  constructor(context: CallerContext) {
    this.#context = context
    this.#exchange = new Exchange(context)
  }

  deadline(name: EndpointName): Deadline {
    return new Deadline(this.#context.dependencies, ENDPOINTS[name].timeoutMs)
  }

  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    controls: CallControls = {},
  ): Promise<Result<DataOf<Name>>> {
    const deadline = controls.deadline ?? this.deadline(name)
    const result = await this.#make(name, params, deadline, controls.idempotencyKey, null)
    // A deadline of the caller may cover more than this call.
    if (!controls.deadline) deadline.finish()
    return result
  }

  /** Makes a multipart call. Upload progress restarts its timeout. */
  async upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    onProgress: (progress: UploadProgress) => void,
    deadline: Deadline,
  ): Promise<Result<DataOf<Name>>> {
    const rules = ENDPOINTS[name].files
    if (!rules) return failureOf(CODES.PARAM_ERROR)
    const problem = checkFiles(rules, files)
    if (problem) return problem
    const task = await uploadTask(this.#context.backend, files, (progress) => {
      deadline.renew()
      onProgress(progress)
    })
    return this.#make(name, params, deadline, undefined, task)
  }

  /** S4.18-S4.21: a call that is refused with NEED_SAFE waits for the safety dialog and is sent again, up to three times. */
  async #make<Name extends EndpointName>(
    name: Name,
    params: unknown,
    deadline: Deadline,
    idempotencyKey: string | undefined,
    upload: UploadTask | null,
  ): Promise<Result<DataOf<Name>>> {
    const { gate, outcomes, session } = this.#context
    const endpoint: Endpoint = ENDPOINTS[name]
    const { token } = session
    const task: CallTask = { endpoint, params, token, idempotencyKey, upload, deadline, verification: null }
    try {
      let { riskToken } = gate
      let result = await this.#send(task)
      for (let round = 1; round <= SAFETY_MAX_ROUNDS && needsCheck(endpoint, result); round += 1) {
        // The time that the user needs for the dialog does not count.
        deadline.pause()
        const waiting = gate.afterRefusal({ failure: result, riskToken, signal: deadline.signal })
        const verification = await deadline.guard(waiting)
        deadline.resume()
        if (deadline.isOver || !verification) {
          result = deadline.isOver ? deadline.failure(true) : failureOf(CODES.VERIFICATION_CLOSED)
          break
        }
        riskToken = gate.riskToken
        result = await this.#send({ ...task, verification })
      }
      if (!result.ok) outcomes.refused(result, token, endpoint.path)
      // `resultOf` has checked the data against the schema of this endpoint.
      return result as Result<DataOf<Name>>
    } catch {
      return badResponse(0)
    }
  }

  /** S8.17: sends on the current origin. If it is down, a repeatable call is sent again on the next one. */
  async #send(task: CallTask): Promise<Result<unknown>> {
    const { origins, news, page } = this.#context
    const { endpoint, deadline } = task
    const isRepeatable = endpoint.readOnly || endpoint.idempotent
    const tried = new Set<string>()
    for (;;) {
      const origin = origins.current
      const outcome = await this.#exchangeAt(origin, task)
      if (outcome.type === 'result') {
        await origins.succeeded(origin)
        return outcome.result
      }
      if (deadline.isAborted || !page.isOnline) return outcome.failure
      if (outcome.origin !== origin.origin) {
        news.markFailed(outcome.origin)
        if (deadline.isOver) return failureOf(CODES.LINE_SWITCHING)
        continue
      }
      if (!endpoint.credentials) return origins.failed(origin)
      tried.add(origin.origin)
      const isUp = await deadline.guard(origins.checkHealth(origin))
      if (isUp !== false || !isRepeatable || tried.has(origins.current.origin)) return outcome.failure
    }
  }

  /** One exchange. It ends early if a probe during the exchange finds the origin down. */
  async #exchangeAt(origin: ApiOrigin, task: CallTask): Promise<Outcome> {
    const { origins, dependencies } = this.#context
    const attempt = new AbortController()
    const abort = () => attempt.abort()
    task.deadline.signal.addEventListener('abort', abort)
    const probe = async () => (await origins.checkHealth(origin)) || abort()
    const isProbed = task.endpoint.credentials && origins.count > 1
    const cancelProbe = isProbed ? dependencies.setTimer(() => void probe(), PROBE_AFTER_MS) : null
    try {
      return await this.#exchange.run(task, origin.origin, attempt.signal)
    } finally {
      cancelProbe?.()
      task.deadline.signal.removeEventListener('abort', abort)
    }
  }
}

function needsCheck({ path }: Endpoint, result: Result<unknown>): result is Failure {
  return !result.ok && result.code === CODES.NEED_SAFE && !path.startsWith(UNGATED_PATH)
}

interface CallTask {
  readonly endpoint: Endpoint
  /** Passwords among the parameters are as typed. They are encoded for each exchange, with the keys that seal it. */
  readonly params: unknown
  readonly token: string
  readonly idempotencyKey: string | undefined
  readonly verification: VerificationResult | null
  readonly upload: UploadTask | null
  readonly deadline: Deadline
}

interface CallerContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly identity: ClientIdentity
  readonly clock: Clock
  readonly keyrings: Keyrings
  readonly gate: VerificationGate
  readonly rewriting: RewriteContext
  readonly page: Pick<PageState, 'isOnline'>
  readonly origins: ApiOrigins
  readonly news: NewsOrigins
  readonly session: Pick<Session, 'token'>
  readonly outcomes: Pick<Outcomes, 'refused'>
}

/** Seals, sends and opens one call at one origin. Repeats it once after REKEY and once after STALE. */
class Exchange {
  readonly #context: CallerContext

  constructor(context: CallerContext) {
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

    const timestamp = Math.floor(clock.now())
    const encode = (password: string) =>
      timewd(password, timestamp, keys.data.wd, this.#context.backend.random(TIMEWD_IV_BYTES))
    const request = await sealRequest(call, bodyOf(task, encode), {
      ...this.#context,
      keys: keys.data,
      timestamp,
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
    const step = await openResponse(call, request, response, this.#context.clock)
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
    const { path, params: sent } = withPathParams(endpoint.path, params)
    const target = path + (endpoint.encoding === 'query' ? queryOf(sent) : '')
    return rewriteRequest({ endpoint, origin, target, token }, this.#context.rewriting)
  }

  /** S7.14: stores the risk token of a response. A token that cannot be opened is ignored. */
  async #storeRiskToken(sealed: string | null, request: SealedRequest): Promise<void> {
    if (sealed === null) return
    const token = await request.openRiskToken(sealed).catch(() => '')
    if (token !== '') this.#context.gate.storeRiskToken(token)
  }

  #noResponse(call: OutgoingCall, deadline: Deadline): Outcome {
    return lost(call, deadline.failure(this.#context.page.isOnline))
  }
}

const TIMEWD_IV_BYTES = 16

/** The sealed content: parameters, verification fields, file metadata. */
function bodyOf({ endpoint, params, verification, upload }: CallTask, encode: (password: string) => string): unknown {
  const own = withPathParams(endpoint.path, withPasswords(endpoint, params, encode)).params
  const fields = withVerification(endpoint, own, verification)
  return upload ? { fields, files: upload.metadata } : fields
}

/** S3.1: encodes the passwords among the parameters. An empty one means that there is none. */
function withPasswords({ passwordFields }: Endpoint, params: unknown, encode: (password: string) => string): unknown {
  if (passwordFields.length === 0 || typeof params !== 'object' || params === null) return params
  const entries = Object.entries(params).map(([name, value]): [string, unknown] => {
    const isPassword = passwordFields.includes(name) && typeof value === 'string' && value !== ''
    return [name, isPassword ? encode(value) : value]
  })
  return Object.fromEntries(entries)
}

/** Adds the fields of a verification. A query string has none: its request is covered by the risk token. */
function withVerification(endpoint: Endpoint, params: unknown, verification: VerificationResult | null): unknown {
  if (!verification || endpoint.encoding === 'query' || typeof params !== 'object' || params === null) return params
  return { ...params, ...verification }
}
