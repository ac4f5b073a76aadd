import { CODES } from '#protocol/codes.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { Pause } from '../dependencies.ts'
import type { PendingCall } from '../session/pending-calls.ts'
import { isSettled, lookUp } from './money-outcome.ts'
import type { MoneyContext } from './money.ts'

const FIRST_PAUSE_MS = 2_000
const LAST_PAUSE_MS = 60_000

export interface SettlementContext extends MoneyContext {
  /** A call that still waits for its own answer is not taken up here. */
  isRunning(endpoint: EndpointName, key: string): boolean
}

/**
 * Settles in the background what a call, a reload or a sign-out has left open (settled 7), and tells the page, also of what
 * another tab has settled.
 */
export class Settlement {
  private readonly untold = new UntoldCalls()
  private readonly pause: Pause
  private isSettling = false

  constructor(private readonly context: SettlementContext) {
    this.pause = new Pause((task, delayMs) => context.dependencies.setTimer(task, delayMs))
  }

  /** Begins, or goes on at once when it is waiting for its next round. */
  start(): void {
    this.pause.wake()
    if (this.isSettling) return
    this.isSettling = true
    void this.settleAll().finally(() => (this.isSettling = false))
  }

  /** The caller of this one was told that its outcome is open: the page is told how it ended, whoever settles it. */
  owe(call: PendingCall): void {
    this.untold.add(call)
  }

  /** The outcome under this key was answered: nothing is owed. */
  answered(key: string): void {
    this.untold.remove(key)
  }

  private async settleAll(): Promise<void> {
    for (let delayMs = FIRST_PAUSE_MS; ; delayMs = Math.min(delayMs * 2, LAST_PAUSE_MS)) {
      const memberId = this.context.memberId()
      const open = await this.open(memberId)
      if (open.length === 0) return
      for (const call of open) {
        // Another tab has changed the account: what is open belongs to somebody else now.
        if (this.context.memberId() !== memberId) break
        // A person who closes the safety dialog is not asked again every minute.
        if (!(await this.settleOne(call))) return
      }
      await this.pause.wait(delayMs)
    }
  }

  private async open(memberId: string): Promise<readonly PendingCall[]> {
    const pending = await this.context.pending.list()
    return [...pending, ...this.untold.besides(pending)].filter((call) => this.isOurs(call, memberId))
  }

  private isOurs({ endpoint, key, memberId }: PendingCall, ownId: string): boolean {
    return memberId === ownId && ownId !== '' && !this.context.isRunning(endpoint, key)
  }

  /** False when the safety dialog was closed. */
  private async settleOne({ endpoint, key, params }: PendingCall): Promise<boolean> {
    const { caller, pending } = this.context
    const result =
      params === null
        ? await lookUp(caller, endpoint, key)
        : // Stored by this program under the row's own type; the server checks it again.
          await caller.call(endpoint, params as RequestOf<EndpointName>, { idempotencyKey: key })
    if (result && isSettled(result, true)) {
      await pending.remove(key)
      this.answered(key)
      this.context.notify({ type: 'settled', endpoint, idempotencyKey: key, result })
    }
    return result?.ok !== false || result.code !== CODES.VERIFICATION_CLOSED
  }
}

/** More than a page can have open at once; a page that waits for an older one learns of it with its next balance. */
const MOST = 100

/**
 * Money calls of this page whose caller was told that their outcome is open (settled 7). The calls that are pending belong
 * to all tabs of a browser: one that is settled by another tab is not among them any more, and its caller waits here.
 */
export class UntoldCalls {
  private readonly calls = new Map<string, PendingCall>()

  /** The caller knows that this one is open. It is only ever looked up: what was to be sent is not kept. */
  add(call: PendingCall): void {
    this.calls.delete(call.key)
    this.calls.set(call.key, { ...call, params: null })
    const [oldest] = this.calls.keys()
    if (this.calls.size > MOST && oldest !== undefined) this.calls.delete(oldest)
  }

  /** The caller knows the outcome. */
  remove(key: string): void {
    this.calls.delete(key)
  }

  /** Those that are not pending any more: somebody else has settled them. */
  besides(pending: readonly PendingCall[]): readonly PendingCall[] {
    const keys = new Set(pending.map(({ key }) => key))
    return [...this.calls.values()].filter(({ key }) => !keys.has(key))
  }
}
