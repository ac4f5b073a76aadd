/** S5.17: six digits, but not six equal ones and not 123456 or 654321. Returns the message, or null. */
export function withdrawPasswordProblem(password: string): string | null {
  if (!/^\d{6}$/.test(password)) return '提款密码为6位数字'
  return /^(\d)\1{5}$/.test(password) || password === '123456' || password === '654321'
    ? '提款密码过于简单，请换一个'
    : null
}

/** Amounts of a grouped number: `1,000` or `1,000.00`, not `1,5`. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** A typed or pasted amount in plain digits: `¥1,000.00` → `1000.00`, `１２．５` → `12.5`. Other text stays. */
export function plainAmount(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\s¥₮]/g, '')
  return GROUPED.test(plain) ? plain.replaceAll(',', '') : plain
}

/** S5.18: whether the text may stand in an amount field while it is typed. Empty text may. */
export function isAmountWhileTyping(text: string): boolean {
  return text === '' || /^(?:0|[1-9]\d*)(?:\.\d{0,2})?$/.test(text)
}

/** Amounts stay below this, so that minor units of USDT are safe integers. */
const AMOUNT_LIMIT = 1_000_000_000

/** S5.18: an amount on submission. Returns the message, or null. */
export function amountProblem(text: string): string | null {
  if (!/^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(text)) return '请填写正确的金额，最多两位小数'
  if (Number(text) >= AMOUNT_LIMIT) return '金额过大'
  return Number(text) === 0 ? '金额须大于 0' : null
}

/** An amount that {@link amountProblem} accepts in minor units, without floating point: `12.5` of CNY → 1250. */
export function minorUnits(text: string, decimals: number): number {
  const [whole = '', fraction = ''] = text.split('.')
  return Number(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}

/** Minor units as the text of an amount field, truncated to two decimals: 1250 of CNY → `12.5`. */
export function amountText(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return `${digits.slice(0, cut)}.${digits.slice(cut, cut + 2)}`.replace(/\.?0*$/, '')
}

/** The fee of an amount in minor units, rounded down; `feeRate` in 1/10,000. It is taken from the amount. */
export function feeOf(amount: number, feeRate: number): number {
  return Math.floor((amount * feeRate) / 10_000)
}

/**
 * Minor units of a text of an amount field. The field has two decimals; the text of the whole balance `all` means all of
 * it, with the decimals that the field cannot show.
 */
export function enteredAmount(text: string, decimals: number, all: number): number {
  return all > 0 && text === amountText(all, decimals) ? all : minorUnits(text, decimals)
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

const MAX_CARD_DIGITS = 19

/** A text field with the position of its caret. */
export interface CaretText {
  readonly text: string
  readonly caret: number
}

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

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
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
export interface ListedAccount {
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
