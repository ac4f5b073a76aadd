import words from './common-passwords.json' with { type: 'json' }

const EXACT = new Set(words.exact)
const LETTERS = new Set(words.letters)

/** Runs on a keyboard row or in the alphabet, forwards and backwards. */
const RUNS = ['0123456789012', '9876543210987']

/**
 * Whether a password that follows S5.1-S5.3 is easy to guess (S5.4): a well-known one, or a well-known word before or
 * after a well-known number. Ignores case.
 */
export function isCommonPassword(password: string): boolean {
  if (password.length > 64) return false
  const lower = password.toLowerCase()
  if (EXACT.has(lower)) return true
  const [, before, first, second, after] = /^(?:([a-z]+)(\d+)|(\d+)([a-z]+))$/.exec(lower) ?? []
  const letters = before ?? after
  const digits = first ?? second
  return letters !== undefined && digits !== undefined && isCommonWord(letters) && isCommonNumber(digits)
}

function isCommonWord(letters: string): boolean {
  return LETTERS.has(letters) || /^(.)\1*$/.test(letters) || 'abcdefghijklmnopqrstuvwxyz'.includes(letters)
}

function isCommonNumber(digits: string): boolean {
  return (
    words.digits.includes(digits) ||
    /^(\d{1,3})\1*$/.test(digits) ||
    /^(?:19|20)\d\d(?:[01]\d[0-3]\d)?$/.test(digits) ||
    RUNS.some((run) => run.includes(digits))
  )
}
