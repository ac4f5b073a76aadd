import { CODES, failureOf } from '#protocol/codes.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import type { Failure } from '#protocol/result.ts'
import type { Call, Caller } from '../pipeline/call.ts'
import type { CallContext } from '../context.ts'
import { SafetyOfCall } from '../../members/verification/call-safety.ts'
import type { Verification } from '../../members/verification/verification.ts'
import type { Access } from './access.ts'
import { type Provocations, provokedStatus } from './provocations.ts'
import type { Robots } from './robots.ts'

interface GateOptions {
  readonly access: Access
  readonly robots: Robots
  readonly verification: Verification
  readonly provocations: Provocations | null
}

/**
 * The checks before each call: access rules, provoked failures, the robot check, and the safety check that handlers
 * query.
 */
export class CallGate {
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** Returns the reason to refuse a call before anything of it is read, or null. */
  refusal({ name, endpoint }: Call, { ip, headers }: Caller): { status: 200 | 401; result: Failure } | null {
    const { access, provocations, robots } = this.#options
    const refused = access.refusal(name, ip, headers?.uuid ?? null)
    if (refused) return { status: 200, result: refused }
    if (!headers || name === 'demo.provoke') return null
    const provoked = provocations?.take(headers.uuid, endpoint.path)
    if (!provoked) return null
    if (provoked.code === CODES.NEED_ROBOT_CHECK) robots.mark(headers.uuid)
    const token = isTokenBlanked(endpoint.path) ? '' : headers.token
    const { code, data } = provoked
    return { status: provokedStatus(code, token), result: failureOf(code, { details: data }) }
  }

  /** Returns what the call can prove about its sender; null for calls without an envelope. */
  safetyOf(
    { endpoint }: Call,
    { headers, kid, address }: Caller,
    { session, site, merged }: Pick<CallContext, 'session' | 'site'> & { readonly merged: unknown },
  ): SafetyOfCall | null {
    if (!headers || kid === null) return null
    const isBlanked = isTokenBlanked(endpoint.path)
    const holder = { deviceId: headers.uuid, sessionId: session?.sessionId ?? null, kid, isTokenBlanked: isBlanked }
    const riskToken = headers['risk-token']
    return new SafetyOfCall(this.#options.verification, { site, holder, address, riskToken, merged })
  }

  /**
   * S4.17: true if a suspect must pass the robot check first. Calls without an envelope cannot prove that they did. A read
   * whose token is blank, as that of the banners, cannot show that it is of a member, and is not checked.
   */
  async mustCheckRobot(
    { name, endpoint }: Call,
    { address, headers }: Caller,
    { safety, isMember }: { readonly safety: SafetyOfCall | null; readonly isMember: boolean },
  ): Promise<boolean> {
    if (!headers || !safety || (endpoint.readOnly && isTokenBlanked(endpoint.path))) return false
    const suspect = { address, deviceId: headers.uuid, isMember }
    return this.#options.robots.mustCheck(name, suspect, () => safety.hasRiskToken())
  }
}
