/** Country code of the mainland, whose numbers have a rule of their own (S5.15). */
export const MAINLAND = '86'

/**
 * S5.15, S5.16, S9.15: 11 digits with a prefix from 13 to 19 and an optional leading 0 on the mainland, 4 to 13 digits
 * elsewhere. Returns the message, or null.
 *
 * @param areaCode digits of the country code, without `+`
 */
export function phoneProblem(areaCode: string, phone: string): string | null {
  const digits = phone.length > 32 ? '' : withoutSeparators(phone)
  const form = areaCode === MAINLAND ? /^0?1[3-9]\d{9}$/ : /^\d{4,13}$/
  return /^\d{1,4}$/.test(areaCode) && form.test(digits) ? null : '请填写正确的手机号'
}

/** The digits that are sent and compared: without spaces and hyphens, on the mainland without the leading 0 (S5.15). */
export function normalPhone(areaCode: string, phone: string): string {
  const digits = withoutSeparators(phone)
  return areaCode === MAINLAND ? digits.replace(/^0/, '') : digits
}

function withoutSeparators(phone: string): string {
  return phone.replace(/[\s-]/g, '')
}
