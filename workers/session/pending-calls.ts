import { PENDING_MONEY_CALL_LIFETIME_MS } from '#protocol/constants.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** A money call whose outcome is not known yet (settled 7). `params` is null where they hold a secret. */
export interface PendingCall {
  readonly key: string
  readonly endpoint: EndpointName
  readonly params: unknown
  readonly memberId: string
  /** Server clock, epoch milliseconds. */
  readonly time: number
}

/** Money calls in flight, in the page's storage: what a reload, a crash or a sign-out leaves behind can be settled. */
export class PendingCalls {
  constructor(
    private readonly dependencies: Pick<TransportDependencies, 'exclusive'>,
    private readonly storage: () => StorageAdapter,
    private readonly serverNow: () => number,
  ) {}

  /**
   * Resolves when the call is stored; it may be sent only then. Gives what was stored under its key before, which stays:
   * a repetition does not know whose money it is when its worker has not restored the session.
   */
  async add(call: PendingCall): Promise<PendingCall | null> {
    let earlier: PendingCall | null = null
    await this.change((calls) => {
      earlier = calls.find(({ key }) => key === call.key) ?? null
      return earlier ? calls : [...calls, call]
    })
    return earlier
  }

  async remove(key: string): Promise<void> {
    await this.change((calls) => calls.filter((call) => call.key !== key))
  }

  /** Calls that still may be settled, oldest first; those older than 24 h are forgotten. */
  async list(): Promise<readonly PendingCall[]> {
    return this.fresh(await this.storage().get('pendingTx'))
  }

  private change(edit: (calls: readonly PendingCall[]) => readonly PendingCall[]): Promise<void> {
    return this.dependencies.exclusive('pendingTx', async () => {
      const calls = edit(this.fresh(await this.storage().get('pendingTx')))
      if (calls.length === 0) await this.storage().remove('pendingTx')
      else await this.storage().set('pendingTx', JSON.stringify(calls))
    })
  }

  private fresh(text: string | null): PendingCall[] {
    const oldest = this.serverNow() - PENDING_MONEY_CALL_LIFETIME_MS
    return readCalls(text).filter((call) => call.time > oldest)
  }
}

function readCalls(text: string | null): PendingCall[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isPendingCall) : []
  } catch {
    return []
  }
}

function isPendingCall(value: unknown): value is PendingCall {
  if (typeof value !== 'object' || value === null) return false
  const { key, endpoint, memberId, time } = value as Partial<Record<keyof PendingCall, unknown>>
  const isKnown = typeof endpoint === 'string' && Object.hasOwn(ENDPOINTS, endpoint)
  return isKnown && typeof key === 'string' && typeof memberId === 'string' && typeof time === 'number'
}
