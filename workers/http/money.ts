import { toBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker-api.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Pause } from '../dependencies.ts'
import type { PendingCall, PendingCalls } from '../session/pending-calls.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 2_000
const SETTLE_AFTER_MS = 2_000
const SETTLE_AT_MOST_EVERY_MS = 60_000

/** After these nobody knows whether the server has booked. */
const UNKNOWN: ReadonlySet<number> = new Set([
  CODES.TIMEOUT,
  CODES.ABORTED,
  CODES.NETWORK_FAILURE,
  CODES.OFFLINE,
  CODES.BAD_ANSWER,
  CODES.INTERNAL_ERROR,
  // Browsers send a request again by themselves when a connection breaks: then the second copy is refused as a replay.
  CODES.SEAL_REFUSED,
])

/** After these this request was not booked, but an earlier one with the same key may have been. */
const NOT_LOOKED_AT: ReadonlySet<number> = new Set([
  CODES.AUTH_ERROR,
  CODES.LOGIN_ELSEWHERE_ERROR,
  CODES.ACCOUNT_BLOCKADE,
  CODES.PASSWORD_CHANGED,
  CODES.IP_BLOCKADE,
  CODES.DEVICE_BLOCKADE,
  CODES.NEED_SAFE,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.ACCESS_RESTRICTION_CODE,
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.NEED_LOGIN,
  CODES.VERSION_MISMATCH,
])

export interface MoneyContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly caller: Caller
  readonly pending: PendingCalls
  /** The member who calls; '' when nobody is signed in. */
  memberId(): string
  serverNow(): number
  notify(notice: TransportNotice): void
}

/**
 * Money calls (settled 7): the key is stored before anything is sent, every repetition carries it, and what stays open
 * is settled in the background, after a reload too, until the server has given its one answer.
 */
export class Money {
  private readonly inFlight = new Map<string, Promise<Result<unknown>>>()
  private readonly pause: Pause
  private isSettling = false

  constructor(private readonly context: MoneyContext) {
    this.pause = new Pause((task, delayMs) => context.dependencies.setTimer(task, delayMs))
  }

  /** Posts once. The same key during the call joins it; a failure whose outcome is unknown says so in its details. */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
    givenKey: string | undefined,
  ): Promise<Result<DataOf<Name>>> {
    const key = givenKey ?? toBase64Url(this.context.backend.random(24))
    // One key, one content: a call with the same key and other content goes to the server, which refuses it.
    const slot = `${name} ${key} ${JSON.stringify(params)}`
    const running = this.inFlight.get(slot) ?? this.inSlot(slot, this.post(name, params, deadline, key))
    // The map is keyed by name, so what is found under it has that name's type.
    return running as Promise<Result<DataOf<Name>>>
  }

  /** Tries to settle what is open now: after start, sign-in, or when the network is back. */
  settle(): void {
    this.pause.wake()
    if (this.isSettling) return
    this.isSettling = true
    void this.settleAll().finally(() => (this.isSettling = false))
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

  private async post<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    deadline: Deadline,
    key: string,
  ): Promise<Result<unknown>> {
    const { caller, pending } = this.context
    const stored = ENDPOINTS[name].secret ? null : params
    const time = Math.floor(this.context.serverNow())
    await pending.add({ key, endpoint: name, params: stored, memberId: this.context.memberId(), time })
    if (deadline.isOver) {
      // Given up before anything was sent: nothing to settle.
      await pending.remove(key)
      return deadline.failure(true)
    }
    let isDoubtful = false
    for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
      const result = await caller.call(name, params, { deadline, idempotencyKey: key })
      isDoubtful ||= !result.ok && UNKNOWN.has(result.code)
      if (isSettled(result, isDoubtful)) {
        await pending.remove(key)
        return result
      }
      if (result.ok) return result
      if (deadline.isOver || !UNKNOWN.has(result.code)) return unknownOutcome(result, key)
      await deadline.guard(this.delay(delayMs))
    }
  }

  private delay(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.context.dependencies.setTimer(resolve, delayMs))
  }

  private async settleAll(): Promise<void> {
    for (let delayMs = SETTLE_AFTER_MS; ; delayMs = Math.min(delayMs * 2, SETTLE_AT_MOST_EVERY_MS)) {
      const memberId = this.context.memberId()
      const open = (await this.context.pending.list()).filter((call) => this.isOurs(call, memberId))
      if (open.length === 0) return
      for (const call of open) await this.settleOne(call)
      await this.pause.wait(delayMs)
    }
  }

  private isOurs(call: PendingCall, memberId: string): boolean {
    const isRunning = [...this.inFlight.keys()].some((slot) => slot.startsWith(`${call.endpoint} ${call.key} `))
    return call.memberId === memberId && memberId !== '' && call.params !== null && !isRunning
  }

  private async settleOne(call: PendingCall): Promise<void> {
    // Stored by this program under the row's own type; the server checks it again.
    const params = call.params as RequestOf<EndpointName>
    const result = await this.context.caller.call(call.endpoint, params, { idempotencyKey: call.key })
    if (!isSettled(result, true)) return
    await this.context.pending.remove(call.key)
    this.context.notify({ type: 'settled', endpoint: call.endpoint, idempotencyKey: call.key, result })
  }
}

/** True when the server's answer is final for this key. */
function isSettled(result: Result<unknown>, isDoubtful: boolean): boolean {
  if (result.ok) return true
  return !UNKNOWN.has(result.code) && !(isDoubtful && NOT_LOOKED_AT.has(result.code))
}

function unknownOutcome(result: Failure, key: string): Failure {
  return { ...result, details: { isPending: true, idempotencyKey: key } }
}
