import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { PackedOf } from '#protocol/views/view.ts'
import { packed } from '#protocol/views/view.ts'
import type { CallOptions, UnresolvedCall, UploadFile, UploadProgress } from '#protocol/worker/api.ts'
import type { TransportDependencies } from './dependencies.ts'
import type { Engine } from './engine.ts'
import { Deadline } from './http/deadline.ts'
import { openOutcome } from './http/money-outcome.ts'

/** Calls that only the transport itself makes: their answers hold a token, a key or a ticket. */
const RESERVED: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'gateway.vvm',
  'auth.login',
  'auth.webLogin',
  'video.grant',
  'verification.verify',
  'auth.logout',
  'chatroom.anonJoin',
  'chatroom.webJoin',
  'chatroom.appJoin',
])

/** Calls as the page makes them: under a deadline, abortable by their id, waiting for a start that has not finished. */
export class PageCalls {
  private readonly deadlines = new Map<string, Deadline>()

  constructor(
    private readonly dependencies: Pick<TransportDependencies, 'now' | 'setTimer'>,
    private readonly ready: Promise<Engine>,
  ) {}

  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options: CallOptions,
  ): Promise<Result<PackedOf<Name>>> {
    if (!isKnown(name)) return this.missingUrl()
    if (RESERVED.has(name)) return failureOf(CODES.PARAM_ERROR)
    const row = ENDPOINTS[name]
    const { callId, idempotencyKey: key, memberId, isRepeat, isGo } = options
    const giveUp = (late: Failure) => (isRepeat === true ? this.leaveOpen(name, options, late) : late)
    return this.inTime(row.timeoutMs, callId, giveUp, async (engine, deadline) => {
      const result = row.idempotent
        ? await engine.money.call(name, params, deadline, { key, memberId, isRepeat })
        : await engine.network.call(name, params, deadline)
      if (!result.ok) engine.outcomes.announce(result, row.path, isGo)
      return packed(name, result)
    })
  }

  async upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    { callId, isGo }: CallOptions,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Result<DataOf<Name>>> {
    if (!isKnown(name)) return this.missingUrl()
    const row = ENDPOINTS[name]
    const asItIs = (late: Failure) => late
    return this.inTime(row.timeoutMs, callId, asItIs, async (engine, deadline) => {
      const result = await engine.caller.upload(name, params, files, onProgress, deadline)
      if (!result.ok) engine.outcomes.announce(result, row.path, isGo)
      return result
    })
  }

  abort(callId: string): void {
    this.deadlines.get(callId)?.abort()
  }

  /** The page is told how this one ended, once that is known. */
  async owe({ endpoint, idempotencyKey, memberId }: UnresolvedCall): Promise<void> {
    const { money } = await this.ready
    money.owe(endpoint, idempotencyKey, memberId)
  }

  private async inTime<Data>(
    timeoutMs: number,
    callId: string | undefined,
    giveUp: (late: Failure) => Failure,
    run: (engine: Engine, deadline: Deadline) => Promise<Result<Data>>,
  ): Promise<Result<Data>> {
    const deadline = new Deadline(this.dependencies, timeoutMs)
    if (callId !== undefined) this.deadlines.set(callId, deadline)
    try {
      const engine = await deadline.guard(this.ready)
      return engine ? await run(engine, deadline) : giveUp(deadline.failure(true))
    } finally {
      deadline.finish()
      if (callId !== undefined) this.deadlines.delete(callId)
    }
  }

  /** Settled 7: a money call that was sent before is perhaps booked, although this worker has not even started. */
  private leaveOpen(name: EndpointName, { idempotencyKey, memberId }: CallOptions, late: Failure): Failure {
    if (idempotencyKey === undefined) return late
    if (memberId !== undefined) void this.owe({ endpoint: name, idempotencyKey, memberId })
    return openOutcome(late, idempotencyKey)
  }

  /** S8.21: a name that is in no table has no address; the page says so. */
  private async missingUrl(): Promise<Failure> {
    const missing = failureOf(CODES.MISSING_URL)
    void this.ready.then((engine) => engine.outcomes.announce(missing, ''))
    return missing
  }
}

function isKnown(name: EndpointName): boolean {
  return Object.hasOwn(ENDPOINTS, name)
}
