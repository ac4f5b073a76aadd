import type { Awaitable } from '#protocol/crypto.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ExpiringMap } from '../../database/shared/expiring-map.ts'
import { WindowCounter } from '../../members/verification/window-counter.ts'

export const ROBOT_RULE = { refusals: 60, windowMs: 60_000, suspectMs: 600_000 } as const
const MAX_SUSPECTS = 20_000

/**
 * Endpoints needed by the check itself, by the page to find the available checks, and to reach customer service
 * (S4.24).
 */
const NEEDED_FOR_CHECK: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'gateway.vvm',
  'gateway.getSysTime',
  'gateway.timeServer',
  'verification.verify',
  'captcha.get',
  'captcha.check',
  'captcha.image',
  'captcha.audio',
  'afs.config',
  'afs.analyze',
  'site.perInfo',
  'site.perInfoBefore',
  'site.configs',
  'site.customerService',
  'site.customerServiceUrl',
])

/** The sender of a call. */
interface Suspect {
  readonly address: string
  readonly deviceId: string
  /** The call has the session of a member. */
  readonly isMember: boolean
}

/**
 * Suspected robots (S4.17): addresses that repeatedly exceed limit A, and marked devices. An address is cleared after a
 * quiet period, a device by a risk token. A suspected address concerns visitors only, because members who share it have
 * a limit of their own (decision 198).
 */
export class Robots {
  readonly #refusals: WindowCounter
  readonly #addresses: ExpiringMap<true>
  readonly #devices: ExpiringMap<true>

  constructor(now: () => number) {
    this.#refusals = new WindowCounter({ now, windowMs: ROBOT_RULE.windowMs, max: MAX_SUSPECTS })
    this.#addresses = new ExpiringMap({ now, max: MAX_SUSPECTS })
    this.#devices = new ExpiringMap({ now, max: MAX_SUSPECTS })
  }

  /** A call of this address was refused by limit A. */
  refused(address: string): void {
    if (this.#refusals.add(address) >= ROBOT_RULE.refusals) this.#addresses.put(address, true, ROBOT_RULE.suspectMs)
  }

  mark(deviceId: string): void {
    this.#devices.put(deviceId, true, ROBOT_RULE.suspectMs)
  }

  /** True if this call must wait for the check. `isPerson` is only called for suspects; a person clears the device. */
  async mustCheck(
    name: EndpointName,
    { address, deviceId, isMember }: Suspect,
    isPerson: () => Awaitable<boolean>,
  ): Promise<boolean> {
    if (NEEDED_FOR_CHECK.has(name)) return false
    const isSuspect = this.#devices.get(deviceId) || (!isMember && this.#addresses.get(address))
    if (!isSuspect) return false
    if (!(await isPerson())) return true
    this.#devices.take(deviceId)
    return false
  }
}
