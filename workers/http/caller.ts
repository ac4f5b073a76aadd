import { CODES, failureOf } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { isRepeatable } from '#protocol/endpoints/repeat.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { UploadFile, UploadProgress } from '#protocol/worker/api.ts'
import { badAnswer } from './response.ts'
import { Deadline } from './deadline.ts'
import type { CallTask, ExchangeContext, Outcome } from './exchange.ts'
import { Exchange } from './exchange.ts'
import type { Line, Lines } from './api-origins.ts'
import type { NewsDomains } from './news-origins.ts'
import { throughGate } from './verification-gate.ts'
import type { UploadTask } from './upload.ts'
import { checkFiles, uploadTask } from './upload.ts'

export interface CallerContext extends ExchangeContext {
  readonly lines: Lines
  readonly news: NewsDomains
  token(): string
  /** A refusal whose code ends the session, with the token that the refused call carried. */
  onRefused(failure: Failure, token: string, path: string): void
}

/** Parameters, or how to make them for a session: fields under its keys are made anew when the keys change. */
export type Params<Name extends EndpointName> = RequestOf<Name> | ((keys: SessionKeys<unknown>) => RequestOf<Name>)

export interface CallControls {
  readonly deadline?: Deadline
  readonly idempotencyKey?: string | undefined
}

/** A call that has waited so long asks whether its line is alive, instead of waiting for the end of its time. */
const DOUBT_AFTER_MS = 4_000

/** Makes calls: on the line in use and, where that is safe, on the next one; through the safety gate. Never throws. */
export class Caller {
  private readonly exchange: Exchange

  constructor(private readonly context: CallerContext) {
    this.exchange = new Exchange(context)
  }

  deadline(name: EndpointName): Deadline {
    return new Deadline(this.context.dependencies, ENDPOINTS[name].timeoutMs)
  }

  /** One call until its deadline. */
  call<Name extends EndpointName>(
    name: Name,
    params: Params<Name>,
    controls: CallControls = {},
  ): Promise<Result<DataOf<Name>>> {
    return this.make(name, params, controls, null)
  }

  /** A multipart call with its files; its time begins anew whenever something has moved. */
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
    const task = await uploadTask(this.context.backend, files, (progress) => {
      deadline.renew()
      onProgress(progress)
    })
    return this.make(name, params, { deadline }, task)
  }

  private async make<Name extends EndpointName>(
    name: Name,
    params: unknown,
    controls: CallControls,
    upload: UploadTask | null,
  ): Promise<Result<DataOf<Name>>> {
    const row: Endpoint = ENDPOINTS[name]
    const deadline = controls.deadline ?? this.deadline(name)
    const { idempotencyKey } = controls
    const token = this.context.token()
    const task = { row, params, token, idempotencyKey, upload, deadline }
    const mayRepeat = isRepeatable(name)
    try {
      const result = await throughGate(this.context.safety, row, deadline, (verification) =>
        this.onLines({ ...task, verification }, mayRepeat),
      )
      if (!result.ok) this.context.onRefused(result, token, row.path)
      // resultOf has checked the data against this very row.
      return result as Result<DataOf<Name>>
    } catch {
      return badAnswer(0)
    } finally {
      if (!controls.deadline) deadline.finish()
    }
  }

  /** S8.17: sends on the line in use; a call that changes nothing, or carries its key, goes on to the next one. */
  private async onLines(task: CallTask, mayRepeat: boolean): Promise<Result<unknown>> {
    const { lines, news } = this.context
    const { row, deadline } = task
    const tried = new Set<string>()
    for (;;) {
      const line = lines.current
      const outcome = await this.watched(task, line)
      if (outcome.type === 'result') {
        await lines.succeeded(line)
        return outcome.result
      }
      if (deadline.isAborted || !this.context.isOnline()) return outcome.failure
      if (outcome.origin !== line.origin) {
        news.rest(outcome.origin)
        if (deadline.isOver) return failureOf(CODES.LINE_SWITCHING)
        continue
      }
      if (!row.credentials) return lines.failed(line)
      tried.add(line.origin)
      const isAlive = await deadline.guard(lines.doubt(line))
      if (isAlive !== false || !mayRepeat || tried.has(lines.current.origin)) return outcome.failure
    }
  }

  /** One exchange, which ends early when its line turns out to be dead while it waits. */
  private async watched(task: CallTask, line: Line): Promise<Outcome> {
    const { lines, dependencies } = this.context
    const attempt = new AbortController()
    const giveUp = () => attempt.abort()
    task.deadline.signal.addEventListener('abort', giveUp)
    const watch = async () => (await lines.doubt(line)) || giveUp()
    const isWatched = task.row.credentials && lines.count > 1
    const stop = isWatched ? dependencies.setTimer(() => void watch(), DOUBT_AFTER_MS) : null
    try {
      return await this.exchange.run(task, line.origin, attempt.signal)
    } finally {
      stop?.()
      task.deadline.signal.removeEventListener('abort', giveUp)
    }
  }
}
