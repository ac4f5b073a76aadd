import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, failure, success } from '#protocol/result.ts'
import { emailProblem, normalEmail, normalRealName, realNameProblem } from '#protocol/rules/member/person.ts'
import { MAINLAND, normalPhone, phoneProblem } from '#protocol/rules/member/phone.ts'
import { usdtAddressProblem } from '#protocol/wallet/usdt-address.ts'
import { offeredChains } from '#protocol/rules/site-offers.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { clientOf } from '../auth/auth.ts'
import { confirmCaller, type Proof, wrongFields } from './confirm-password.ts'
import type { Handlers, MemberCall } from '../../http/context.ts'
import type { SecurityServices } from './security-services.ts'
import { asksWithdrawPassword, confirmWithdrawal } from '../wallet/confirm-withdrawal.ts'
import type { Contact } from '../../members/contact.ts'
import { maskName } from '../../members/security/member-security.ts'

type Calls = Pick<Handlers, Extract<keyof Handlers, `bind.${string}`>>

/** Contacts, and the binding wizard: real name, phone, account holder, USDT address, in this order (S3.33). */
export function bindingCalls(services: SecurityServices): Calls {
  return { ...contactCalls(services), ...wizardCalls(services) }
}

function contactCalls(services: SecurityServices) {
  return {
    'bind.phone': async ({ areaCode, phone: given, code, ...proof }, call) => {
      const problem = phoneProblem(areaCode, given)
      if (problem !== null) return wrongFields({ phone: problem })
      if (areaCode !== MAINLAND && call.site.overseasMobileSwitch === 0) {
        return wrongFields({ areaCode: '暂不支持海外手机号' })
      }
      const contact = { kind: 'phone', areaCode, phone: normalPhone(areaCode, given) } as const
      return (await bindContact(services, contact, { code, ...proof }, call)) ?? success({})
    },

    'bind.email': async ({ email: given, code, ...proof }, call) => {
      const problem = emailProblem(given)
      if (problem !== null) return wrongFields({ email: problem })
      const contact = { kind: 'email', email: normalEmail(given) } as const
      return (await bindContact(services, contact, { code, ...proof }, call)) ?? success({})
    },
  } satisfies Partial<Calls>
}

/**
 * Binds a contact. Its code proves possession. The caller also confirms the password or a passkey, even for the first
 * contact, because a contact can reset the password. Only a caller with the right code learns whether another member has
 * the contact. Returns the refusal, or null.
 */
async function bindContact(
  services: SecurityServices,
  contact: Contact,
  { code, ...proof }: Proof & { readonly code: string },
  call: MemberCall,
): Promise<Failure | null> {
  const { contacts, codes, securityLog } = services
  const { memberId } = call.session
  const isPhone = contact.kind === 'phone'
  const refused = await confirmCaller(services, proof, call)
  if (refused) return refused
  const scene = isPhone ? 'bindPhone' : 'bindEmail'
  if (!(await codes.use({ scene, contact, memberId, deviceId: call.deviceId }, code))) return wrongCode()
  if (!(await contacts.bind(memberId, contact))) {
    return isPhone
      ? wrongFields({ phone: '这个手机号不能绑定，请换一个或联系客服' })
      : wrongFields({ email: '这个邮箱不能绑定，请换一个或联系客服' })
  }
  await securityLog.add(memberId, isPhone ? 'phone-bound' : 'email-bound', clientOf(call))
  return null
}

/** A one-time code that is wrong, used, expired, or of another scene. */
export function wrongCode(): Failure {
  const text = '验证码错误或已过期'
  return failure(CODES.VERIFY_CODE_ERROR, text, { details: { fields: { code: text } } })
}

function wizardCalls(services: SecurityServices) {
  const { memberSecurity, securityLog } = services
  return {
    'bind.realName': async ({ realName: given }, call) => {
      const problem = realNameProblem(given, call.site.realNameRule)
      if (problem !== null) return wrongFields({ realName: problem })
      const { memberId } = call.session
      if (!(await memberSecurity.bindRealName(memberId, normalRealName(given)))) {
        return wrongFields({ realName: '已绑定真实姓名，如需修改请联系客服' })
      }
      await securityLog.add(memberId, 'real-name-bound', clientOf(call))
      return success({})
    },

    'bind.steps': async (_params, { session, site }) => {
      const { holders, ...steps } = await stepsOf(services, session.memberId, site)
      return success({ ...steps, holders: holders.map(maskName), chains: [...offeredChains(site)] })
    },

    'bind.selectHolder': async ({ holder }, call) => {
      const { memberId } = call.session
      const steps = await stepsOf(services, memberId, call.site)
      if (!steps.userRealNameBind || !steps.userInfoBind) return tooEarly()
      const name = steps.holders[holder]
      if (name === undefined) return wrongFields({ holder: '请选择收款人' })
      await memberSecurity.chooseHolder(memberId, name)
      await securityLog.add(memberId, 'holder-chosen', clientOf(call))
      return success({})
    },

    'bind.selectUsdt': async ({ chain, address: given, withdrawPwd = '' }, call) => {
      const { memberId } = call.session
      const address = given.trim()
      if (!offeredChains(call.site).includes(chain)) return wrongFields({ chain: '请选择链' })
      const problem = usdtAddressProblem(chain, address)
      if (problem !== null) return wrongFields({ address: problem })
      const steps = await stepsOf(services, memberId, call.site)
      if (!steps.userRealNameBind || !steps.userInfoBind || !steps.selectRealName) return tooEarly()
      const refused = steps.needsWithdrawPassword && (await confirmWithdrawal(services, withdrawPwd, call))
      if (refused) return refused
      if (!(await memberSecurity.addUsdtAddress(memberId, chain, address))) return failureOf(CODES.CARD_LIMIT)
      await securityLog.add(memberId, 'usdt-chosen', clientOf(call))
      return success({ masked: `****${address.slice(-4)}` })
    },
  } satisfies Partial<Calls>
}

function tooEarly(): Failure {
  return failure(CODES.PARAM_ERROR, '请先完成前面的步骤')
}

/** The steps of the wizard that are done. A site without USDT has no fourth step. */
async function stepsOf(services: SecurityServices, memberId: string, site: SiteConfig) {
  const { memberSecurity, withdrawPasswords } = services
  const [row, hasUsdt, hasWithdrawPassword] = await Promise.all([
    memberSecurity.row(memberId),
    memberSecurity.hasUsdtAddress(memberId),
    withdrawPasswords.has(memberId),
  ])
  return {
    userRealNameBind: row.realName !== null,
    userInfoBind: row.phoneHash !== null,
    selectRealName: row.holderName !== null,
    selectUSDT: hasUsdt || offeredChains(site).length === 0,
    holders: row.realName === null ? [] : [row.realName],
    needsWithdrawPassword: asksWithdrawPassword({ site }) && hasWithdrawPassword,
  }
}
