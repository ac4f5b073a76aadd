import { CODES } from '#protocol/codes.ts'
import { type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { Pause, type TransportDependencies } from '../dependencies.ts'
import type { Clock } from '../clock/clock.ts'
import type { PendingCall } from '#protocol/worker/pending-calls.ts'
import type { PendingCalls } from '../session/pending-calls.ts'
import type { Caller } from './caller.ts'
import { fetchOutcome, isSettled, isTagRefusal } from './money-outcome.ts'

const MIN_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 60_000
/** More than a page can have open at once. The outcome of an evicted call shows in the next balance. */
const MAX_UNREPORTED = 100

/**
 * Money calls of this page whose caller got a pending failure (settled 7). Stored pending calls are shared by all tabs
 * of a browser. If another tab settles a call, it disappears from storage, but this page still has to report it.
 */
export class UnreportedCalls {
  readonly #calls = new Map<string, PendingCall>()

  get size(): number {
    return this.#calls.size
  }

  /** Adds a call without its parameters: it is only looked up, not sent again. */
  add(call: PendingCall): void {
    this.#calls.delete(call.key)
    this.#calls.set(call.key, { ...call, params: null })
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MAX_UNREPORTED && oldest !== undefined) this.#calls.delete(oldest)
  }

  has(key: string): boolean {
    return this.#calls.has(key)
  }

  remove(key: string): void {
    this.#calls.delete(key)
  }

  /** Calls that are not in the list of pending calls, because another tab has settled them. */
  notIn(pending: readonly PendingCall[]): readonly PendingCall[] {
    const keys = new Set(pending.map(({ key }) => key))
    return [...this.#calls.values()].filter(({ key }) => !keys.has(key))
  }
}

export interface SettlementContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly caller: Pick<Caller, 'call'>
  readonly pending: PendingCalls
  /** Server clock. */
  readonly clock: Pick<Clock, 'now'>
  /** Returns the signed-in member, or '' if there is none or the stored token is not restored yet. */
  memberId(): string
  notify(notice: TransportNotice): void
  /** True while a call waits for its own response. It is then not settled here. */
  isRunning(endpoint: EndpointName, key: string): boolean
}

/**
 * Settles pending money calls in the background (settled 7): after a timeout, a reload or a sign-out. Reports each
 * outcome to the page, also if another tab has settled the call.
 */
export class Settlement {
  readonly #context: SettlementContext
  readonly #unreported = new UnreportedCalls()
  readonly #pause: Pause
  #isSettling = false
  /** {@link start} was called during a round. */
  #isRequested = false

  constructor(context: SettlementContext) {
    this.#context = context
    this.#pause = new Pause(context.dependencies)
  }

  /** Starts settling. If it is already running, the next round starts at once. */
  start(): void {
    this.#isRequested = true
    this.#pause.wake()
    if (this.#isSettling) return
    this.#isSettling = true
    void this.#settleAll().finally(() => (this.#isSettling = false))
  }

  /** Tracks a call whose caller got a pending failure. Its outcome is reported to the page. */
  track(call: PendingCall): void {
    this.#unreported.add(call)
  }

  /** Stops tracking a call whose outcome was returned to its caller. */
  untrack(key: string): void {
    this.#unreported.remove(key)
  }

  async #settleAll(): Promise<void> {
    const longer = (delayMs: number) => (this.#isRequested ? MIN_PAUSE_MS : Math.min(delayMs * 2, MAX_PAUSE_MS))
    for (let delayMs = MIN_PAUSE_MS; ; delayMs = longer(delayMs)) {
      this.#isRequested = false
      const memberId = this.#context.memberId()
      const open = await this.#openCalls(memberId)
      if (open.length === 0) return
      for (const call of open) {
        // Another tab has changed the account: the remaining calls belong to another member.
        if (this.#context.memberId() !== memberId) break
        if (this.#mayRunElsewhere(call)) continue
        // After the user has closed the safety dialog, it is not opened again every minute.
        if (!(await this.#settle(call))) return
      }
      if (!this.#isRequested) await this.#pause.wait(delayMs)
    }
  }

  /** A look-up closes the key. Another tab may still be sending a call that is not older than its timeout. */
  #mayRunElsewhere({ endpoint, key, params, time }: PendingCall): boolean {
    if (params !== null || this.#unreported.has(key)) return false
    return this.#context.clock.now() < time + ENDPOINTS[endpoint].timeoutMs
  }

  async #openCalls(memberId: string): Promise<readonly PendingCall[]> {
    if (memberId === '') return []
    const pending = await this.#context.pending.list()
    return [...pending, ...this.#unreported.notIn(pending)].filter(
      (call) => call.memberId === memberId && !this.#context.isRunning(call.endpoint, call.key),
    )
  }

  /** Returns false if the safety dialog was closed. */
  async #settle({ endpoint, key, params }: PendingCall): Promise<boolean> {
    const { caller, pending } = this.#context
    const repeated =
      params === null
        ? null
        : // Stored by this program with the type of the endpoint. The server validates it again.
          await caller.call(endpoint, params as RequestOf<EndpointName>, { idempotencyKey: key })
    const isLookedUp = repeated === null || isTagRefusal(repeated)
    const result = isLookedUp ? await fetchOutcome(caller, endpoint, key) : repeated
    if (result && isSettled(result, !isLookedUp)) {
      await pending.remove(key)
      this.untrack(key)
      this.#context.notify({ type: 'settled', endpoint, idempotencyKey: key, result })
    }
    return result?.ok !== false || result.code !== CODES.VERIFICATION_CLOSED
  }
}
