import { dayOfDate, siteDateOf } from '../../time.ts'
import { looksOfficial, REFUSED_NICKNAME } from './official-names.ts'

/** Characters of a Chinese name: unified ideographs and the zero 〇, but no radicals, which look like them. */
const HAN = '\\u3400-\\u4DBF\\u4E00-\\u9FFF\\u{20000}-\\u{323AF}〇'
const CHINESE_NAME = new RegExp(`^[${HAN}]+(?:·[${HAN}]+)*$`, 'u')
const LATIN_NAME = /^[A-Za-z]+(?:[· ][A-Za-z]+)*$/
const OTHER_NAME = new RegExp(`^[${HAN}A-Za-z .·]+$`, 'u')
/** Longer input is refused before it is normalized. */
const NAME_INPUT_MAX = 200

/** S5.8: trimmed, in Unicode's compatibility form, and with `·` for every middle dot. This form is stored. */
export function normalRealName(name: string): string {
  return name
    .slice(0, NAME_INPUT_MAX)
    .normalize('NFKC')
    .replace(/[\u2022\u30FB]/g, '·')
    .trim()
}

/**
 * Whether a real name is acceptable. Returns the message, or null.
 *
 * @param rule the site's `realNameRule`. 1 (S5.7-S5.10): 2 to 24 Chinese characters or 4 to 48 Latin letters, separators
 * neither doubled nor at an end. 2 (S5.11-S5.14): 2 to 24 characters, also mixed, with spaces and dots.
 */
export function realNameProblem(name: string, rule: 1 | 2): string | null {
  const real = name.length > NAME_INPUT_MAX ? '' : normalRealName(name)
  const length = Array.from(real).length
  if (rule === 2) {
    const isGood = length >= 2 && length <= 24 && OTHER_NAME.test(real) && !/ {2}|[.·]{2}|[.·] | [.·]/.test(real)
    return isGood ? null : '姓名为2-24个字符，只能用中文、字母、空格和点，点和空格不能相连'
  }
  const letters = Array.from(real.replace(/[· ]/g, '')).length
  const isChinese = CHINESE_NAME.test(real) && letters >= 2 && length <= 24
  const isLatin = LATIN_NAME.test(real) && letters >= 4 && length <= 48
  return isChinese || isLatin ? null : '请填写真实姓名：2-24个汉字，或4-48个英文字母，中间可用“·”'
}

/**
 * S3.9: 2 to 12 letters, Chinese characters, digits, `_` or `-`, without a number that may be a contact, and no name of
 * the site or its staff.
 */
export function nicknameProblem(nickname: string): string | null {
  const chosen = nickname.length > NAME_INPUT_MAX ? '' : nickname.normalize('NFKC').trim()
  const length = Array.from(chosen).length
  if (length < 2 || length > 12 || !new RegExp(`^[${HAN}A-Za-z\\d_-]+$`, 'u').test(chosen)) {
    return '昵称为2-12个汉字、字母或数字'
  }
  if (/\d(?:[_-]*\d){4}|^\d+$/.test(chosen)) return '昵称不能包含联系方式'
  return looksOfficial(chosen) ? REFUSED_NICKNAME : null
}

/**
 * Annex I: whether somebody born on this day (`YYYY-MM-DD`) may register. Somebody born on 29 February comes of age on
 * 1 March.
 *
 * @param now epoch milliseconds
 * @param years the site's `ageGateYears`
 */
export function birthDateProblem(birthDate: string, now: number, years: number): string | null {
  const today = siteDateOf(now)
  if (dayOfDate(birthDate) === null || birthDate < '1900-01-01' || birthDate > today) return '请填写正确的出生日期'
  const birthday = `${String(Number(birthDate.slice(0, 4)) + years)}${birthDate.slice(4)}`
  return birthday <= today ? null : `未满 ${years} 周岁，不能注册`
}

/** The form in which addresses are compared and stored. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** An address as mail servers on the internet accept it, without quoted parts and without other scripts. */
export function emailProblem(email: string): string | null {
  const address = email.trim()
  const isGood =
    address.length <= 254 &&
    /^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/.test(
      address,
    ) &&
    address.indexOf('@') <= 64
  return isGood ? null : '请填写正确的邮箱地址'
}
