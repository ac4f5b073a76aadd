import type { PendingCall } from '../session/pending-calls.ts'

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
