import { emailProblem } from './person.ts'
import { cleanChatText, requiredTextProblem } from '../chat-text.ts'
import { phoneProblem } from './phone.ts'

/* Personal data and postal addresses (S3.6, S3.8), for forms and server. */

/** Postal addresses of a member. */
export const ADDRESSES_MAX = 10
/** S3.9 */
export const NICKNAME_CHANGE_DAYS = 30
/** VIP level from which the VIP avatars may be chosen. */
export const VIP_AVATAR_LEVEL = 5

/** Messages by field. Empty if all fields are acceptable. */
export type FieldProblems = Record<string, string>

interface Material {
  readonly email?: string | undefined
  readonly qq?: string | undefined
  readonly wechat?: string | undefined
}

/** S3.6: problems of personal data. Empty and missing fields are acceptable; the birthday has a rule of its own. */
export function materialProblems({ email = '', qq = '', wechat = '' }: Material): FieldProblems {
  return withoutNulls({
    email: email === '' ? null : emailProblem(email),
    qq: qq === '' || /^[1-9]\d{4,11}$/.test(qq) ? null : '请填写正确的 QQ 号',
    wechat: wechat === '' || /^[A-Za-z][A-Za-z\d_-]{5,19}$/.test(wechat) ? null : '请填写正确的微信号',
  })
}

interface Address {
  readonly receiver: string
  readonly areaCode: string
  readonly phone: string
  readonly province: string
  readonly city: string
  readonly detail: string
}

/** S3.8: problems of a postal address. */
export function addressProblems(address: Address): FieldProblems {
  const { receiver, province, city, detail } = addressAsStored(address)
  return withoutNulls({
    receiver: requiredTextProblem(receiver, 24, '收件人为1-24个字'),
    phone: phoneProblem(address.areaCode, address.phone),
    province: requiredTextProblem(province, 16, '请填写省份'),
    city: requiredTextProblem(city, 16, '请填写城市'),
    detail: requiredTextProblem(detail, 100, '详细地址为1-100个字'),
  })
}

/** An address without invisible characters and surplus spaces. */
export function addressAsStored<Given extends Address>(address: Given): Given {
  return {
    ...address,
    receiver: cleanChatText(address.receiver),
    province: cleanChatText(address.province),
    city: cleanChatText(address.city),
    detail: cleanChatText(address.detail),
  }
}

function withoutNulls(problems: Readonly<Record<string, string | null>>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null))
}
