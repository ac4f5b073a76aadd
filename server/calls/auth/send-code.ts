import { CODES, failureOf } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, failure } from '#protocol/result.ts'
import { emailProblem, normalEmail } from '#protocol/rules/member/person.ts'
import { MAINLAND, normalPhone, phoneProblem } from '#protocol/rules/member/phone.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { CodeRequest, OneTimeCodes } from '../../members/codes/one-time-codes.ts'
import type { Contact, MemberContacts } from '../../members/contact.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import { provePerson } from './sign-in-check.ts'
import { fieldFailure } from '../account/typed-password.ts'

interface SendCodeServices {
  readonly codes: Pick<OneTimeCodes, 'mustProve' | 'send'>
  readonly contacts: MemberContacts
}

type Params = RequestOf<'registration.sendCode'>

/** One-time codes (S7.47). The response does not reveal whether a contact is known. */
export function sendCodeCalls(services: SendCodeServices): Pick<Handlers, 'registration.sendCode'> {
  return {
    'registration.sendCode': async (params, call) => {
      const { scene } = params
      const target = await targetOf(services, params, call)
      if ('ok' in target) return target
      const unproven = (await services.codes.mustProve(call.address)) && (await provePerson(call))
      if (unproven) return unproven
      return services.codes.send({
        ...target,
        scene,
        deviceId: call.deviceId,
        address: call.address,
        intervalSeconds: call.site.smsIntervalSeconds,
      })
    },
  }
}

type Target = Pick<CodeRequest, 'contact' | 'memberId' | 'delivery'>

async function targetOf(
  { contacts }: SendCodeServices,
  params: Params,
  { session, siteId, site }: CallContext,
): Promise<Target | Failure> {
  const { scene } = params
  if (scene === 'withdrawPassword' || scene === 'wake') {
    if (!session) return failureOf(CODES.NEED_LOGIN)
    const { memberId } = session
    const contact = await contacts.of(memberId, 'phone')
    return contact ? { contact, memberId, delivery: 'code' } : failure(CODES.PARAM_ERROR, '请先绑定手机号')
  }
  const contact = scene === 'bindEmail' ? emailContact(params) : phoneContact(site, params)
  if ('ok' in contact) return contact
  const owner = await contacts.ownerOf(siteId, contact)
  if (scene === 'login') return { contact, memberId: null, delivery: owner === null ? null : 'code' }
  if (scene === 'register') {
    const known = { text: '这个手机号已经注册过账号，请直接登录；忘记密码可在登录页找回。' }
    return { contact, memberId: null, delivery: owner === null ? 'code' : known }
  }
  if (!session) return failureOf(CODES.NEED_LOGIN)
  const isFree = owner === null || owner === session.memberId
  const bound = { text: '有人想把你的联系方式绑定到其他账号，已被拒绝。如非本人操作，请忽略。' }
  return { contact, memberId: session.memberId, delivery: isFree ? 'code' : bound }
}

/** The phone of a request in its normal form, or the failure to return. */
export function phoneContact(
  { overseasMobileSwitch }: Pick<SiteConfig, 'overseasMobileSwitch'>,
  { areaCode = '', phone = '' }: { readonly areaCode?: string | undefined; readonly phone?: string | undefined },
): Contact | Failure {
  const problem = phoneProblem(areaCode, phone)
  if (problem !== null) return fieldFailure('phone', problem)
  if (areaCode !== MAINLAND && overseasMobileSwitch === 0) return fieldFailure('areaCode', '暂不支持海外手机号')
  return { kind: 'phone', areaCode, phone: normalPhone(areaCode, phone) }
}

/** The address of a request in its normal form, or the failure to return. */
export function emailContact({ email = '' }: { readonly email?: string | undefined }): Contact | Failure {
  const problem = emailProblem(email)
  return problem === null ? { kind: 'email', email: normalEmail(email) } : fieldFailure('email', problem)
}
