import { ExpiringMap } from '../../database/shared/expiring-map.ts'
import { WindowCounter } from './window-counter.ts'

/** Rate limits of AJ-Captcha, each per client id and per address. */
export const AJ_LIMITS = {
  windowMs: 60_000,
  get: 120,
  check: 600,
  verify: 600,
  failures: 5,
  lockMs: 300_000,
} as const

const MAX_LOCKS = 20_000
type Counted = 'get' | 'check' | 'verify'

/** The requester: its client id (null if unknown) and its address. */
interface Requester {
  readonly clientUid: string | null
  readonly address: string
}

/** Counters of AJ-Captcha. Ids and addresses have separate tables, so that invented ids cannot evict an address. */
export class AjLimits {
  readonly #counters: Readonly<Record<Counted | 'failures', readonly [byId: WindowCounter, byAddress: WindowCounter]>>
  readonly #lockedIds: ExpiringMap<true>
  readonly #lockedAddresses: ExpiringMap<true>

  constructor(now: () => number) {
    const pair = () => {
      const options = { now, windowMs: AJ_LIMITS.windowMs }
      return [new WindowCounter(options), new WindowCounter(options)] as const
    }
    this.#counters = { get: pair(), check: pair(), verify: pair(), failures: pair() }
    this.#lockedIds = new ExpiringMap({ now, max: MAX_LOCKS })
    this.#lockedAddresses = new ExpiringMap({ now, max: MAX_LOCKS })
  }

  /** Counts one request and returns true if it is within the limit. */
  admits(what: Counted, requester: Requester): boolean {
    return this.#count(what, requester) <= AJ_LIMITS[what]
  }

  isLocked({ clientUid, address }: Requester): boolean {
    const isIdLocked = clientUid !== null && this.#lockedIds.get(clientUid) === true
    return isIdLocked || this.#lockedAddresses.get(address) === true
  }

  /** Counts a failed check. The fifth within a minute locks the id or address. */
  failed({ clientUid, address }: Requester): void {
    const [byId, byAddress] = this.#counters.failures
    if (clientUid !== null && byId.add(clientUid) >= AJ_LIMITS.failures) {
      this.#lockedIds.put(clientUid, true, AJ_LIMITS.lockMs)
    }
    if (byAddress.add(address) >= AJ_LIMITS.failures) this.#lockedAddresses.put(address, true, AJ_LIMITS.lockMs)
  }

  #count(what: Counted, { clientUid, address }: Requester): number {
    const [byId, byAddress] = this.#counters[what]
    const ofAddress = byAddress.add(address)
    return clientUid === null ? ofAddress : Math.max(ofAddress, byId.add(clientUid))
  }
}
