import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { withdrawPasswordProblem } from '#protocol/rules/wallet.ts'
import { wrongCode } from './binding.ts'
import { clientOf } from '../auth/auth.ts'
import { asksWithdrawPassword, checkWithdrawPassword } from '../wallet/confirm-withdrawal.ts'
import { fieldFailure, typedPassword } from './typed-password.ts'
import type { CallContext, Handlers, MemberCall } from '../../http/context.ts'
import type { SecurityServices } from './security-services.ts'

type Calls = Pick<Handlers, Extract<keyof Handlers, `withdrawPassword.${string}`>>

/** Set, reset and change of the withdrawal password (S5.17). */
export function withdrawPasswordCalls(services: SecurityServices): Calls {
  const { withdrawPasswords } = services
  return {
    'withdrawPassword.set': async ({ pwd, code }, call) => {
      if (!asksWithdrawPassword(call)) return failureOf(CODES.NOT_FOUND)
      if (await withdrawPasswords.has(call.session.memberId)) return failure(CODES.PARAM_ERROR, '已经设置过提款密码')
      return setWithCode(services, pwd, code, call)
    },

    'withdrawPassword.reset': async ({ pwd, code }, call) => {
      if (!asksWithdrawPassword(call)) return failureOf(CODES.NOT_FOUND)
      if (!(await withdrawPasswords.has(call.session.memberId))) return failure(CODES.PARAM_ERROR, '请先设置提款密码')
      return setWithCode(services, pwd, code, call)
    },

    'withdrawPassword.update': async ({ oldPwd, newPwd }, call) => {
      if (!asksWithdrawPassword(call)) return failureOf(CODES.NOT_FOUND)
      const [former, pwd] = [typedPassword(oldPwd, call), newPassword(call, newPwd, 'newPwd')]
      if (!former.ok) return former
      if (!pwd.ok) return pwd
      if (pwd.data === former.data) return fieldFailure('newPwd', '新密码不能和原密码相同')
      const refused = await checkWithdrawPassword(services, former.data, call)
      if (refused) return refused
      return store(services, pwd.data, call)
    },
  }
}

/** Sets the password with a code of the bound phone. */
async function setWithCode(
  services: SecurityServices,
  encoded: string,
  code: string,
  call: MemberCall,
): Promise<Result<Record<string, never>>> {
  const pwd = newPassword(call, encoded, 'pwd')
  if (!pwd.ok) return pwd
  const { memberId } = call.session
  const contact = await services.contacts.of(memberId, 'phone')
  if (!contact) return failure(CODES.PARAM_ERROR, '请先绑定手机号')
  const use = { scene: 'withdrawPassword', contact, memberId, deviceId: call.deviceId } as const
  return (await services.codes.use(use, code)) ? store(services, pwd.data, call) : wrongCode()
}

async function store(
  { withdrawPasswords, securityLog, limits }: SecurityServices,
  pwd: string,
  call: MemberCall,
): Promise<Result<Record<string, never>>> {
  const { memberId } = call.session
  const limited = limits.ofPasswordCheck('new password')
  if (limited) return failureOf(limited.code, { details: { retryAfterMs: limited.retryAfterMs } })
  await withdrawPasswords.set(memberId, pwd)
  await securityLog.add(memberId, 'withdraw-password-set', clientOf(call))
  return success({})
}

/** A new withdrawal password that meets the rule, or the refusal of its field. */
function newPassword(call: CallContext, encoded: string, field: 'newPwd' | 'pwd'): Result<string> {
  const typed = typedPassword(encoded, call)
  const problem = typed.ok ? withdrawPasswordProblem(typed.data) : null
  return problem === null ? typed : fieldFailure(field, problem)
}
