import { toBase64Url } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { TransportDependencies } from '../dependencies.ts'
import type { PendingCall, PendingCalls } from '../session/pending-calls.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import { isSettled, isUnknown, lookUp, openOutcome, otherMember } from './money-outcome.ts'
import { Settlement } from './settlement.ts'

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 2_000

export interface MoneyContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly backend: Pick<CryptoBackend, 'random'>
  readonly caller: Pick<Caller, 'call'>
  readonly pending: PendingCalls
  /** The parameters hold a secret: they are neither stored nor sent a second time. */
  isSecret(name: EndpointName): boolean
  /** Who is signed in now; '' when nobody is, or when nobody knows yet whose a stored token is. */
  memberId(): string
  serverNow(): number
  notify(notice: TransportNotice): void
}

/** What the caller knows of a posting: its key, and whose money it is; both are found here where it does not say. */
export interface MoneyCallOptions {
  readonly key?: string | undefined
  readonly memberId?: string | undefined
  /** It was sent before under this key, perhaps by a worker that has died. */
  readonly isRepeat?: boolean | undefined
}

/**
 * Money calls (settled 7): the key is stored before anything is sent, every repetition carries it, and what stays open
 * is settled in the background, after a reload too, until the server has given its one answer. Each is sent under the
 * session of the member it belongs to or not at all: another tab of the browser can change the account at any time.
 */
export class Money {
  private readonly inFlight = new Map<string, Promise<Result<unknown>>>()
  private readonly settlement: Settlement

  constructor(private readonly context: MoneyContext) {
    this.settlement = new Settlement({ ...context, isRunning: (endpoint, key) => this.isRunning(endpoint, key) })
  }

  /** Posts once. The same key during the call joins it; a failure whose outcome is unknown says so in its details. */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
    options: MoneyCallOptions = {},
  ): Promise<Result<DataOf<Name>>> {
    const key = options.key ?? toBase64Url(this.context.backend.random(24))
    const memberId = options.memberId ?? this.context.memberId()
    // One key, one content: a call with the same key and other content goes to the server, which refuses it.
    const slot = `${name} ${key} ${JSON.stringify(params)}`
    const running =
      this.inFlight.get(slot) ?? this.inSlot(slot, this.post(name, params, deadline, { ...options, key, memberId }))
    // The map is keyed by name, so what is found under it has that name's type.
    return running as Promise<Result<DataOf<Name>>>
  }

  /** A repeated call that was given up before it came this far: the page is told how it ended. */
  owe(endpoint: EndpointName, key: string, memberId: string): void {
    this.settlement.owe({ key, endpoint, params: null, memberId, time: Math.floor(this.context.serverNow()) })
    this.settle()
  }

  /** Tries to settle what is open now: after start, sign-in, or when the network is back. */
  settle(): void {
    this.settlement.start()
  }

  /** What stays open is taken up in the background only when its own call has ended. */
  private inSlot(slot: string, posting: Promise<Result<unknown>>): Promise<Result<unknown>> {
    const running = posting.finally(() => {
      this.inFlight.delete(slot)
      this.settle()
    })
    this.inFlight.set(slot, running)
    return running
  }

  private isRunning(endpoint: EndpointName, key: string): boolean {
    return [...this.inFlight.keys()].some((slot) => slot.startsWith(`${endpoint} ${key} `))
  }

  private async post<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
    { key, memberId, isRepeat }: MoneyCallOptions & { readonly key: string; readonly memberId: string },
  ): Promise<Result<unknown>> {
    const { caller, pending } = this.context
    const isSecret = this.context.isSecret(name)
    const time = Math.floor(this.context.serverNow())
    const call: PendingCall = { key, endpoint: name, params: isSecret ? null : params, memberId, time }
    const earlier = await pending.add(call)
    const posted = earlier ?? call
    const isTheirs = () => this.context.memberId() === posted.memberId
    // Nothing but the server says of a call that was sent before that it is not booked.
    let isDoubtful = isRepeat === true || earlier !== null
    if (deadline.isOver || !isTheirs()) {
      // Given up before this try was sent: what is to be settled is what an earlier one has left behind.
      if (earlier === null) await pending.remove(key)
      if (!isDoubtful) return isTheirs() ? deadline.failure(true) : otherMember()
      const isOthers = !isTheirs() && this.context.memberId() !== ''
      return this.leaveOpen(posted, isOthers ? otherMember() : deadline.failure(true))
    }
    let result: Result<unknown> = await caller.call(name, params, { deadline, idempotencyKey: key })
    for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
      isDoubtful ||= isUnknown(result)
      if (isSettled(result, isDoubtful)) {
        await pending.remove(key)
        this.settlement.answered(key)
        return result
      }
      if (result.ok) return result
      if (deadline.isOver || !isUnknown(result)) return this.leaveOpen(posted, result)
      await deadline.guard(this.delay(delayMs))
      if (!isTheirs()) return this.leaveOpen(posted, result)
      if (!isSecret) result = await caller.call(name, params, { deadline, idempotencyKey: key })
      else result = (await lookUp(caller, name, key, deadline)) ?? result
    }
  }

  private leaveOpen(posted: PendingCall, result: Failure): Failure {
    this.settlement.owe(posted)
    return openOutcome(result, posted.key)
  }

  private delay(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.context.dependencies.setTimer(resolve, delayMs))
  }
}
