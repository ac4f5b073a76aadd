import { type FieldReader, fieldReader, halfWidth } from './typed.ts'

/** Amounts of a grouped number: `1,000` or `1,000.00`, not `1,5`. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/**
 * A typed or pasted amount in plain digits: `¥1,000.00` → `1000.00`, `１２．５` → `12.5`. Chinese input methods type `。` for
 * a point. Other text stays, so that `5²` is no 52.
 */
export function plainAmount(text: string): string {
  const plain = halfWidth(text)
    .replaceAll('。', '.')
    .replace(/[\s¥₮]/g, '')
  return GROUPED.test(plain) ? plain.replaceAll(',', '') : plain
}

/** S5.18: the reader of an amount field. Text that may not stand in it is refused. */
export const amountTyped: FieldReader = fieldReader((text) => {
  const plain = plainAmount(text)
  return isAmountWhileTyping(plain) ? plain : null
})

/** The reader of a field for a quantity with at most `maxDigits` digits. Other text is refused. */
export const quantityTyped = (maxDigits: number): FieldReader =>
  fieldReader((text) => {
    const plain = plainAmount(text)
    return /^\d*$/.test(plain) ? plain.slice(0, maxDigits) : null
  })

/** S5.18: whether the text may stand in an amount field while it is typed. Empty text may. */
export function isAmountWhileTyping(text: string): boolean {
  return text === '' || /^(?:0|[1-9]\d*)(?:\.\d{0,2})?$/.test(text)
}

/** Amounts stay below this, so that minor units of USDT are safe integers. */
export const AMOUNT_LIMIT = 1_000_000_000

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

/** Minor units of an amount with at most the decimals of its currency; null for other text and for sums that are no safe integer. */
export function exactUnits(text: string, decimals: number): number | null {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(plainAmount(text)) ?? []
  if (whole === undefined || fraction.length > decimals) return null
  const units = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(units) ? units : null
}

/** Minor units with all decimals that they need: 1250 of CNY → `12.5`. */
export function exactText(minor: number, decimals: number): string {
  if (decimals === 0) return String(minor)
  const digits = String(minor).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return `${digits.slice(0, cut)}.${digits.slice(cut)}`.replace(/\.?0+$/, '')
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
  return text === amountText(all, decimals) ? all : minorUnits(text, decimals)
}
