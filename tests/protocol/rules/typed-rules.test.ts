import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountTyped, isAmountWhileTyping, quantityTyped } from '#protocol/rules/amount.ts'
import { phoneTyped } from '#protocol/rules/member/phone.ts'
import { type FieldReader, digitsOf, digitsTyped, halfWidth, halfWidthTyped } from '#protocol/rules/typed.ts'
import { addressTyped } from '#protocol/wallet/usdt-address.ts'
import { cardNumberTyped } from '#protocol/rules/wallet.ts'
import { projectFiles, readProjectFile } from '../../support/project.ts'

const READERS: Readonly<Record<string, FieldReader>> = {
  amount: amountTyped,
  quantity: quantityTyped(4),
  phone: phoneTyped('86'),
  code: digitsTyped(6),
  number: halfWidthTyped(5),
  address: addressTyped,
  card: (typed, before) => cardNumberTyped(typed, before, false),
}

const full = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))

/** Texts of digits, full-width digits, separators and anything else. */
const typedText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from('0123456789０１２３４５６７８９.,．，。 -　￥¥+')),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
  ),
  maxLength: 24,
})

describe('S5.18 readers of number fields', () => {
  it.each(Object.keys(READERS))('%s reads its own text again as it is, with the caret inside of it', (name) => {
    const read = READERS[name] as FieldReader
    fc.assert(
      fc.property(typedText, fc.nat(24), (text, place) => {
        const next = read({ text, caret: Math.min(place, text.length) }, '')
        expect(next.caret).toBeGreaterThanOrEqual(0)
        expect(next.caret).toBeLessThanOrEqual(next.text.length)
        expect(read({ text: next.text, caret: next.caret }, next.text)).toEqual(next)
      }),
    )
  })

  it.each(Object.keys(READERS))('%s reads full-width digits as digits', (name) => {
    const read = READERS[name] as FieldReader
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), (number) => {
        const shown = read({ text: full(String(number)), caret: 4 }, '').text
        expect(shown.replaceAll(' ', '')).toBe(String(number))
      }),
    )
  })

  it('keeps the text before a refused input, with the caret where it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.nat(5),
        fc.constantFrom('x', '。。', '-', '½', '1.2.3', '一'),
        (amount, place, odd) => {
          const before = String(amount)
          const at = Math.min(place, before.length)
          const typed = { text: before.slice(0, at) + odd + before.slice(at), caret: at + odd.length }
          expect(amountTyped(typed, before)).toEqual({ text: before, caret: at })
        },
      ),
    )
  })

  it('gives only amounts that may stand in the field', () => {
    fc.assert(
      fc.property(typedText, (text) => {
        expect(isAmountWhileTyping(amountTyped({ text, caret: 0 }, '12.5').text)).toBe(true)
      }),
    )
  })

  it('gives a quantity of at most as many digits as the field has, and refuses other text', () => {
    const typed = (text: string) => quantityTyped(3)({ text, caret: text.length }, '7')
    expect(typed('123')).toEqual({ text: '123', caret: 3 })
    expect(typed('1,234')).toEqual({ text: '123', caret: 3 })
    expect(typed('')).toEqual({ text: '', caret: 0 })
    expect(typed('1.5')).toEqual({ text: '7', caret: 1 })
  })

  it('changes nothing but the width of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Array.from(halfWidth(text))).toHaveLength(Array.from(text).length)
        expect(halfWidth(halfWidth(text))).toBe(halfWidth(text))
      }),
    )
    expect(halfWidth(full('Az09!~'))).toBe('Az09!~')
    // Compatibility forms of NFKC that are no full-width forms.
    expect(halfWidth('²½①㎏')).toBe('²½①㎏')
    expect(digitsOf('验证码：１２３ 456')).toBe('123456')
  })
})

/** The source of the JSX element in which the text at this position stands. */
function elementAt(source: string, at: number): string {
  const start = Math.max(...[...source.slice(0, at).matchAll(/<[A-Z.a-z]+\s/g)].map(({ index }) => index))
  const end = source.slice(at).search(/\/>\s*$/m)
  return source.slice(start, at + end)
}

describe('S5.18 inputs of the product', () => {
  const files = projectFiles('src', ['.tsx'])

  it('have a reader if they are for numbers', () => {
    let count = 0
    for (const file of files) {
      const source = readProjectFile(file)
      for (const { index } of source.matchAll(/\b(?:inputMode|type)="(?:numeric|decimal|tel|number)"/g)) {
        const element = elementAt(source, index)
        // NumberField has its own reader.
        expect(/^<NumberField\b|\bread=\{|\{\.\.\.typed\}/.test(element), `${file}: ${element}`).toBe(true)
        count += 1
      }
    }
    expect(count).toBeGreaterThanOrEqual(9)
  })

  it('do not rewrite their text in a handler, which would break a composition', () => {
    for (const file of files) {
      const source = readProjectFile(file)
      for (const [handler] of source.matchAll(/\bon(?:Value)?Change=\{\(?[^}]*\)? =>[^\n]*/g)) {
        expect(
          /\.(?:replace|replaceAll|normalize|slice|toLowerCase|toUpperCase)\(/.test(handler),
          `${file}: ${handler}`,
        ).toBe(false)
      }
    }
  })
})
