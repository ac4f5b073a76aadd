import { type Failure, type Result, success } from '#protocol/result.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { WithdrawPasswords } from '../../members/security/withdraw-passwords.ts'
import { clientOf } from '../auth/auth.ts'
import type { CallContext, MemberCall } from '../../http/context.ts'
import { fieldFailure, typedPassword } from '../account/typed-password.ts'

/** Whether the site of a call uses withdrawal passwords. Otherwise a session alone is enough for every change of money. */
export function asksWithdrawPassword({ site }: Pick<CallContext, 'site'>): boolean {
  return site.withdrawPasswordSwitch === 1
}

/** The typed withdrawal password; null on a site that asks for none; or the refusal. */
export function typedWithdrawPassword(encoded: string | undefined, call: CallContext): Result<string | null> {
  if (!asksWithdrawPassword(call)) return success(null)
  return encoded === undefined ? fieldFailure('withdrawPwd', '请输入提款密码') : typedPassword(encoded, call)
}

/**
 * Checks a result of {@link typedWithdrawPassword}. Five wrong passwords in a row lock it. Returns the refusal, or null.
 */
export async function checkWithdrawPassword(
  { withdrawPasswords, securityLog }: WithdrawCheckServices,
  typed: string | null,
  call: MemberCall,
): Promise<Failure | null> {
  if (typed === null) return null
  const { memberId } = call.session
  const refused = await withdrawPasswords.check(memberId, typed)
  if (refused) await securityLog.add(memberId, 'withdraw-password-refused', clientOf(call), refused.code)
  return refused
}

interface WithdrawCheckServices {
  readonly withdrawPasswords: Pick<WithdrawPasswords, 'check'>
  readonly securityLog: Pick<SecurityLog, 'add'>
}

/** Asks for the withdrawal password, if the site does. Returns the refusal, or null. */
export async function confirmWithdrawal(
  services: WithdrawCheckServices,
  encoded: string | undefined,
  call: MemberCall,
): Promise<Failure | null> {
  const typed = typedWithdrawPassword(encoded, call)
  return typed.ok ? checkWithdrawPassword(services, typed.data, call) : typed
}
