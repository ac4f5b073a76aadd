import { CODES, failureOf } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, failure } from '#protocol/result.ts'
import type { CallContext } from '../../http/context.ts'
import { SIGN_IN_ATTEMPTS, type SignInGuard } from '../../members/sign-in-guard.ts'
import { needSafe } from '../../members/verification/call-safety.ts'
import type { GeetestState } from '../../members/verification/geetest.ts'
import type { Verification } from '../../members/verification/verification.ts'

interface SignInCheckServices {
  readonly guard: SignInGuard
  readonly verification: Verification
}

/**
 * The checks before the password of a sign-in: the wait after too many failures, geetest where the site requires it
 * (S7.52), and a safety check after `loginVerifyFailCount` failures of account or device (S9.12). Counts the attempt.
 * Unknown accounts are treated like all others. Returns the reason to refuse, or null.
 */
export async function checkSignIn(
  { guard, verification }: SignInCheckServices,
  params: GeetestParams & { readonly name: string },
  call: Pick<CallContext, 'address' | 'deviceId' | 'safety' | 'site'>,
): Promise<Failure | null> {
  const { loginVerifyFailCount } = call.site
  const { failures, until } = await guard.failures(params.name, call.deviceId)
  if (until !== null) return mustWait(until)
  const state = await geetestState(verification, params, call)
  if (state === 'refused') return failureOf(CODES.VERIFY_CODE_ERROR)

  const mustProve =
    state === 'offline' || failures >= loginVerifyFailCount || (await guard.isSuspicious(call.address, call.deviceId))
  const unproven = mustProve ? await provePerson(call) : null
  if (unproven) return unproven

  const taken = await guard.take(params.name, call.deviceId, mustProve ? undefined : loginVerifyFailCount)
  if (taken !== null) {
    // A check requested after the last attempt would have no use.
    if (mustProve || loginVerifyFailCount >= SIGN_IN_ATTEMPTS) return mustWait(taken)
    // Other attempts were counted between the read and the count.
    await guard.cancelAttempt(params.name, call.deviceId)
    return needSafe(call.site)
  }
  return (await spendGeetest(verification, params, call)) ? null : failureOf(CODES.VERIFY_CODE_ERROR)
}

type GeetestParams = Pick<RequestOf<'auth.login'>, 'geetest_challenge' | 'geetest_validate' | 'geetest_seccode'>

/** State of the geetest fields; `passed` if the site does not require geetest (S7.52). */
export async function geetestState(
  { geetest }: Verification,
  params: GeetestParams,
  { site, deviceId }: Pick<CallContext, 'deviceId' | 'site'>,
): Promise<GeetestState> {
  return site.geetestSwitch === 0 ? 'passed' : geetest.stateOf(params, deviceId)
}

/** Consumes the geetest fields. False if they were used before. */
export async function spendGeetest(
  { geetest }: Verification,
  params: GeetestParams,
  { site }: Pick<CallContext, 'site'>,
): Promise<boolean> {
  return site.geetestSwitch === 0 || geetest.spend(params)
}

/** NEED_SAFE, unless the caller has passed a safety check. */
export async function provePerson({ safety, site }: Pick<CallContext, 'safety' | 'site'>): Promise<Failure | null> {
  return safety ? safety.prove() : needSafe(site)
}

function mustWait(until: number): Failure {
  return failure(CODES.CURRENT_LIMITING_B, '密码错误次数过多，请稍后再试', { details: { until } })
}
