import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { chatTextLength, chatTextProblem, cleanChatText } from '#protocol/rules/chat-text.ts'

describe('chat text', () => {
  it.each([
    ['  进球 了  ', '进球 了'],
    ['a\nb\tc', 'a b c'],
    ['a\u200bb\u202ec\ufeff', 'abc'],
    ['a\u0000b\u001bc', 'abc'],
    ['e\u0301', 'é'],
    ['\u2028\u2029', ''],
    ['好\u3000球', '好 球'],
    ['e\u200b\u0301', 'é'],
    ['🤦\u200d♂\ufe0f 👩🏽\u200d🚀', '🤦\u200d♂\ufe0f 👩🏽\u200d🚀'],
    ['👨\u200d👩\u200d👧\u200d👦', '👨\u200d👩\u200d👧\u200d👦'],
    ['进\u200d球\u200d⚽\u200d', '进球⚽'],
    ['⚽\u200d\u200d⚽', '⚽⚽'],
    [`z${'\u0353'.repeat(40)}o`, `z${'\u0353'.repeat(3)}o`],
    ['1\ufe0f\u20e3 བསྒྲུབས ภูมิใจนี้', '1\ufe0f\u20e3 བསྒྲུབས ภูมิใจนี้'],
  ])('%j is normalized to %j', (text, clean) => {
    expect(cleanChatText(text)).toBe(clean)
  })

  it('is normalized in one pass and contains no control or direction characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanChatText(text)
        expect(cleanChatText(clean)).toBe(clean)
        const inWords = clean.replaceAll(
          /(?<=\p{Extended_Pictographic}\P{L}*)\u200d(?=\p{Extended_Pictographic})/gu,
          '',
        )
        // oxlint-disable-next-line no-control-regex -- these are what must not be left
        expect(inWords).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
        expect(clean).toBe(clean.trim())
      }),
    )
  })

  it('is normalized in one pass for any combination of marks, joiners and emoji', () => {
    const pieces = [
      'e',
      '\u0301',
      '\u0353',
      '\u200d',
      '\u200b',
      '👩',
      '🏽',
      '\ufe0f',
      '♂',
      ' ',
      '球',
      '\u202e',
      '가',
      '\u11a8',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const clean = cleanChatText(parts.join(''))
        expect(cleanChatText(clean)).toBe(clean)
        expect(clean).not.toMatch(/\p{Mark}{4}/u)
      }),
    )
  })

  it('counts code points, at most 100', () => {
    expect(chatTextLength('😀😀')).toBe(2)
    expect(chatTextProblem('😀'.repeat(CHAT_TEXT_MAX_CHARACTERS))).toBeNull()
    expect(chatTextProblem('😀'.repeat(CHAT_TEXT_MAX_CHARACTERS + 1))).toBe('too-long')
    expect(chatTextProblem('')).toBe('empty')
  })
})
