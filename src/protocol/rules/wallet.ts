import { type CaretText, digitsOf } from './typed.ts'

/** S5.17: six digits, but not six equal ones and not 123456 or 654321. Returns the message, or null. */
export function withdrawPasswordProblem(password: string): string | null {
  if (!/^\d{6}$/.test(password)) return '提款密码为6位数字'
  return /^(\d)\1{5}$/.test(password) || password === '123456' || password === '654321'
    ? '提款密码过于简单，请换一个'
    : null
}

/** S5.19: 12 to 19 digits that pass the Luhn check, spaces ignored. Returns the message, or null. */
export function cardNumberProblem(cardNumber: string): string | null {
  const digits = cardNumber.length > 64 ? '' : cardNumber.replace(/\s/g, '')
  if (!/^\d{12,19}$/.test(digits)) return '银行卡号为12-19位数字'
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 ? null : '银行卡号有误，请核对'
}

/** UTF-16 units of the name of a branch. */
export const MAX_BRANCH = 40

/** S3.3: the name of the branch of a bank, without repeated and outer spaces. */
export function normalBranch(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ')
}

/** S3.3: visible letters, digits and punctuation, at most 40. The name may be empty. Returns the message, or null. */
export function branchProblem(name: string): string | null {
  const branch = normalBranch(name)
  if (branch.length > MAX_BRANCH) return '支行名称最多 40 个字'
  return /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P} ])*$/u.test(branch)
    ? null
    : '支行名称含有不能使用的字符'
}

const MAX_CARD_DIGITS = 19

/**
 * S5.20: a card number after an input, in groups of four digits. Other characters are dropped; full-width digits are
 * understood. The caret stays behind the same digit. If the input removed only a space, the digit beside it is removed.
 *
 * @param before the text before the input
 * @param isForward true for the key Delete, which removes what is behind the caret
 */
export function cardNumberTyped(typed: CaretText, before: string, isForward: boolean): CaretText {
  let digits = digitsOf(typed.text)
  let caret = digitsOf(typed.text.slice(0, typed.caret)).length
  if (digits === digitsOf(before) && typed.text.length < before.length) {
    if (!isForward) caret = Math.max(0, caret - 1)
    digits = digits.slice(0, caret) + digits.slice(caret + 1)
  }
  digits = digits.slice(0, MAX_CARD_DIGITS)
  caret = Math.min(caret, digits.length)
  return { text: groupsOfFour(digits), caret: groupsOfFour(digits.slice(0, caret)).length }
}

/** S5.20, S5.21: the text in groups of four characters, for display. */
export function groupsOfFour(text: string): string {
  return text.replace(/\s/g, '').replace(/(.{4})(?=.)/gsu, '$1 ')
}

/**
 * S5.23: the first 1 to 4 and the last 2 to 4 characters, with one star for each character between. Shorter texts than
 * four characters are stars only.
 */
export function maskAccount(text: string): string {
  const characters = Array.from(text)
  const { length } = characters
  if (length < 4) return '*'.repeat(length)
  const head = length <= 5 ? 1 : length <= 7 ? 2 : length <= 11 ? 3 : 4
  const tail = length <= 6 ? 2 : length <= 8 ? 3 : 4
  return [...characters.slice(0, head), '*'.repeat(length - head - tail), ...characters.slice(-tail)].join('')
}

/** S9.11: an account of a withdrawal. Entries with the same `key` are the same account. */
interface ListedAccount {
  /** Card number without spaces, or address. */
  readonly key: string
  readonly isDefault: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** S9.11: number of cards and of addresses that are shown, and that may be active. */
export const MAX_ACCOUNTS = 3

/** S9.11: the accounts that are shown. The default is first, then the newest; of equal ones the first of these. */
export function shownAccounts<Account extends ListedAccount>(accounts: readonly Account[]): Account[] {
  const ordered = [...accounts].sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || b.createdAt - a.createdAt)
  const known = new Set<string>()
  return ordered.filter(({ key }) => !known.has(key) && known.add(key)).slice(0, MAX_ACCOUNTS)
}

/** S9.11: spaces of a card number and the case of an ERC20 address do not make another account. */
export function accountKey(kind: 'card' | 'TRC20' | 'ERC20', text: string): string {
  if (kind === 'card') return text.replace(/\s/g, '')
  return kind === 'ERC20' ? text.toLowerCase() : text
}
