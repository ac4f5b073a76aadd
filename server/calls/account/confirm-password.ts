import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, failure } from '#protocol/result.ts'
import type { CallLimits } from '../../http/pipeline/call-limits.ts'
import type { MemberCall } from '../../http/context.ts'
import { clientOf } from '../auth/auth.ts'
import { typedPassword } from './typed-password.ts'
import type { Passkeys, PasskeySignature } from '../../members/passkeys/passkeys.ts'
import type { Members } from '../../members/members.ts'
import { PasswordRefusal } from '../../members/passwords.ts'
import type { MemberSecurity } from '../../members/security/member-security.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { SignInGuard } from '../../members/sign-in-guard.ts'

interface ConfirmServices {
  readonly members: Pick<Members, 'checkPassword'>
  readonly guard: Pick<SignInGuard, 'cancelAttempt' | 'giveBack' | 'inTurn' | 'take'>
  readonly limits: Pick<CallLimits, 'ofPasswordCheck'>
  readonly memberSecurity: Pick<MemberSecurity, 'row'>
  readonly securityLog: Pick<SecurityLog, 'add'>
}

/** Proves again who calls. One of both is required. */
export interface Proof {
  readonly password?: string | undefined
  readonly passkey?: PasskeySignature | undefined
}

/** A refusal of form fields. Its text is that of the first field. */
export function wrongFields(fields: Readonly<Record<string, string>>): Failure {
  return failure(CODES.PARAM_ERROR, Object.values(fields)[0] ?? '参数错误', { details: { fields } })
}

/**
 * Checks the password or a passkey of the signed-in member before a change that weakens the account: a stolen session
 * is not enough for it. Returns the refusal, or null.
 */
export async function confirmCaller(
  services: ConfirmServices & { readonly passkeys: Pick<Passkeys, 'confirm'> },
  { password, passkey }: Proof,
  call: MemberCall,
): Promise<Failure | null> {
  if (passkey === undefined) {
    if (password === undefined || password === '') return wrongFields({ password: '请输入登录密码' })
    const refused = await confirmPassword(services, password, call)
    // The text of the code speaks of the former password.
    return refused?.code === CODES.OLD_PASSWORD_WRONG ? failure(refused.code, '登录密码错误') : refused
  }
  const { memberId } = call.session
  const outcome = await services.passkeys.confirm(memberId, call, passkey)
  if (outcome === 'confirmed') return null
  if (outcome === 'expired') return failureOf(CODES.TICKET_EXPIRED)
  await services.securityLog.add(memberId, 'passkey-refused', clientOf(call), CODES.NAME_OR_PASSWORD_WRONG)
  return failure(CODES.NAME_OR_PASSWORD_WRONG, '通行密钥验证失败，请重试')
}

/**
 * Checks the password of the signed-in member before a sensitive change. A wrong one counts like a failed sign-in
 * (S9.12). Returns the refusal, or null.
 */
export async function confirmPassword(
  services: ConfirmServices,
  encoded: string,
  call: MemberCall,
): Promise<Failure | null> {
  const typed = typedPassword(encoded, call)
  if (!typed.ok) return typed
  const { name } = await services.memberSecurity.row(call.session.memberId)
  // An attempt that is only being checked is not a failed one, and must not lock right ones out.
  return services.guard.inTurn(name, () => checkOne(services, { name, password: typed.data }, call))
}

async function checkOne(
  { members, guard, limits, securityLog }: ConfirmServices,
  { name, password }: { readonly name: string; readonly password: string },
  call: MemberCall,
): Promise<Failure | null> {
  const { memberId } = call.session
  const until = await guard.take(name, call.deviceId)
  if (until !== null) {
    await securityLog.add(memberId, 'password-refused', clientOf(call), CODES.CURRENT_LIMITING_B)
    return failure(CODES.CURRENT_LIMITING_B, '密码错误次数过多，请稍后再试', { details: { until } })
  }
  const limited = limits.ofPasswordCheck('sign-in')
  if (limited) {
    await guard.cancelAttempt(name, call.deviceId)
    return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
  }
  const found = await members.checkPassword(name, password).catch((error: unknown) => {
    if (error instanceof PasswordRefusal) return error
    throw error
  })
  if (found instanceof PasswordRefusal) {
    await guard.cancelAttempt(name, call.deviceId)
    return failureOf(found.code)
  }
  if (found?.memberId !== memberId) {
    await securityLog.add(memberId, 'password-refused', clientOf(call), CODES.OLD_PASSWORD_WRONG)
    return failureOf(CODES.OLD_PASSWORD_WRONG)
  }
  await guard.giveBack(name, call.deviceId)
  return null
}
