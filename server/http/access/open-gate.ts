import { CALL_RATES, CallLimits, type CreateLimiter } from '../pipeline/call-limits.ts'
import { GeetestVendor } from '../../members/verification/geetest-vendor.ts'
import type { AccessConfig, GeetestKeys } from '../../config/config.ts'
import { Verification } from '../../members/verification/verification.ts'
import { Access, type AccessBlocks } from './access.ts'
import type { OpenStore } from '../../database/shared/expiring-store.ts'
import { CallGate } from './call-gate.ts'
import type { Provocations } from './provocations.ts'
import { Robots } from './robots.ts'

export interface OpenGateOptions {
  readonly access: AccessConfig
  /** Null disables geetest. */
  readonly geetest: GeetestKeys | null
  /** Requested failures of calls; null refuses such requests. */
  readonly provocations: Provocations | null
  readonly now: () => number
  /** Blocks of operators; none by default. */
  readonly blocks?: AccessBlocks
  readonly rates?: typeof CALL_RATES
  /** Stores of safety checks that several processes share; in memory by default. */
  readonly stores?: OpenStore
  /** Creates limiters that several processes share; in memory by default. */
  readonly createLimiter?: CreateLimiter
}

interface MaintenanceState {
  readonly maintainStatus: 0 | 1
  readonly maintainEnd: number | null
}

export type OpenGate = ReturnType<typeof openGate>

/** Creates the gate before all calls, and what handlers, sockets and limits need of it. */
export function openGate(options: OpenGateOptions) {
  const { access: rules, geetest, provocations, now, blocks, rates, stores, createLimiter } = options
  const geetestVendor = geetest ? new GeetestVendor({ keys: geetest, fetch }) : null
  const verification = new Verification({ now, geetestVendor, ...(stores ? { stores } : {}) })
  const access = new Access(rules, now, blocks)
  const robots = new Robots(now)
  return {
    gate: new CallGate({ access, robots, verification, provocations }),
    access,
    verification,
    provocations,
    limits: new CallLimits(now, rates ?? CALL_RATES, (address) => robots.refused(address), createLimiter),
    /** Maintenance state in responses of the site: 1 = open, 0 = under maintenance. */
    maintenance: (at: number): MaintenanceState => {
      const until = rules.maintenanceUntil
      const isClosed = until !== null && at < until
      return isClosed ? { maintainStatus: 0, maintainEnd: until } : { maintainStatus: 1, maintainEnd: null }
    },
  }
}
