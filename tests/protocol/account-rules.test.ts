import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { safeFromPage } from '#protocol/rules/from-page.ts'
import { normalUserName, passwordProblem, userNameProblem } from '#protocol/rules/account.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const charactersOf = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength })

describe('user names and passwords', () => {
  it('S5.1-S5.3 a password has 8 to 12 letters and digits, at least one of each', () => {
    fc.assert(
      fc.property(charactersOf(LETTERS + DIGITS, 0, 16), (password) => {
        const isGood = password.length >= 8 && password.length <= 12 && /[A-Za-z]/.test(password) && /\d/.test(password)
        expect(passwordProblem(password, 'another')).toBe(isGood ? null : '密码须为8-12位字母和数字组合')
      }),
    )
  })

  it('S5.2 S5.4 other characters are refused', () => {
    fc.assert(
      fc.property(
        charactersOf(LETTERS + DIGITS, 7, 11),
        fc.constantFrom(' ', '_', '中', '\n', '１', 'é', '\0'),
        (rest, odd) => {
          expect(passwordProblem(`a1${rest}${odd}`.slice(-12), 'x')).not.toBeNull()
        },
      ),
    )
  })

  it.each(['Abcdef12', ' abcdef12 ', 'ABCDEF12'])('S5.5 S5.6 it differs from the name %j', (name) => {
    expect(passwordProblem('Abcdef12', name)).toBe('密码与用户名不能相同')
  })

  it('S5.27 a name has 4 to 11 letters and digits and starts with a letter', () => {
    fc.assert(
      fc.property(charactersOf(LETTERS + DIGITS, 0, 14), (name) => {
        const isGood = name.length >= 4 && name.length <= 11 && /^[A-Za-z]/.test(name)
        expect(userNameProblem(name) === null).toBe(isGood)
      }),
    )
    expect(userNameProblem(' fan001 ')).toBeNull()
    expect(userNameProblem('fan_001')).not.toBeNull()
  })

  it('S3.1 names are normalized to trimmed lower case', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(normalUserName(normalUserName(name))).toBe(normalUserName(name))
      }),
    )
    expect(normalUserName('  Fan001 ')).toBe('fan001')
  })

  // A rule with quadratic run time would need hours.
  it('a megabyte of input is checked quickly', () => {
    const size = 1_000_000
    for (const text of ['a'.repeat(size), '1'.repeat(size), ' '.repeat(size), 'a1'.repeat(size / 2)]) {
      passwordProblem(text, text)
      userNameProblem(text)
      cleanChatText(text)
      safeFromPage(`/${text}`)
    }
  })
})
