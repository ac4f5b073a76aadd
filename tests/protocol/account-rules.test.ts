import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanChatText, requiredTextProblem } from '#protocol/rules/chat-text.ts'
import { safeFromPage } from '#protocol/rules/from-page.ts'
import { normalUserName, passwordProblem, userNameProblem } from '#protocol/rules/member/account.ts'
import {
  birthDateProblem,
  emailProblem,
  nicknameProblem,
  normalEmail,
  normalRealName,
  realNameProblem,
} from '#protocol/rules/member/person.ts'
import { isCommonPassword } from '#protocol/rules/member/common-passwords.ts'
import { normalPhone, phoneProblem, phoneTyped } from '#protocol/rules/member/phone.ts'

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

  it.each([
    'password1',
    'Qwerty123',
    'abc12345',
    'woaini520',
    '1234abcd',
    'a1234567',
    '5201314qq',
    'Wang1990',
    '1q2w3e4r',
  ])('S5.4 %s is a common password', (password) => expect(isCommonPassword(password)).toBe(true))

  it('S5.4 random passwords are not common', () => {
    fc.assert(
      fc.property(charactersOf(LETTERS + DIGITS, 12, 12), (password) => {
        fc.pre(passwordProblem(password, '') === null)
        expect(isCommonPassword(password)).toBe(false)
      }),
      { seed: 5 },
    )
  })
})

const hanzi = fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code))
const chinese = (minLength: number, maxLength: number) => fc.string({ unit: hanzi, minLength, maxLength })

describe('real names', () => {
  it('S5.7 accepts 2 to 24 Chinese characters or 4 to 48 Latin letters', () => {
    fc.assert(
      fc.property(chinese(0, 30), (name) => {
        expect(realNameProblem(name, 1) === null).toBe(name.length >= 2 && name.length <= 24)
      }),
    )
    fc.assert(
      fc.property(charactersOf(LETTERS, 0, 60), (name) => {
        expect(realNameProblem(name, 1) === null).toBe(name.length >= 4 && name.length <= 48)
      }),
    )
  })

  it.each([
    [1, '李', 2, 24],
    [1, '\u{20000}', 2, 24],
    [1, 'a', 4, 48],
    [2, '李', 2, 24],
    [2, 'a', 2, 24],
    [2, '\u{20000}', 2, 24],
  ] as const)('S5.7 S5.11 by rule %i a name of the letter %s has %i to %i of them', (rule, letter, min, max) => {
    const isGood = (length: number) => realNameProblem(letter.repeat(length), rule) === null
    expect([min - 1, min, max, max + 1].map(isGood)).toEqual([false, true, true, false])
  })

  it('S5.7 dots count in the length of a name and not as its letters', () => {
    expect(realNameProblem(`${'李·'.repeat(11)}李李`, 1)).toBeNull()
    expect(realNameProblem(`${'李·'.repeat(12)}李`, 1)).not.toBeNull()
    expect(realNameProblem(`${'a '.repeat(23)}aa`, 1)).toBeNull()
    expect(realNameProblem(`${'a '.repeat(24)}a`, 1)).not.toBeNull()
    expect(realNameProblem('a b c', 1)).not.toBeNull()
  })

  it('S5.8 refuses input of more than 200 characters, and stores no more of one', () => {
    for (const rule of [1, 2] as const) {
      expect(realNameProblem('李明'.padEnd(200), rule)).toBeNull()
      expect(realNameProblem('李明'.padEnd(201), rule)).not.toBeNull()
    }
    expect(normalRealName('李'.repeat(201))).toBe('李'.repeat(200))
  })

  it('S5.8 accepts middle dots of three kinds and stores one', () => {
    for (const dot of ['·', '•', '・', '･']) {
      expect(realNameProblem(`买买提${dot}艾合麦提`, 1)).toBeNull()
      expect(normalRealName(` 买买提${dot}艾合麦提 `)).toBe('买买提·艾合麦提')
    }
    expect(realNameProblem('John Smith', 1)).toBeNull()
    expect(realNameProblem('李 明', 1)).not.toBeNull()
  })

  it('S5.9 S5.10 refuses doubled separators and separators at the ends', () => {
    for (const name of ['阿里··木', '·阿里木', '阿里木·', 'Anna  Maria', 'Anna· Maria', 'Anna·']) {
      expect(realNameProblem(name, 1)).not.toBeNull()
    }
  })

  it('S5.11-S5.14 the alternative rule accepts mixed names with single separators', () => {
    for (const name of ['李Li', 'J. R', 'Anna Maria', 'A·B', '王 小明']) {
      const isGood = !/[.·] | [.·]/.test(name)
      expect(realNameProblem(name, 2) === null).toBe(isGood)
    }
    for (const name of ['A', 'a'.repeat(25), 'A  B', 'A..B', 'A·.B', 'A1', 'A_B']) {
      expect(realNameProblem(name, 2)).not.toBeNull()
    }
  })

  it.each(['李\u200b明', '\u202e明李', '李\u0301明', 'Аnna', 'Jоhn', '⻁明', '李😀'])(
    'refuses invisible, reordering and look-alike characters: %j',
    (name) => {
      expect(realNameProblem(name, 1)).not.toBeNull()
      expect(realNameProblem(name, 2)).not.toBeNull()
      expect(nicknameProblem(name)).not.toBeNull()
    },
  )
})

