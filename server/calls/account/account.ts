import { CODES, failureOf } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, failure, success } from '#protocol/result.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { clientOf } from '../auth/auth.ts'
import { wrongCode } from './binding.ts'
import type { Handlers, MemberCall } from '../../http/context.ts'
import { typedPassword } from './typed-password.ts'
import { asksWithdrawPassword } from '../wallet/confirm-withdrawal.ts'
import { type AccountCare, WEAK_PASSWORD_TAG } from '../../members/account-care.ts'
import type { OneTimeCodes } from '../../members/codes/one-time-codes.ts'
import type { MemberContacts } from '../../members/contact.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { WithdrawPasswords } from '../../members/security/withdraw-passwords.ts'
import type { ImageCodes } from '../../members/verification/image-codes.ts'

interface AccountServices {
  readonly accountCare: AccountCare
  readonly verification: { readonly imageCodes: Pick<ImageCodes, 'verify'> }
  readonly contacts: Pick<MemberContacts, 'of'>
  readonly codes: Pick<OneTimeCodes, 'use'>
  readonly withdrawPasswords: Pick<WithdrawPasswords, 'check' | 'has'>
  readonly securityLog: Pick<SecurityLog, 'add'>
}

type AccountCalls = Pick<Handlers, Extract<keyof Handlers, `account.${string}`>>

/** Dormant accounts and passwords that should be changed (S7.37, S7.38). */
export function accountCalls(services: AccountServices): AccountCalls {
  const { accountCare, securityLog } = services
  return {
    'account.sleepCheck': async (_params, { session, site }) => {
      const since = await accountCare.dormantSince(session.memberId)
      const by = await strongestProof(services, session.memberId, site)
      return success({ dormant: since !== null, since, days: site.memberSleepDays, by })
    },

    'account.sleepActivate': async (params, call) => {
      const { session } = call
      const refused = await proofRefusal(services, params, call)
      if (refused) return refused
      await accountCare.wake(session.memberId)
      await securityLog.add(session.memberId, 'woken', clientOf(call))
      return success({})
    },

    'account.checkChangePassword': async (_params, { session }) => {
      const isWeak = session.member.tags.includes(WEAK_PASSWORD_TAG)
      return success({ need: isWeak, reason: isWeak ? ('weak' as const) : null })
    },
  }
}

/** S4.6: the strongest way to reactivate the account that it has. An image code is only for members without the others. */
async function strongestProof(
  { contacts, withdrawPasswords }: AccountServices,
  memberId: string,
  site: SiteConfig,
): Promise<'image' | 'phone' | 'withdrawPassword'> {
  if (await contacts.of(memberId, 'phone')) return 'phone'
  return asksWithdrawPassword({ site }) && (await withdrawPasswords.has(memberId)) ? 'withdrawPassword' : 'image'
}

/** Why the proof of a reactivation is refused, or null. */
async function proofRefusal(
  services: AccountServices,
  { phoneCode, withdrawPassword, codeId, code }: RequestOf<'account.sleepActivate'>,
  call: MemberCall,
): Promise<Failure | null> {
  const { contacts, codes, withdrawPasswords, verification } = services
  const { memberId, sessionId } = call.session
  const { deviceId } = call
  if (phoneCode !== undefined) {
    const contact = await contacts.of(memberId, 'phone')
    const isRight = contact && (await codes.use({ scene: 'wake', contact, memberId, deviceId }, phoneCode))
    return isRight === true ? null : wrongCode()
  }
  if (withdrawPassword !== undefined && asksWithdrawPassword(call)) {
    const typed = typedPassword(withdrawPassword, call)
    return typed.ok ? withdrawPasswords.check(memberId, typed.data) : typed
  }
  if (codeId === undefined || code === undefined) return failureOf(CODES.PARAM_ERROR)
  if ((await strongestProof(services, memberId, call.site)) !== 'image') {
    return failure(CODES.PARAM_ERROR, '请用手机验证码或提款密码激活')
  }
  return (await verification.imageCodes.verify(codeId, code, { deviceId, sessionId }))
    ? null
    : failureOf(CODES.VERIFY_CODE_ERROR)
}
