import { type FieldReader, fieldReader, halfWidth } from '../typed.ts'

/** Country code of the mainland, whose numbers have a rule of their own (S5.15). */
export const MAINLAND = '86'

/**
 * S5.15, S5.16, S9.15: 11 digits with a prefix from 13 to 19 and an optional leading 0 on the mainland, 4 to 13 digits
 * elsewhere, and nothing but digits ({@link phoneTyped} removes separators where a member types). Returns the message,
 * or null.
 *
 * @param areaCode digits of the country code, without `+`
 */
export function phoneProblem(areaCode: string, phone: string): string | null {
  const form = areaCode === MAINLAND ? /^0?1[3-9]\d{9}$/ : /^\d{4,13}$/
  return /^[1-9]\d{0,3}$/.test(areaCode) && form.test(phone) ? null : '请填写正确的手机号'
}

/** The form in which a number is sent, stored and compared: on the mainland without the leading 0 (S5.15). */
export function normalPhone(areaCode: string, phone: string): string {
  return areaCode === MAINLAND ? phone.replace(/^0/, '') : phone
}

/** Between digits of one number: space, hyphens and dashes, point, parentheses. */
const SEPARATORS = /(\d)[\s\-\u2010-\u2015\u2212.()]+(?=\d)/g
const MAX_TYPED = 20

/**
 * The reader of a phone field. Spaces around the number, the country code before it and separators between its digits
 * are removed: `+86 138-0013-8000` → `13800138000`. Other characters stay, so that {@link phoneProblem} refuses them.
 */
export const phoneTyped = (areaCode: string): FieldReader => {
  const countryCode = new RegExp(`^(?:(?:\\+|00)${areaCode}\\s*)+`)
  return fieldReader((text) => {
    const plain = halfWidth(text).trim().replace(SEPARATORS, '$1')
    return plain.replace(countryCode, '').slice(0, MAX_TYPED).trim()
  })
}
