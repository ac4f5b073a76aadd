import { toBase64Url } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { UnresolvedCall } from '#protocol/worker/api.ts'
import type { Clock } from '../clock/clock.ts'
import type { PendingCall } from '#protocol/worker/pending-calls.ts'
import type { Deadline } from './deadline.ts'
import { fetchOutcome, isSettled, isUnknown, otherMember, pendingFailure } from './money-outcome.ts'
import { Settlement, type SettlementContext } from './settlement.ts'

const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 2_000

interface MoneyContext extends Omit<SettlementContext, 'isRunning'> {
  readonly backend: Pick<CryptoBackend, 'random'>
  /** Server clock. */
  readonly clock: Pick<Clock, 'now'>
  /** True if the parameters contain a secret. They are then neither stored nor resent. */
  isSecret(name: EndpointName): boolean
}

interface MoneyCallOptions {
  /** Idempotency key. Generated if absent. */
  readonly key?: string | undefined
  /** Owner of the money. Defaults to the signed-in member. */
  readonly memberId?: string | undefined
  /** True if the call was sent before with this key, for example by a worker that has died. */
  readonly isRepeat?: boolean | undefined
}

interface Posting {
  readonly key: string
  readonly memberId: string
  readonly isRepeat: boolean
}

/**
 * Money calls (settled 7). The idempotency key is stored before the first request, and every repetition carries it. A
 * call with unknown outcome is settled in the background, also after a reload. Calls are sent only while their member is
 * signed in, because another tab of the browser can change the account at any time.
 */
export class Money {
  readonly #context: MoneyContext
  readonly #running = new Map<string, Promise<Result<unknown>>>()
  readonly #settlement: Settlement

  constructor(context: MoneyContext) {
    this.#context = context
    this.#settlement = new Settlement({ ...context, isRunning: (endpoint, key) => this.#isRunning(endpoint, key) })
  }

  /**
   * Posts once. A call with a key that is running joins it. If the outcome is unknown, the details of the failure contain
   * `isPending`.
   */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
    options: MoneyCallOptions = {},
  ): Promise<Result<DataOf<Name>>> {
    const key = options.key ?? toBase64Url(this.#context.backend.random(24))
    const memberId = options.memberId ?? this.#context.memberId()
    // The content is part of the slot: a call with the same key and other content is sent, and the server refuses it.
    const slot = `${name} ${key} ${JSON.stringify(params)}`
    const posting = { key, memberId, isRepeat: options.isRepeat === true }
    const running = this.#running.get(slot) ?? this.#run(slot, this.#post(name, params, deadline, posting))
    // The slot contains the name, so the result has the type of that endpoint.
    return running as Promise<Result<DataOf<Name>>>
  }

  /** Reports the outcome of a call that ended before it reached this worker. */
  trackUnresolved({ endpoint, idempotencyKey: key, memberId }: UnresolvedCall): void {
    this.#settlement.track({ key, endpoint, params: null, memberId, time: Math.floor(this.#context.clock.now()) })
    this.settle()
  }

  /** Settles pending calls now: after start, sign-in, or when the network is back. */
  settle(): void {
    this.#settlement.start()
  }

  /** Registers a running call. Its settlement in the background starts after it has ended. */
  #run(slot: string, posted: Promise<Result<unknown>>): Promise<Result<unknown>> {
    const running = posted.finally(() => {
      this.#running.delete(slot)
      this.settle()
    })
    this.#running.set(slot, running)
    return running
  }

  #isRunning(endpoint: EndpointName, key: string): boolean {
    return [...this.#running.keys()].some((slot) => slot.startsWith(`${endpoint} ${key} `))
  }

  // oxlint-disable-next-line complexity -- the states of one call in the order of settled 7
  async #post<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
    { key, memberId, isRepeat }: Posting,
  ): Promise<Result<unknown>> {
    const { caller, pending, clock } = this.#context
    const isSecret = this.#context.isSecret(name)
    const time = Math.floor(clock.now())
    const call: PendingCall = { key, endpoint: name, params: isSecret ? null : params, memberId, time }
    const earlier = await pending.add(call)
    const stored = earlier ?? call
    const isOwner = () => this.#context.memberId() === stored.memberId
    // Once a request may have been sent, only the server can say that nothing was booked.
    let mayBeBooked = isRepeat || earlier !== null
    if (deadline.isOver || !isOwner()) {
      // Nothing was sent by this call. Only an earlier call with this key is left to settle.
      if (earlier === null) await pending.remove(key)
      return this.#notSent(stored, mayBeBooked, deadline)
    }
    let result: Result<unknown> = await caller.call(name, params, { deadline, idempotencyKey: key })
    for (let delayMs = MIN_RETRY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
      mayBeBooked ||= isUnknown(result)
      if (result.ok || isSettled(result, mayBeBooked)) {
        await pending.remove(key)
        this.#settlement.untrack(key)
        return result
      }
      if (deadline.isOver || !isUnknown(result)) return this.#leavePending(stored, result)
      await deadline.guard(this.#delay(delayMs))
      if (!isOwner()) return this.#leavePending(stored, result)
      if (!isSecret) result = await caller.call(name, params, { deadline, idempotencyKey: key })
      else result = (await fetchOutcome(caller, name, key, deadline)) ?? result
    }
  }

  /** Failure of a call that was not sent. It is pending if an earlier call with its key may be booked. */
  #notSent(stored: PendingCall, mayBeBooked: boolean, deadline: Deadline): Failure {
    const memberId = this.#context.memberId()
    const isOwner = memberId === stored.memberId
    if (!mayBeBooked) return isOwner ? deadline.failure(true) : otherMember()
    const isOtherSignedIn = !isOwner && memberId !== ''
    return this.#leavePending(stored, isOtherSignedIn ? otherMember() : deadline.failure(true))
  }

  #leavePending(stored: PendingCall, result: Failure): Failure {
    this.#settlement.track(stored)
    return pendingFailure(result, stored.key)
  }

  #delay(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.#context.dependencies.setTimer(resolve, delayMs))
  }
}