describe('contacts and dates', () => {
  it('S5.15 a mainland phone has 11 digits with a prefix from 13 to 19 and an optional leading 0', () => {
    fc.assert(
      fc.property(charactersOf(DIGITS, 9, 13), (digits) => {
        expect(phoneProblem('86', digits) === null).toBe(/^0?1[3-9]\d{9}$/.test(digits))
      }),
    )
    expect(normalPhone('86', '013800138000')).toBe('13800138000')
    expect(normalPhone('852', '01234567')).toBe('01234567')
    expect(phoneProblem('86', '12800138000')).toBe('请填写正确的手机号')
  })

  it('S5.16 S9.15 an overseas phone has 4 to 13 digits', () => {
    fc.assert(
      fc.property(charactersOf(DIGITS, 0, 16), (digits) => {
        expect(phoneProblem('852', digits) === null).toBe(digits.length >= 4 && digits.length <= 13)
      }),
    )
    expect(phoneProblem('', '12345678')).not.toBeNull()
    expect(phoneProblem('852', '１２３４５')).not.toBeNull()
  })

  it('S5.15 S5.16 refuses a number with anything but digits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('86', '852', '1'),
        charactersOf(DIGITS, 3, 12),
        fc.nat(12),
        fc.constantFrom(' ', '-', '+', '.', '(', '\n', '\u3000', '\u200b', '１', '٣', 'x', '一'),
        (areaCode, digits, place, odd) => {
          const at = Math.min(place, digits.length)
          expect(phoneProblem(areaCode, digits.slice(0, at) + odd + digits.slice(at))).toBe('请填写正确的手机号')
        },
      ),
    )
    for (const phone of ['-1234', '12 3456', '1-2-3-4', ' 1234', '1234 ', '--------', '    ', '1234\n']) {
      expect(phoneProblem('852', phone), phone).not.toBeNull()
    }
    expect(phoneProblem('86', '138 0013-8000')).not.toBeNull()
    for (const areaCode of ['0', '086', '00852', '+852', '85 2', '８５２', '12345']) {
      expect(phoneProblem(areaCode, '12345678'), areaCode).not.toBeNull()
    }
  })

  it('S5.15 the normal form of a number is a number, and has no other normal form', () => {
    fc.assert(
      fc.property(fc.constantFrom('86', '852'), fc.stringMatching(/^0?1[3-9][0-9]{9}$/), (areaCode, phone) => {
        const normal = normalPhone(areaCode, phone)
        expect(phoneProblem(areaCode, normal)).toBeNull()
        expect(normalPhone(areaCode, normal)).toBe(normal)
      }),
    )
  })

  it('S5.15 a phone field removes spaces around a number, its country code and separators between its digits', () => {
    const typed = (areaCode: string, text: string) => phoneTyped(areaCode)({ text, caret: text.length }, '').text
    const separator = fc.constantFrom('', '', ' ', '-', ' - ', '.', '\u2013', '\u3000', '－')
    const around = fc.constantFrom('', ' ', '\u00a0', '\t')
    fc.assert(
      fc.property(
        fc.constantFrom('86', '852', '1'),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), separator), { minLength: 4, maxLength: 11 }),
        fc.constantFrom('', '+', '00'),
        around,
        (areaCode, pairs, prefix, space) => {
          const digits = pairs.map(([digit]) => digit).join('')
          const separated = pairs.map(([digit, mark], at) => (at === 0 ? `${digit}` : `${mark}${digit}`)).join('')
          const text = `${space}${prefix === '' ? '' : `${prefix}${areaCode} `}${separated}${space}`
          expect(typed(areaCode, text)).toBe(digits)
          expect(typed(areaCode, digits)).toBe(digits)
        },
      ),
    )
    expect(typed('86', '1'.repeat(21))).toBe('1'.repeat(20))
    expect(typed('86', `${'x'.repeat(19)} x`)).toBe('x'.repeat(19))
    for (const text of ['-1234', '12a34', '+86 138', '1234-', '(02) 1234']) {
      expect(phoneProblem('852', typed('852', text)), text).not.toBeNull()
    }
  })

  it('accepts common addresses and refuses others', () => {
    for (const email of ['fan@example.com', ' A.b+c@mail.example.co ', 'x_1%y@a-b.cn'])
      expect(emailProblem(email)).toBeNull()
    for (const email of [
      '',
      'a',
      'a@b',
      'a@@b.cn',
      '.a@b.cn',
      'a..b@c.cn',
      'a@-b.cn',
      'a@b.c',
      'a b@c.cn',
      '邮@b.cn',
    ]) {
      expect(emailProblem(email)).not.toBeNull()
    }
    // RFC 5321: 64 characters before the @, 254 in all.
    const domain = (length: number) => `${'a.'.repeat(length / 2 - 1)}cn`
    expect(emailProblem(`${'a'.repeat(64)}@b.cn`)).toBeNull()
    expect(emailProblem(`${'a'.repeat(65)}@b.cn`)).not.toBeNull()
    expect(emailProblem(`fan@${domain(250)}`)).toBeNull()
    expect(emailProblem(`fans@${domain(250)}`)).not.toBeNull()
    expect(normalEmail(' Fan@Example.COM ')).toBe('fan@example.com')
  })

  it('Annex I nobody under 18 registers, to the day in Shanghai', () => {
    const now = Date.parse('2026-11-26T15:59:59Z')
    expect(birthDateProblem('2008-11-26', now, 18)).toBeNull()
    expect(birthDateProblem('2008-11-27', now, 18)).toBe('未满 18 周岁，不能注册')
    expect(birthDateProblem('2008-11-27', now + 1_000, 18)).toBeNull()
    expect(birthDateProblem('2008-02-29', Date.parse('2026-02-28T04:00:00Z'), 18)).not.toBeNull()
    expect(birthDateProblem('2008-02-29', Date.parse('2026-03-01T04:00:00Z'), 18)).toBeNull()
    expect(birthDateProblem('1900-01-01', now, 18)).toBeNull()
    expect(birthDateProblem('2026-11-26', now, 18)).toBe('未满 18 周岁，不能注册')
    for (const date of ['', '2008-02-30', '2026-11-27', '1899-12-31', '2027-01-01', '20080101']) {
      expect(birthDateProblem(date, now, 18)).toBe('请填写正确的出生日期')
    }
  })

  it('S3.9 a nickname has 2 to 12 characters and no number that may be a contact', () => {
    for (const name of ['看球人', 'Fan_01', '阿明2026', '第12人']) expect(nicknameProblem(name)).toBeNull()
    for (const name of ['看球', 'a'.repeat(12), '\u{20000}'.repeat(12), ' 看球人\u3000', '看球人'.padEnd(200)]) {
      expect(nicknameProblem(name), name).toBeNull()
    }
    for (const name of ['我', 'a'.repeat(13), '加我 好友', '', '看球人'.padEnd(201)])
      expect(nicknameProblem(name)).toBe('昵称为2-12个汉字、字母或数字')
    for (const name of ['vx12345', '1234', '找我1-3-8-0-0', '１２３４５６']) {
      expect(nicknameProblem(name)).toBe('昵称不能包含联系方式')
    }
  })

  it('S5.22 a required text shows its message when empty or too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const length = Array.from(text.trim()).length
        expect(requiredTextProblem(text, max, '请填写')).toBe(length >= 1 && length <= max ? null : '请填写')
      }),
    )
    expect(requiredTextProblem('  进球 \n', 2, '请填写')).toBeNull()
    expect(requiredTextProblem('  进球了', 2, '请填写')).toBe('请填写')
    expect(requiredTextProblem('😀😀', 2, '请填写')).toBeNull()
    expect(requiredTextProblem('\u200b', 2, '请填写')).toBe('请填写')
  })
})

describe('hostile input', () => {
  // A rule with quadratic run time would need hours.
  it('a megabyte of input is checked quickly', () => {
    const size = 1_000_000
    for (const text of ['a'.repeat(size), '1'.repeat(size), ' '.repeat(size), 'a1'.repeat(size / 2)]) {
      passwordProblem(text, text)
      userNameProblem(text)
      realNameProblem(text, 1)
      realNameProblem(text, 2)
      nicknameProblem(text)
      emailProblem(text)
      emailProblem(`a@${text}`)
      phoneProblem('86', text)
      phoneProblem(text, text)
      birthDateProblem(text, 0, 18)
      isCommonPassword(text)
      requiredTextProblem(text, 10, '')
      cleanChatText(text)
      safeFromPage(`/${text}`)
    }
  })
})
