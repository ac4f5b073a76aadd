import { CODES, failureOf } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { addressMatcher } from './address-ranges.ts'

/** Access rules of the operator. */
export interface AccessConfig {
  /** Epoch milliseconds; null if the site is open. */
  readonly maintenanceUntil: number | null
  readonly blockedAddresses: readonly string[]
  readonly restrictedAddresses: readonly string[]
  readonly caveatAddresses: readonly string[]
}

export interface Access {
  /** True if this address may open a socket. */
  mayConnect(address: string): boolean
  /** Returns the reason to refuse a call, or null. */
  refusal(name: EndpointName, address: string): Failure | null
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
 * Creates the access rules, checked in this order: blockade (S4.16), restriction (S4.25), caveat (S4.22), maintenance
 * (S4.26).
 */
export function createAccess(config: AccessConfig, now: () => number): Access {
  const isBlocked = addressMatcher(config.blockedAddresses)
  const isRestricted = addressMatcher(config.restrictedAddresses)
  const isCaveat = addressMatcher(config.caveatAddresses)
  return {
    mayConnect: (address) => !isBlocked(address) && !isRestricted(address),
    refusal(name, address) {
      if (ALWAYS_OPEN.has(name)) return null
      if (isBlocked(address)) return refuse(CODES.IP_BLOCKADE)
      if (isRestricted(address)) return refuse(CODES.ACCESS_RESTRICTION_CODE)
      if (isCaveat(address)) {
        const details = { maintainStatus: OPEN, isGo: 0, reason: '你所在的网络暂时不能使用看台' }
        return refuse(CODES.ACCESS_CAVEAT_CODE, details)
      }
      const until = config.maintenanceUntil
      if (until === null || now() >= until) return null
      return refuse(CODES.SYSTEM_MAINTENANCE, { maintainStatus: UNDER_MAINTENANCE, maintainEnd: until })
    },
  }
}

function refuse(code: number, details?: unknown): Failure {
  return failureOf(code, details === undefined ? {} : { details })
}
