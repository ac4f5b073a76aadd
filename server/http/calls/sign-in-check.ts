import { CODES, failureOf } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { CallContext } from './context.ts'
import { SIGN_IN_ATTEMPTS, type SignInGuard } from '../../members/sign-in-guard.ts'
import { needSafe } from '../../members/verification/call-safety.ts'
import type { Verification } from '../../members/verification/verification.ts'

export interface SignInCheckServices {
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
  params: Pick<RequestOf<'auth.login'>, 'name' | 'geetest_challenge' | 'geetest_validate' | 'geetest_seccode'>,
  call: Pick<CallContext, 'deviceId' | 'safety'>,
): Promise<Failure | null> {
  const { settings, geetest } = verification
  const { failures, until } = await guard.failures(params.name, call.deviceId)
  if (until !== null) return mustWait(until)
  const isGeetestOn = settings.geetestSwitch !== 0
  const state = isGeetestOn ? geetest.stateOf(params, call.deviceId) : 'passed'
  if (state === 'refused') return failureOf(CODES.VERIFY_CODE_ERROR)

  const mustProve = state === 'offline' || failures >= settings.loginVerifyFailCount
  const unproven = mustProve ? (call.safety ? call.safety.prove() : needSafe(verification)) : null
  if (unproven) return unproven

  const taken = await guard.take(params.name, call.deviceId, mustProve ? undefined : settings.loginVerifyFailCount)
  if (taken !== null) {
    // A check requested after the last attempt would have no use.
    if (mustProve || settings.loginVerifyFailCount >= SIGN_IN_ATTEMPTS) return mustWait(taken)
    // Other attempts were counted between the read and the count.
    await guard.cancelAttempt(params.name, call.deviceId)
    return needSafe(verification)
  }
  if (isGeetestOn && !geetest.spend(params)) {
    return failureOf(CODES.VERIFY_CODE_ERROR)
  }
  return null
}

function mustWait(until: number): Failure {
  return failure(CODES.CURRENT_LIMITING_B, '密码错误次数过多，请稍后再试', { details: { until } })
}
