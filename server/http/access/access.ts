import type { AccessConfig } from '../../config/config.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import type { BlockedRange } from '#protocol/room/relay.ts'
import { addressMatcher } from '../../config/address-ranges.ts'

/** Addresses and devices that operators block at run time. */
export interface AccessBlocks {
  isAddressBlocked(address: string): boolean
  blockedRanges(): readonly BlockedRange[]
  isDeviceBlocked(deviceId: string): boolean
}

const NO_BLOCKS: AccessBlocks = {
  isAddressBlocked: () => false,
  blockedRanges: () => [],
  isDeviceBlocked: () => false,
}

/** Endpoints that stay open, so that the client can report the reason and reach customer service (S4.24). */
const ALWAYS_OPEN: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'gateway.vvm',
  'gateway.getSysTime',
  'gateway.timeServer',
  'site.customerService',
  'site.customerServiceUrl',
])

const UNDER_MAINTENANCE = 0
const OPEN = 1

/**
 * The access rules, checked in this order: blockade (S4.16), restriction (S4.25), caveat (S4.22), maintenance (S4.26).
 */
export class Access {
  readonly #now: () => number
  readonly #maintenanceUntil: number | null
  readonly #isBlocked: (address: string) => boolean
  readonly #isDeviceBlocked: (deviceId: string) => boolean
  readonly #isRestricted: (address: string) => boolean
  readonly #isCaveat: (address: string) => boolean
  readonly #refusedRanges: () => readonly BlockedRange[]

  /** `blocks`: the lists of operators, in addition to the configured addresses. */
  constructor(config: AccessConfig, now: () => number, blocks: AccessBlocks = NO_BLOCKS) {
    this.#now = now
    this.#maintenanceUntil = config.maintenanceUntil
    const isConfigured = addressMatcher(config.blockedAddresses)
    this.#isBlocked = (address) => isConfigured(address) || blocks.isAddressBlocked(address)
    this.#isDeviceBlocked = (deviceId) => blocks.isDeviceBlocked(deviceId)
    this.#isRestricted = addressMatcher(config.restrictedAddresses)
    this.#isCaveat = addressMatcher(config.caveatAddresses)
    const configured = [...config.blockedAddresses, ...config.restrictedAddresses]
    this.#refusedRanges = () => [...configured.map((range) => [range, null] as const), ...blocks.blockedRanges()]
  }

  /** True if this address may open a socket. */
  mayConnect(address: string): boolean {
    return !this.#isBlocked(address) && !this.#isRestricted(address)
  }

  /** The addresses that {@link mayConnect} refuses, for relays. */
  refusedRanges(): readonly BlockedRange[] {
    return this.#refusedRanges()
  }

  isDeviceBlocked(deviceId: string): boolean {
    return this.#isDeviceBlocked(deviceId)
  }

  /** Returns the reason to refuse a call, or null. `deviceId`: null for calls without an envelope. */
  refusal(name: EndpointName, address: string, deviceId: string | null = null): Failure | null {
    if (ALWAYS_OPEN.has(name)) return null
    if (this.#isBlocked(address)) return refuse(CODES.IP_BLOCKADE)
    if (deviceId !== null && this.#isDeviceBlocked(deviceId)) return refuse(CODES.DEVICE_BLOCKADE)
    if (this.#isRestricted(address)) return refuse(CODES.ACCESS_RESTRICTION_CODE)
    if (this.#isCaveat(address)) {
      const details = { maintainStatus: OPEN, isGo: 0, reason: '你所在的网络暂时不能使用看台' }
      return refuse(CODES.ACCESS_CAVEAT_CODE, details)
    }
    const until = this.#maintenanceUntil
    if (until === null || this.#now() >= until) return null
    return refuse(CODES.SYSTEM_MAINTENANCE, { maintainStatus: UNDER_MAINTENANCE, maintainEnd: until })
  }
}

function refuse(code: number, details?: unknown): Failure {
  return failureOf(code, details === undefined ? {} : { details })
}
