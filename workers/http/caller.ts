import { CODES } from '#protocol/codes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Answer, Failure, Result } from '#protocol/result.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { badAnswer, readAnswer, resultOf } from './answer.ts'
import { Deadline } from './deadline.ts'
import { fetchText, jsonObject } from './fetch-text.ts'
import type { Keyring } from './keyring.ts'
import type { LineErrors } from './lines.ts'
import type { ClientIdentity } from './seal-request.ts'
import { queryOf, sealRequest } from './seal-request.ts'

export interface CallerContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly identity: ClientIdentity
  readonly clock: Clock
  readonly keyring: Keyring
  readonly lines: LineErrors
  token(): string
  isOnline(): boolean
  /** A refusal whose code ends the session, with the token that the refused call carried. */
  onRefused(failure: Failure, token: string, path: string): void
}

/** Parameters, or how to make them for a session: fields under its keys are made anew when the keys change. */
export type Params<Name extends EndpointName> = RequestOf<Name> | ((keys: SessionKeys<unknown>) => RequestOf<Name>)

type Outcome =
  | { readonly type: 'rekey' }
  | { readonly type: 'stale' }
  | { readonly type: 'result'; readonly result: Result<unknown> }

const TROUBLE: ReadonlySet<number> = new Set([CODES.NETWORK_FAILURE, CODES.TIMEOUT, CODES.OFFLINE])

/** Makes calls: seals, sends, opens, and heals what the protocol lets a client heal by itself. Never throws. */
export class Caller {
  constructor(private readonly context: CallerContext) {}

  deadline(name: EndpointName): Deadline {
    return new Deadline((task, delayMs) => this.context.dependencies.setTimer(task, delayMs), ENDPOINTS[name].timeoutMs)
  }

  /** One call until its deadline; REKEY and STALE are healed once each (settled 5). */
  async call<Name extends EndpointName>(
    name: Name,
    params: Params<Name>,
    options: { deadline?: Deadline; idempotencyKey?: string } = {},
  ): Promise<Result<DataOf<Name>>> {
    const row: Endpoint = ENDPOINTS[name]
    const deadline = options.deadline ?? this.deadline(name)
    const token = this.context.token()
    const attempt = () =>
      row.answer === 'plain'
        ? this.plain(row, params, deadline)
        : this.sealed(row, params, token, deadline, options.idempotencyKey)
    try {
      const result = await this.healed(attempt)
      if (!result.ok) this.context.onRefused(result, token, row.path)
      // resultOf has checked the data against this very row.
      return (row.credentials ? result : await this.onLine(result)) as Result<DataOf<Name>>
    } catch {
      return badAnswer(0)
    } finally {
      if (!options.deadline) deadline.finish()
    }
  }

  private async healed(attempt: () => Promise<Outcome>): Promise<Result<unknown>> {
    const healed = new Set<string>()
    for (;;) {
      const outcome = await attempt()
      if (outcome.type === 'result') return outcome.result
      if (healed.has(outcome.type)) return badAnswer(200)
      healed.add(outcome.type)
    }
  }

  private async sealed(
    row: Endpoint,
    params: Params<EndpointName>,
    token: string,
    deadline: Deadline,
    idempotencyKey: string | undefined,
  ): Promise<Outcome> {
    const { dependencies, clock, keyring, identity } = this.context
    const keys = await deadline.guard(keyring.current())
    if (!keys) return { type: 'result', result: deadline.failure(this.context.isOnline()) }
    if (!keys.ok) return { type: 'result', result: keys }
    const request = await sealRequest(row, typeof params === 'function' ? params(keys.data) : params, {
      ...this.context,
      keys: keys.data,
      token,
      timestamp: Math.floor(clock.now()),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
    const init = { method: row.method, headers: request.headers, body: request.body, signal: deadline.signal }
    const reply = await fetchText(dependencies, identity.options.origin + request.target, init)
    if (!reply) return { type: 'result', result: deadline.failure(this.context.isOnline()) }

    const record = jsonObject(reply.text)
    const { t1, x1 } = record ?? {}
    if (typeof t1 === 'number' && typeof x1 === 'string') {
      const answer = readAnswer(jsonObject(await request.open(t1, x1)))
      if (!answer) return { type: 'result', result: badAnswer(reply.status) }
      clock.add(reply.sentAt, t1, reply.receivedAt)
      return { type: 'result', result: resultOf(row, unauthorised(answer, reply.status), reply.status) }
    }
    const answer = readAnswer(record)
    if (answer?.code === CODES.REKEY) {
      keyring.refuse(keys.data)
      return { type: 'rekey' }
    }
    if (answer?.code === CODES.STALE && answer.time > 0) {
      clock.reset()
      clock.add(reply.sentAt, answer.time, reply.receivedAt)
      return { type: 'stale' }
    }
    return { type: 'result', result: refusal(row, answer, reply.status) }
  }

  private async plain(row: Endpoint, params: unknown, deadline: Deadline): Promise<Outcome> {
    const { dependencies, identity } = this.context
    const isQuery = row.encoding === 'query'
    const url = identity.options.origin + row.path + (isQuery ? queryOf(params) : '')
    const headers = isQuery ? {} : { 'content-type': 'application/json' }
    const body = isQuery ? null : JSON.stringify(params)
    const reply = await fetchText(dependencies, url, { method: row.method, headers, body, signal: deadline.signal })
    if (!reply) return { type: 'result', result: deadline.failure(this.context.isOnline()) }
    const answer = readAnswer(jsonObject(reply.text))
    return { type: 'result', result: answer ? resultOf(row, answer, reply.status) : badAnswer(reply.status) }
  }

  /** Settled 2: rows without credentials answer network trouble with the codes of line switching. */
  private async onLine(result: Result<unknown>): Promise<Result<unknown>> {
    if (result.ok) {
      await this.context.lines.succeeded()
      return result
    }
    const isTrouble = TROUBLE.has(result.code) || (result.code === CODES.BAD_ANSWER && (result.status ?? 0) >= 500)
    return isTrouble ? this.context.lines.failed() : result
  }
}

/** HTTP 401 means a dead token whatever the code says (settled 1), unless the code says why it died. */
function unauthorised(answer: Answer, status: number): Answer {
  const saysWhy = answer.code > CODES.AUTH_ERROR && answer.code <= CODES.DEVICE_BLOCKADE
  return status === 401 && !saysWhy ? { ...answer, code: CODES.AUTH_ERROR, msg: '' } : answer
}

/** An answer in clear to a sealed call: only a refusal can be one; "success" without a seal proves nothing. */
function refusal(row: Endpoint, answer: Answer | null, status: number): Result<unknown> {
  const blank: Answer = { code: CODES.AUTH_ERROR, msg: '', data: null, time: 0, traceId: '' }
  if (status === 401) return resultOf(row, unauthorised(answer ?? blank, status), status)
  if (!answer || answer.code === CODES.SUCCESS || answer.code === CODES.DUPLICATE_REQUEST) return badAnswer(status)
  return resultOf(row, answer, status)
}
