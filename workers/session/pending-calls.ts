import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { type PendingCall, pendingCallsIn } from '#protocol/worker/pending-calls.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** Stored money calls. They can be settled after a reload, a crash or a sign-out. */
export class PendingCalls {
  readonly #dependencies: Pick<TransportDependencies, 'exclusive'>
  readonly #storage: StorageAdapter
  readonly #clock: Pick<Clock, 'now'>

  constructor(
    dependencies: Pick<TransportDependencies, 'exclusive'>,
    storage: StorageAdapter,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#dependencies = dependencies
    this.#storage = storage
    this.#clock = clock
  }

  /**
   * Stores a call before it is sent. If a call with this key is already stored, it stays and is returned: a repetition
   * does not know its member while the worker has not restored the session.
   */
  async add(call: PendingCall): Promise<PendingCall | null> {
    let earlier: PendingCall | null = null
    await this.#change((calls) => {
      earlier = calls.find(({ key }) => key === call.key) ?? null
      return earlier ? calls : [...calls, call]
    })
    return earlier
  }

  async remove(key: string): Promise<void> {
    await this.#change((calls) => calls.filter((call) => call.key !== key))
  }

  /** Stored calls, oldest first. Calls older than 24 h are dropped. */
  async list(): Promise<readonly PendingCall[]> {
    const calls = pendingCallsIn(await this.#storage.get('pendingTx'), this.#clock.now())
    return calls.filter(({ endpoint }) => Object.hasOwn(ENDPOINTS, endpoint))
  }

  #change(edit: (calls: readonly PendingCall[]) => readonly PendingCall[]): Promise<void> {
    return this.#dependencies.exclusive('pendingTx', async () => {
      const calls = edit(await this.list())
      if (calls.length === 0) await this.#storage.remove('pendingTx')
      else await this.#storage.set('pendingTx', JSON.stringify(calls))
    })
  }
}
